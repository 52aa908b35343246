using Fathom.Capture.Traces;
using Fathom.Model.Renaming;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Capture.Subjects;

/// <summary>How a subject becomes a recording.</summary>
/// <param name="Command">The command line, for the manifest.</param>
public sealed record CaptureOptions(string Command)
{
    /// <summary>Where the recording is kept; null for one that is removed when the answer is given.</summary>
    public string? SaveTo { get; init; }

    /// <summary>Whether a recording of that name is replaced.</summary>
    public bool Replace { get; init; }

    /// <summary>How many recordings are written at once, which share the memory for rows that wait.</summary>
    public int Parallel { get; init; } = 1;

    /// <summary>Labels of the recording.</summary>
    public IReadOnlyDictionary<string, string> Labels { get; init; } = new Dictionary<string, string>();

    /// <summary>Processes (pids) that the recording is about; none for all.</summary>
    public IReadOnlyList<int> Programs { get; init; } = [];

    /// <summary>Parts of a trace that are not read into the recording; null for none.</summary>
    public LeftOutParts? LeftOut { get; init; }

    /// <summary>Rules for the name of a core's process; those for live processes are the scanner's.</summary>
    public RenameRules Renaming { get; init; } = RenameRules.None;

    /// <summary>How a trace is read.</summary>
    public TraceOptions Trace { get; init; } = TraceOptions.Usual;

    /// <summary>Folder or file of the data access library (DAC) that the user named; null to look for it where it usually is.</summary>
    public string? Dac { get; init; }

    /// <summary>Where files of a core's process are that are not in their place.</summary>
    public IReadOnlyList<string> FileFolders { get; init; } = [];

    /// <summary>The longest time that a process may stand still; null for as long as it takes.</summary>
    public TimeSpan? MaxPause { get; init; }

    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>Memory that a graph and the questions about it may take, in bytes; null for what the machine has available.</summary>
    public long? MaxMemoryBytes { get; init; }

    /// <summary>Told how much memory a graph and the questions about it are estimated to take, before they do.</summary>
    public Action<MemoryEstimate>? MemoryExpected { get; init; }

    /// <summary>Told the estimated pause just before a process is stopped.</summary>
    public Action<TimeSpan>? PauseExpected { get; init; }
}
