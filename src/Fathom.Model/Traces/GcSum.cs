namespace Fathom.Model.Traces;

/// <summary>What the garbage collections of a process amount to.</summary>
/// <param name="Process">Its name.</param>
/// <param name="Pid">Its number.</param>
/// <param name="Count">Collections.</param>
/// <param name="SpanNs">Nanoseconds that it was there while it was recorded; null where nothing tells.</param>
/// <param name="PauseNs">Nanoseconds in which all its managed threads were stopped for them; null where no pause is known.</param>
/// <param name="LongestNs">The longest of these pauses; null where none is known.</param>
/// <param name="UnknownPauses">Collections whose pause is not known.</param>
/// <param name="AllocatedBytes">An estimate of what it allocated; null where nothing tells.</param>
public sealed record GcSum(
    string Process, long Pid, long Count, long? SpanNs, long? PauseNs, long? LongestNs, long UnknownPauses, double? AllocatedBytes)
{
    /// <summary>Share of the time in which its threads were stopped; null where one of both is not known.</summary>
    public double? PausePercent => SpanNs > 0 && PauseNs is { } pause ? 100.0 * pause / SpanNs : null;

    /// <summary>Bytes that it allocated per second, an estimate; null where nothing tells.</summary>
    public double? AllocatedPerSecond => SpanNs > 0 && AllocatedBytes is { } bytes ? bytes * 1e9 / SpanNs : null;
}
