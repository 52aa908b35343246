namespace Fathom.Sources.Traces.Perf;

/// <summary>What a processor lost of an event in the second before a moment.</summary>
/// <param name="Event">Name of the event.</param>
/// <param name="Cpu">The processor.</param>
/// <param name="UntilNs">The moment, since the begin of the trace.</param>
/// <param name="Count">How many.</param>
internal readonly record struct LostSpan(string Event, int Cpu, long UntilNs, long Count)
{
    /// <summary>How often a recorder asks the counters.</summary>
    public const long LengthNs = 1_000_000_000;
}
