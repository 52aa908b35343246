namespace Fathom.Capture.Triggers;

/// <summary>What was waited for has happened.</summary>
/// <param name="Text">The condition with the values that met it.</param>
/// <param name="Timestamp">When it happened, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp; null where no instant is known.</param>
public sealed record TriggerCause(string Text, long? Timestamp = null)
{
    /// <summary>What that instant is, for people.</summary>
    public string Moment { get; init; } = "it was seen";
}
