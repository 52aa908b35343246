using Fathom.Formats.PerfData;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Numbers of threads as the kernel has them, and as the PID namespace has them that a recorder ran in.</summary>
/// <remarks>
/// The fields of <c>sched_switch</c> and <c>sched_waking</c> are the kernel's own numbers; all else in a recording (samples, forks, ends, names) has those of the namespace of who recorded. On a
/// host both are the same; in a container they are not. A thread that leaves a processor, or ends, has both, so they are paired before the recording is read: it may be woken before that. Threads
/// outside the namespace have the number 0 there, as the idle ones have, and -1 where they have ended. A kernel number that is used again within a recording has its last pair.
/// </remarks>
internal sealed class KernelTids
{
    // Above all that the kernel gives to threads (4 Mi).
    private const int Outside = 1 << 30;

    private readonly IReadOnlyDictionary<int, int>? _numbers;

    private KernelTids(IReadOnlyDictionary<int, int>? numbers) => _numbers = numbers;

    /// <summary>Both numbers are the same.</summary>
    public static KernelTids Same { get; } = new(null);

    /// <summary>Whether the recorder ran in a PID namespace of its own.</summary>
    public bool Differ => _numbers is not null;

    /// <summary>Looks into a recording: at its first switches, and at all where the numbers differ.</summary>
    /// <param name="path">The file.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="Model.FathomException">It is no recording that can be read.</exception>
    public static KernelTids Read(string path, CancellationToken stop)
    {
        using PerfDataReader reader = PerfDataReader.Open(path);
        using CancellationTokenSource enough = CancellationTokenSource.CreateLinkedTokenSource(stop);
        KernelTidPairs pairs = new(HasSwitches, enough);
        // In a pipe the events come with the first records.
        if (!reader.Header.IsPipe && !HasSwitches())
            return Same;
        try
        {
            reader.Read(pairs, enough.Token);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            return Same;
        }

        return pairs.Differ ? new KernelTids(pairs.Numbers) : Same;

        bool HasSwitches() => ScheduleEvents.Has(reader.Events, ScheduleEvents.Switch);
    }

    /// <summary>The number that a thread has in the recording, by that of the kernel; one that no thread of the namespace has, for those outside it.</summary>
    public int Of(int kernelTid)
    {
        if (_numbers is null || kernelTid <= 0)
            return kernelTid;
        return _numbers.TryGetValue(kernelTid, out int tid) ? tid : kernelTid < Outside ? Outside + kernelTid : -1;
    }

    /// <summary>Whether a number that <see cref="Of"/> gave is of a thread outside the namespace.</summary>
    public bool IsOutside(int tid) => Differ && tid >= Outside;

    /// <summary>A number as users see it: of threads outside that of the kernel.</summary>
    public int Shown(int tid) => IsOutside(tid) ? tid - Outside : tid;
}
