using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;

namespace Fathom.Testing;

/// <summary>Collects the runtime's random allocation samples of this process, of all threads.</summary>
/// <remarks>
/// The runtime hands its events over on a thread of its own, some time after they happened. A thrown exception is an event too: when it has come
/// back, everything before it has. What the hand-over itself allocates, it allocates on that thread, which is counted and can be taken off.
/// </remarks>
internal sealed class AllocationListener : EventListener
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const EventKeywords AllocationSampling = (EventKeywords)0x800_0000_0000;
    private const EventKeywords Exceptions = (EventKeywords)0x8000;
    private const int SampledId = 303;
    private const int ThrownId = 80;
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly Dictionary<string, TypeSamples> _types = [];
    private readonly SemaphoreSlim _marks = new(0);
    private readonly string _mark = typeof(MarkException).FullName!;
    private long _ownBytes;
    private long _ownThread;
    private volatile bool _isOpen;

    /// <summary>Bytes that the hand-over of events has allocated so far.</summary>
    public long OwnBytes => Volatile.Read(ref _ownBytes);

    /// <summary>All samples.</summary>
    public TypeSamples All { get; } = new();

    /// <summary>Samples of large objects.</summary>
    public TypeSamples Large { get; } = new();

    /// <summary>Samples by type; after <see cref="Close"/>.</summary>
    public IReadOnlyDictionary<string, TypeSamples> Types => _types;

    /// <summary>Begins to count samples, when all that happened before has been handed over.</summary>
    public void Open()
    {
        PassMark();
        _isOpen = true;
    }

    /// <summary>Waits for all samples that were taken until now, and ends.</summary>
    public void Close()
    {
        PassMark();
        Dispose();
    }

    /// <inheritdoc/>
    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Runtime)
            EnableEvents(eventSource, EventLevel.Informational, AllocationSampling | Exceptions);
    }

    /// <inheritdoc/>
    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        // Events of this kind only come on the hand-over thread; those of other sources are not enabled.
        if (_ownThread == 0)
            _ownThread = CurrentThread();
        if (eventData.EventId == SampledId && _isOpen && eventData.OSThreadId != _ownThread)
            OnSample(eventData);
        else if (eventData.EventId == ThrownId && eventData.Payload is [string type, ..] && type == _mark)
            _marks.Release();
        Volatile.Write(ref _ownBytes, GC.GetAllocatedBytesForCurrentThread());
    }

    // The kernel's number of this thread: "PID/task/TID". Where there is none, samples of the hand-over itself stay in, at most one in a hundred.
    private static long CurrentThread() =>
        new FileInfo("/proc/thread-self").LinkTarget is { } path && long.TryParse(Path.GetFileName(path), out long thread) ? thread : -1;

    private void OnSample(EventWrittenEventArgs sample)
    {
        if (sample.Payload is not [uint kind, _, _, string type, _, ulong size, ..])
            return;
        if (!_types.TryGetValue(type, out TypeSamples? samples))
            _types.Add(type, samples = new TypeSamples());
        samples.Add((long)size);
        All.Add((long)size);
        if (kind == 1)
            Large.Add((long)size);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PassMark()
    {
        try
        {
            throw new MarkException();
        }
        catch (MarkException)
        {
        }

        if (!_marks.Wait(s_patience))
            throw new InvalidOperationException($"The runtime handed over no events of this process within "
                + $"{s_patience.TotalSeconds} s. Is DOTNET_EventSource switched off (EventSourceSupport=false)?");
    }
}
