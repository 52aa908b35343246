using Fathom.Sources.Heap.Options;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Capture.Subjects;

/// <summary>What a source must know to read a subject into a recording.</summary>
/// <param name="RecordingStart">Beginning of the recording, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp; 0 for now.</param>
public sealed record ReadSettings(long RecordingStart)
{
    /// <summary>Id of the process in the recording's process table.</summary>
    public uint ProcessId { get; init; } = 1;

    /// <summary>Folder or file of the data access library (DAC) that the user named; null to look for it where it usually is.</summary>
    public string? Dac { get; init; }

    /// <summary>Where files of a core's process are that are not in their place.</summary>
    public IReadOnlyList<string> FileFolders { get; init; } = [];

    /// <summary>How a trace is read.</summary>
    public TraceOptions Trace { get; init; } = TraceOptions.Usual;

    /// <summary>Whether the recording is kept, to be asked other questions later.</summary>
    public bool IsKept { get; init; }

    /// <summary>Told each sentence that a reader must know to trust the numbers.</summary>
    public Action<string>? Noted { get; init; }

    /// <summary>Memory that a graph and the questions about it may take, in bytes; null for what the machine has available.</summary>
    public long? MaxMemoryBytes { get; init; }

    /// <summary>Told how much memory a graph and the questions about it are estimated to take, before they do.</summary>
    public Action<MemoryEstimate>? MemoryExpected { get; init; }

    /// <summary>The longest time that a process may stand still; null for as long as it takes.</summary>
    public TimeSpan? MaxPause { get; init; }

    /// <summary>Told the estimated pause just before a process is stopped.</summary>
    public Action<TimeSpan>? PauseExpected { get; init; }

    /// <summary>Options of a look, with what these settings say of every look.</summary>
    internal T Tell<T>(T options)
        where T : LookOptions => options with
        {
            ProcessId = ProcessId,
            RecordingStart = RecordingStart,
            Dac = Dac,
            FileFolders = FileFolders,
            Noted = Noted,
            MaxPause = MaxPause,
            PauseExpected = PauseExpected,
        };
}
