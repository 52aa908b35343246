namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>A thread is woken (<c>sched:sched_waking</c>, <c>sched_wakeup</c>, <c>sched_wakeup_new</c>). The current thread of the sample is who woke it.</summary>
public readonly ref struct SchedWaking
{
    private readonly ReadOnlySpan<byte> _raw;
    private readonly TraceField? _name;

    internal SchedWaking(ReadOnlySpan<byte> raw, TraceField name)
    {
        _raw = raw;
        _name = name;
    }

    /// <summary>Thread that is woken.</summary>
    public int Tid { get; init; }

    /// <summary>Its priority.</summary>
    public int Priority { get; init; }

    /// <summary>Processor that it was put on.</summary>
    public int TargetCpu { get; init; }

    /// <summary>Whether the handler of a hardware interrupt woke it, such as of a timer or a disk: the current thread had nothing to do with it.</summary>
    public bool IsInterrupt { get; init; }

    /// <summary>Whether deferred work of an interrupt woke it: of a disk or the network, or of the current thread, where that sends to a program on the same machine.</summary>
    public bool IsSoftInterrupt { get; init; }

    /// <summary>Its name.</summary>
    public ReadOnlySpan<byte> Name => _name is null ? default : _name.Text(_raw);
}
