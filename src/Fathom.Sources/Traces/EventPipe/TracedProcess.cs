using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;
using Fathom.Sources.Traces.Universal;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>A process whose events a stream has.</summary>
/// <param name="number">Its number in the recording, from 1.</param>
/// <param name="pid">Its number as it knows itself; 0 where the stream does not tell.</param>
/// <param name="isNew">Whether no other trace of the recording tells of it.</param>
/// <param name="names">Keeps the names of its methods.</param>
internal sealed class TracedProcess(uint number, int pid, bool isNew, MethodNames names)
{
    private readonly Dictionary<ulong, TracedThread> _threads = [];
    private readonly List<TracedThread> _all = [];
    private TracedThread? _last;

    public uint Number { get; } = number;

    public int Pid { get; } = pid;

    public bool IsNew { get; } = isNew;

    /// <summary>Its command line; null until it is told.</summary>
    public string? CommandLine { get; set; }

    /// <summary>Its name, where a machine-wide recorder tells it; null until then.</summary>
    public string? Name { get; set; }

    /// <summary>When it began, in ns since the begin of the recording; null where that was before, or nobody tells.</summary>
    public long? StartNs { get; set; }

    /// <summary>When it ended; null where it went on, or nobody tells.</summary>
    public long? ExitNs { get; set; }

    /// <summary>Whether it did anything that the stream tells: the idle threads, and facts about the machine, have its number 0 too.</summary>
    public bool HasEvents { get; set; }

    /// <summary>All code that it has mapped, where a machine-wide recorder tells it; null until then.</summary>
    public MappedCode? Code { get; set; }

    /// <summary>Its code, as its runtime tells it.</summary>
    public MethodMap Methods { get; } = new(names);

    /// <summary>The methods that were inlined into its code.</summary>
    public InlinedMethods Inlined { get; } = new();

    /// <summary>Its collections.</summary>
    public GcHistory Collections { get; } = new();

    /// <summary>Its threads. One whose number at the operating system came again is there several times.</summary>
    public IReadOnlyList<TracedThread> Threads => _all;

    /// <summary>The thread that has a number at the operating system at a time; null where it was not met before.</summary>
    public TracedThread? Known(ulong tid, long timeNs)
    {
        // An event is often of the thread of the one before.
        if (_last is null || _last.Tid != tid)
            _last = _threads.GetValueOrDefault(tid);
        return _last is { } thread && timeNs < thread.UntilNs ? thread : null;
    }

    /// <summary>The same where it was not met before.</summary>
    /// <param name="tid">Its number at the operating system.</param>
    /// <param name="timeNs">When it had that, on the clock of the traces.</param>
    /// <param name="numbers">Gives it its number.</param>
    public TracedThread Meet(ulong tid, long timeNs, ITraceNumbers numbers)
    {
        (uint thread, long untilNs) = numbers.ThreadOf(Number, (int)tid, timeNs, out bool isNew);
        TracedThread met = new(thread, tid, untilNs, isNew);
        _threads[tid] = _last = met;
        _all.Add(met);
        return met;
    }
}
