namespace Fathom.Sources.Threads.Stops;

/// <summary>How threads are looked at, and the ids that the rows get in the recording.</summary>
public sealed record StackExtractorOptions
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

    /// <summary>How long a running process is observed before it is stopped.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromMilliseconds(500);

    /// <summary>Whether the objects of the heap are looked into as well: collections, arrays, delegates, timers and so on. The stop takes longer.</summary>
    public bool InspectsHeap { get; init; }

    /// <summary>How long a live target may stand still; null for as long as it takes. The look ends then with what it has, and says what it has not.</summary>
    public TimeSpan? MaxPause { get; init; }

    /// <summary>Told the estimated pause just before a live target is stopped.</summary>
    public Action<TimeSpan>? PauseExpected { get; init; }
}
