using System.Diagnostics;

namespace Fathom.Sources.Targets.Reading;

/// <summary>What every look at a process or at its core is told, and the ids that its rows get in the recording.</summary>
public record LookOptions
{
    /// <summary>Id of the look in the recording.</summary>
    public uint SnapshotId { get; init; } = 1;

    /// <summary>Id of the process in the recording's process table.</summary>
    public uint ProcessId { get; init; } = 1;

    /// <summary>Beginning of the recording, as a <see cref="Stopwatch"/> time stamp; 0 for now.</summary>
    public long RecordingStart { get; init; }

    /// <summary>Folder or file of the data access library (DAC) that the user named; null to look for it where it usually is.</summary>
    public string? Dac { get; init; }

    /// <summary>Where files of a core's process are that are not in their place.</summary>
    public IReadOnlyList<string> FileFolders { get; init; } = [];

    /// <summary>Told each sentence that a reader must know to trust the numbers.</summary>
    public Action<string>? Noted { get; init; }

    /// <summary>How long a live target may stand still; null for as long as it takes. When it would be longer, the target runs on, and the look ends with what it has by then.</summary>
    public TimeSpan? MaxPause { get; init; }

    /// <summary>Told the estimated pause just before a live target is stopped.</summary>
    public Action<TimeSpan>? PauseExpected { get; init; }

    /// <summary>Time since the beginning of the recording.</summary>
    /// <param name="timestamp">A <see cref="Stopwatch"/> time stamp.</param>
    internal long NsAt(long timestamp) => RecordingStart == 0 ? 0 : Stopwatch.GetElapsedTime(RecordingStart, timestamp).Ticks * TimeSpan.NanosecondsPerTick;
}
