namespace Fathom.Storage.Recordings;

/// <summary>
/// <c>manifest.json</c>: what a recording holds and where it comes from. It is the commit: a reader sees the parts that it lists and no others.
/// Names in the file are snake_case.
/// </summary>
/// <remarks>
/// Every field must be there and no other may: a field more or less is another schema, and a damaged name does not pass for an empty list. Since schema 2
/// the file ends with a checksum of itself, and parts have checksums of their columns.
/// </remarks>
public sealed record Manifest
{
    /// <summary>The schema that this version of Fathom writes, and the newest one that it reads.</summary>
    public const int CurrentSchema = 2;

    /// <summary>The first schema with checksums of the manifest and of columns.</summary>
    internal const int FirstWithSums = 2;

    /// <summary>Number of the schema: tables, columns and this file.</summary>
    public required int Schema { get; init; }

    /// <summary>Version of the tool that wrote it.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The command line that wrote it.</summary>
    public required string Command { get; init; }

    /// <summary>When recording began.</summary>
    public required DateTimeOffset CreatedUtc { get; init; }

    /// <summary>Whether it was closed. A recording that was not is readable up to its last commit.</summary>
    public required bool Complete { get; init; }

    /// <summary>Where it was recorded.</summary>
    public required ManifestMachine Machine { get; init; }

    /// <summary>The clock behind <c>ts_ns</c>; null where the recording has no time stamps.</summary>
    public required ManifestClock? Clock { get; init; }

    /// <summary>The moment of a time stamp; a recording without a clock is as old as it was made.</summary>
    /// <param name="tsNs">The time stamp: nanoseconds since the start of the recording.</param>
    public DateTimeOffset TimeOf(long tsNs) => (Clock?.UtcAtZero ?? CreatedUtc).AddTicks(tsNs / TimeSpan.NanosecondsPerTick);

    /// <summary>The processes that it is about.</summary>
    public required IReadOnlyList<ManifestTarget> Targets { get; init; }

    /// <summary>Labels given on the command line.</summary>
    public required IReadOnlyDictionary<string, string> Labels { get; init; }

    /// <summary>Files that it was made from.</summary>
    public required IReadOnlyList<ManifestSource> Sources { get; init; }

    /// <summary>Losses summed by source and reason; table <c>loss</c> has each one.</summary>
    public required IReadOnlyList<ManifestLoss> Losses { get; init; }

    /// <summary>Sentences that a reader must know to trust the numbers.</summary>
    public required IReadOnlyList<string> Warnings { get; init; }

    /// <summary>Sentences about what only some answers are made from, such as the state of the machine; recordings of earlier versions have them among the warnings.</summary>
    public IReadOnlyList<string> Remarks { get; init; } = [];

    /// <summary>The parts, in the order they were written.</summary>
    public required IReadOnlyList<ManifestPart> Parts { get; init; }
}
