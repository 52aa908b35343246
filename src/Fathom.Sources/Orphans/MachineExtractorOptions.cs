using Fathom.Model.Renaming;

namespace Fathom.Sources.Orphans;

/// <summary>How the memory of the machine is looked at, and the ids that its rows get in the recording.</summary>
public sealed record MachineExtractorOptions
{
    /// <summary>Id of the look in the recording.</summary>
    public uint SnapshotId { get; init; } = 1;

    /// <summary>Beginning of the recording, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp; 0 for now.</summary>
    public long RecordingStart { get; init; }

    /// <summary>Rules for the names of processes.</summary>
    public RenameRules Renaming { get; init; } = RenameRules.None;

    /// <summary>The longest that the look may take; what there was no time for is a loss.</summary>
    public TimeSpan TimeLimit { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Told each sentence that a reader must know to trust the numbers.</summary>
    public Action<string>? Noted { get; init; }
}
