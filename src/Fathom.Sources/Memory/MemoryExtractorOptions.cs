namespace Fathom.Sources.Memory;

/// <summary>How the memory of a process is looked at, and the ids that its rows get in the recording.</summary>
public sealed record MemoryExtractorOptions
{
    /// <summary>Id of the look in the recording.</summary>
    public uint SnapshotId { get; init; } = 1;

    /// <summary>Id of the process in the recording's process table.</summary>
    public uint ProcessId { get; init; } = 1;

    /// <summary>Beginning of the recording, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp; 0 for now.</summary>
    public long RecordingStart { get; init; }

    /// <summary>Folder or file of the data access library (DAC) that the user named; null to look for it where it usually is.</summary>
    public string? Dac { get; init; }

    /// <summary>Told each sentence that a reader must know to trust the numbers.</summary>
    public Action<string>? Noted { get; init; }

    /// <summary>Whether a process is stopped, so that mappings, pages and heap are of one instant.</summary>
    public bool Stops { get; init; }

    /// <summary>How long a process may stand still; null for as long as it takes. When it would be longer, it runs on and there is no answer.</summary>
    public TimeSpan? MaxPause { get; init; }

    /// <summary>Told the estimated pause just before a process is stopped.</summary>
    public Action<TimeSpan>? PauseExpected { get; init; }
}
