namespace Fathom.Model.Scheduling;

/// <summary>What was missing in a trace of switches.</summary>
public sealed class SchedulingTotals
{
    /// <summary>Threads that ran again without a switch that says when.</summary>
    public long MissingSwitchIns { get; internal set; }

    /// <summary>Threads that left their processor without a switch that says when.</summary>
    public long MissingSwitchOuts { get; internal set; }

    /// <summary>Switches that only the kernel's own records tell.</summary>
    public long ConfirmedSwitches { get; internal set; }

    /// <summary>Threads that an idle processor was woken for, of which the kernel told nothing.</summary>
    public long UntoldWakes { get; internal set; }

    /// <summary>Turns that no switch tells and another event shows (<see cref="PoolTurns"/>): when each happened is estimated.</summary>
    public long UnseenTurns { get; internal set; }

    /// <summary>Waits whose waking is missing.</summary>
    public long WaitsWithoutWaking { get; internal set; }

    /// <summary>Spans in which switches of a processor are missing.</summary>
    public long Gaps { get; internal set; }

    /// <summary>Events that came with an older time than one before.</summary>
    public long OutOfOrder { get; internal set; }
}
