namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>A processor went from one thread to another (<c>sched:sched_switch</c>).</summary>
public readonly ref struct SchedSwitch
{
    private readonly ReadOnlySpan<byte> _raw;
    private readonly TraceField? _previousName;
    private readonly TraceField? _nextName;

    internal SchedSwitch(ReadOnlySpan<byte> raw, TraceField previousName, TraceField nextName)
    {
        _raw = raw;
        (_previousName, _nextName) = (previousName, nextName);
    }

    /// <summary>Thread that stopped.</summary>
    public int PreviousTid { get; init; }

    /// <summary>Its priority: 120 is that of nice 0, below 100 are those of real-time threads.</summary>
    public int PreviousPriority { get; init; }

    /// <summary>Its state as bits without <see cref="IsPreempted"/>: 0 can run, 1 sleeps, 2 sleeps and no signal wakes it, 16 and 32 ended.</summary>
    public int PreviousState { get; init; }

    /// <summary>Whether it was made to stop in the kernel although it wanted to run on.</summary>
    public bool IsPreempted { get; init; }

    /// <summary>Its name.</summary>
    public ReadOnlySpan<byte> PreviousName => _previousName is null ? default : _previousName.Text(_raw);

    /// <summary>Thread that goes on; 0 is the idle one of the processor.</summary>
    public int NextTid { get; init; }

    /// <summary>Its priority.</summary>
    public int NextPriority { get; init; }

    /// <summary>Its name.</summary>
    public ReadOnlySpan<byte> NextName => _nextName is null ? default : _nextName.Text(_raw);
}
