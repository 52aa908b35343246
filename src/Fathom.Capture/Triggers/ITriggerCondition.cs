using Fathom.Sources.Events.Sessions;

namespace Fathom.Capture.Triggers;

/// <summary>Something about a process that is waited for.</summary>
internal interface ITriggerCondition : IDisposable
{
    /// <summary>How often it is looked at.</summary>
    TimeSpan Interval { get; }

    /// <summary>Set when a look is worth it before that; null where nothing tells.</summary>
    WaitHandle? Signal { get; }

    /// <summary>The runtime events that it needs; null for none.</summary>
    EventConsumer? Consumer => null;

    /// <summary>What a reader must know where it has not happened.</summary>
    IReadOnlyList<string> Unmet => [];

    /// <summary>Begins anew: what happened before does not count.</summary>
    void Reset();

    /// <summary>Lets go what is held until something is done.</summary>
    void Release()
    {
    }

    /// <summary>Looks.</summary>
    /// <param name="timestamp">Now, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>What happened, or null.</returns>
    TriggerCause? Look(long timestamp, CancellationToken stop);
}
