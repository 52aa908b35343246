using Fathom.Sources.Orphans.Cases;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans;

/// <summary>What one look at a machine found.</summary>
internal sealed record MachineReading
{
    /// <summary>Host name.</summary>
    public required string? Machine { get; init; }

    /// <summary>MemTotal, bytes.</summary>
    public required long TotalBytes { get; init; }

    /// <summary>Pages of all zones, bytes.</summary>
    public required long ZoneBytes { get; init; }

    /// <summary>Where the memory is.</summary>
    public required IReadOnlyList<MemoryPart> Parts { get; init; }

    /// <summary>Memory of no process, the largest first.</summary>
    public required IReadOnlyList<OrphanCase> Cases { get; init; }

    /// <summary>The processes.</summary>
    public required ProcessSweep Processes { get; init; }

    /// <summary>Sentences that a reader must know to trust the numbers.</summary>
    public required IReadOnlyList<string> Notes { get; init; }

    /// <summary>What there was no time for: what, and how many where that is known.</summary>
    public required IReadOnlyList<(string Scope, long Count)> Cut { get; init; }
}
