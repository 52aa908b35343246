namespace Fathom.Sources.Orphans.Cases;

/// <summary>Memory that is in the resident set of no process.</summary>
/// <param name="Kind">What holds it; one of <see cref="OrphanKinds"/>.</param>
/// <param name="SizeBytes">Bytes.</param>
/// <param name="Evidence">Where it was found.</param>
internal sealed record OrphanCase(string Kind, long SizeBytes, string Evidence)
{
    /// <summary>Things that were merged into this case.</summary>
    public long Count { get; init; } = 1;

    /// <summary>The process that holds it, or the last that is known to; null where there is none.</summary>
    public int? OwnerPid { get; init; }

    /// <summary>Who answers for it; null where only the process is known, whose name is then looked up.</summary>
    public string? Owner { get; init; }

    /// <summary>Its own name.</summary>
    public string? Name { get; init; }
}
