namespace Fathom.Sources.Targets.Reading;

/// <summary>
/// The two numbers of each thread. The runtime keeps those of the PID namespace that its program runs in, as <c>gettid</c> gave them; <c>/proc</c>, ptrace and the notes of a core have those of
/// whoever looked or wrote. Both are the same unless the program runs in a namespace of its own, as in a container that is seen from the host.
/// </summary>
/// <remarks>
/// Everything that Fathom shows, saves or hands to the kernel is the number of this machine (of a core: that of its notes). What goes into the data access library, and what it or an event of
/// the runtime gives, is the runtime's.
/// </remarks>
internal sealed class ThreadNumbers
{
    private readonly Dictionary<uint, int>? _byRuntime;
    private readonly Dictionary<int, uint> _byTid = [];

    /// <summary>Numbers that differ.</summary>
    /// <param name="pairs">The runtime's number of each thread, and that of this machine.</param>
    public ThreadNumbers(IEnumerable<(uint Runtime, int Tid)> pairs)
    {
        _byRuntime = [];
        foreach ((uint runtime, int tid) in pairs)
        {
            _byRuntime.TryAdd(runtime, tid);
            _byTid.TryAdd(tid, runtime);
        }
    }

    private ThreadNumbers()
    {
    }

    /// <summary>Both numbers are the same.</summary>
    public static ThreadNumbers Same { get; } = new();

    /// <summary>Whether the program runs in a PID namespace of its own.</summary>
    public bool Differ => _byRuntime is not null;

    /// <summary>The number of a thread on this machine, or in the notes of its core; 0 where that is not known.</summary>
    /// <param name="runtimeNumber">The runtime's number.</param>
    public int TidOf(uint runtimeNumber) => _byRuntime is null ? (int)runtimeNumber : _byRuntime.GetValueOrDefault(runtimeNumber);

    /// <summary>The runtime's number of a thread; 0 where that is not known. Only for numbers that differ.</summary>
    /// <param name="tid">The number on this machine, or in the notes of its core.</param>
    public uint RuntimeNumberOf(int tid) => _byTid.GetValueOrDefault(tid);

    /// <summary>What a thread is called, by the runtime's number.</summary>
    public string Label(uint runtimeNumber) => TidOf(runtimeNumber) is not 0 and var tid ? $"thread {tid}" : "thread of unknown number";
}
