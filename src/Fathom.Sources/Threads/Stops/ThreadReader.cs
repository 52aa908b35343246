using Fathom.Model.Threads;
using Fathom.Sources.Threads.Intervals;
using Fathom.Sources.Threads.Locks;
using Fathom.Sources.Threads.Stacks;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Stops;

/// <summary>Tells of all threads of a target what they were at in the stop: of those of the runtime with their stacks, of the others by number.</summary>
/// <param name="runtime">Names methods, and reads objects as they were in the stop.</param>
/// <param name="observed">What the kernel said before the stop; empty for a dump.</param>
internal sealed class ThreadReader(ClrRuntime runtime, IReadOnlyList<IntervalThread> observed)
{
    private const string PoolWorker = "System.Threading.PortableThreadPool+WorkerThread";

    private readonly Dictionary<int, IntervalThread> _observed = observed.ToDictionary(static thread => thread.Last.Tid);
    private readonly Dictionary<int, ThreadReading> _threads = [];
    private readonly List<int> _cutStacks = [];

    /// <summary>The methods met.</summary>
    public MethodBook Methods { get; } = new();

    /// <summary>Threads whose stacks have more frames than are read.</summary>
    public IReadOnlyList<int> CutStacks => _cutStacks;

    /// <summary>What was read so far, in the order of the numbers of the threads.</summary>
    public List<ThreadReading> All => [.. _threads.Values.OrderBy(static thread => thread.Tid)];

    /// <summary>Reads the threads of a stop into <see cref="All"/>.</summary>
    /// <param name="held">What was read in the stop.</param>
    /// <param name="due">Ends it with what it has.</param>
    public void Read(StackStop held, CancellationToken due)
    {
        foreach (HeldThread thread in held.Threads)
        {
            due.ThrowIfCancellationRequested();
            _threads.TryAdd(thread.Tid, Managed(thread, held, due));
        }

        foreach (int tid in held.ThreadIds)
        {
            _threads.TryAdd(tid, new ThreadReading
            {
                Tid = tid,
                Kind = ThreadKinds.Native,
                Name = NameOf(tid),
                Observed = _observed.GetValueOrDefault(tid),
                NativeStart = held.NativeStarts.GetValueOrDefault(tid),
            });
        }
    }

    private ThreadReading Managed(HeldThread thread, StackStop held, CancellationToken due)
    {
        List<StackEntry> frames = ManagedStack.Name(thread.Frames, runtime, Methods, out bool isCut, due);
        if (isCut)
            _cutStacks.Add(thread.Tid);
        IntervalThread? seen = _observed.GetValueOrDefault(thread.Tid);
        ClrException? exception = thread.Exception == 0 ? null : runtime.Heap.GetObject(thread.Exception).AsException();
        return new ThreadReading
        {
            Tid = thread.Tid,
            ManagedId = thread.ManagedId,
            Kind = Kind(thread, frames),
            Name = NameOf(thread.Tid),
            Observed = seen,
            Frames = frames,
            References = thread.References,
            NativeStart = held.NativeStarts.GetValueOrDefault(thread.Tid),
            Wait = WaitShape.Find(frames) is { } shape ? new WaitReader(runtime.Heap, held.MonitorLocks).Read(thread.References, frames, shape) : null,
            ExceptionType = exception?.Type.Name,
            ExceptionMessage = exception?.Message,
            Place = Place(seen),
        };
    }

    private static string Kind(HeldThread thread, List<StackEntry> frames) => thread switch
    {
        { IsFinalizer: true } => ThreadKinds.Finalizer,
        { IsGc: true } => ThreadKinds.Gc,
        _ => frames.Exists(static frame => frame.Method.TypeName == PoolWorker) ? ThreadKinds.Pool : ThreadKinds.Managed,
    };

    private string? NameOf(int tid) => _observed.TryGetValue(tid, out IntervalThread? thread) && thread.Last.Name.Length > 0 ? thread.Last.Name : null;

    // Glances that found no managed code, such as those at a thread that a collection held, say nothing of its place.
    private GlancePlace? Place(IntervalThread? thread)
    {
        KnownMethod[] places = [.. (thread?.Glances ?? []).Select(InnermostManaged).OfType<KnownMethod>()];
        if (places.Length == 0)
            return null;
        IGrouping<KnownMethod, KnownMethod> most = places.GroupBy(static method => method).OrderByDescending(static group => group.Count()).First();
        return new GlancePlace(most.Key, most.Count(), places.Length);
    }

    private KnownMethod? InnermostManaged(Glance glance)
    {
        for (int i = 0; i < glance.Addresses.Length; i++)
        {
            // A return address may already belong to the code behind the method that made the call.
            ulong address = i == 0 ? glance.Addresses[i] : glance.Addresses[i] - 1;
            if (runtime.GetMethodByInstructionPointer(address) is { } method)
                return Methods.Managed(method);
        }

        return null;
    }
}
