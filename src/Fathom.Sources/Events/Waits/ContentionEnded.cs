namespace Fathom.Sources.Events.Waits;

/// <summary>A thread no longer waits for a lock.</summary>
/// <param name="IsNative">Whether it is a lock of the runtime itself.</param>
/// <param name="DurationNs">How long it waited, as the runtime measured it; null where it does not tell, as before .NET Core 3.0.</param>
public readonly record struct ContentionEnded(bool IsNative, long? DurationNs)
{
    /// <summary>The longest time that is believed, in ns: a year.</summary>
    internal const long MostNs = 365L * 24 * 3600 * 1_000_000_000;
}
