using Fathom.Capture.Actions;
using Fathom.Capture.Triggers;

namespace Fathom.Capture.Recording;

/// <summary>When a ring is saved by itself, and how often.</summary>
/// <param name="When">What is waited for, in each of the recorded processes.</param>
public sealed record RingTriggers(AwaitedConditions When)
{
    /// <summary>Saves in an hour where nothing else was asked for.</summary>
    public const int UsualPerHour = 10;

    /// <summary>What is done beside the save each time; empty for nothing.</summary>
    public IReadOnlyList<ThenAction> Then { get; init; } = [];

    /// <summary>How long after a save a process is looked at again; null for the time of the ring, so that saves share no time.</summary>
    public TimeSpan? Every { get; init; }

    /// <summary>The saves after which the recording ends; null for none.</summary>
    public int? Count { get; init; }

    /// <summary>The most saves in an hour.</summary>
    public int PerHour { get; init; } = UsualPerHour;

    /// <summary>The conditions as the user wrote them.</summary>
    public string Text => string.Join(" or ", When.Texts);
}
