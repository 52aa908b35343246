namespace Fathom.Formats.GcDump;

/// <summary>
/// A range of the GC heap with the ends of the generations in it, as a gcdump file may have it. All are addresses; ends are exclusive, and 0 where
/// the generation is not here.
/// </summary>
/// <param name="Start">First address.</param>
/// <param name="End">End of the range.</param>
/// <param name="Gen0End">End of generation 0, the last part of the range.</param>
/// <param name="Gen1End">End of generation 1.</param>
/// <param name="Gen2End">End of generation 2.</param>
/// <param name="LargeEnd">End of the large objects.</param>
/// <param name="PinnedEnd">End of the pinned objects.</param>
public readonly record struct GcDumpSegment(ulong Start, ulong End, ulong Gen0End, ulong Gen1End, ulong Gen2End, ulong LargeEnd, ulong PinnedEnd)
{
    /// <summary>The kind by the generations in it: pinned, large, gen0, gen1, gen2, or ephemeral where several lie in it.</summary>
    public string Kind => this switch
    {
        { PinnedEnd: > 0 } when PinnedEnd == End => "pinned",
        { LargeEnd: > 0 } when LargeEnd == End => "large",
        { Gen1End: 0, Gen2End: 0 } => "gen0",
        { Gen0End: 0, Gen2End: 0 } => "gen1",
        _ when Gen2End == End => "gen2",
        _ => "ephemeral",
    };

    /// <summary>The generation of an address inside the segment, or null where the file does not tell.</summary>
    public string? GenerationOf(ulong address) =>
        address < PinnedEnd ? "pinned"
        : address < LargeEnd ? "large"
        : address < Gen2End ? "gen2"
        : address < Gen1End ? "gen1"
        : address < Gen0End ? "gen0"
        : null;
}
