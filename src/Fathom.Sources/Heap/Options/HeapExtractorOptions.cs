using Fathom.Model.Graph.Analyses;

namespace Fathom.Sources.Heap.Options;

/// <summary>How a heap is read, and the ids that its rows get in the recording.</summary>
public sealed record HeapExtractorOptions
{
    /// <summary>Id of the snapshot in the recording.</summary>
    public uint SnapshotId { get; init; } = 1;

    /// <summary>Id of the process in the recording's process table.</summary>
    public uint ProcessId { get; init; } = 1;

    /// <summary>Beginning of the recording, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp; 0 for now.</summary>
    public long RecordingStart { get; init; }

    /// <summary>Folder or file of the data access library (DAC) that the user named; null to look for it where it usually is.</summary>
    public string? Dac { get; init; }

    /// <summary>How strings are counted; null where they are not asked for.</summary>
    public StringOptions? Strings { get; init; }

    /// <summary>Whether objects are counted by their sizes too.</summary>
    public bool Sizes { get; init; }

    /// <summary>Whether the use of each segment is looked at: free blocks and pinned objects.</summary>
    public bool Segments { get; init; }

    /// <summary>Questions about the graph of objects, which is read where there is one; null where it is not asked for.</summary>
    public IReadOnlyList<IGraphAnalysis>? Graph { get; init; }

    /// <summary>Which objects are listed; null where they are not asked for. Of the further questions one is answered, or strings and graph together.</summary>
    public ObjectQuery? Objects { get; init; }

    /// <summary>Which object is looked into; null where it is not asked for.</summary>
    public ObjectDetailQuery? Object { get; init; }

    /// <summary>Whether all other memory of a running process is looked at too, in the same stop.</summary>
    public bool Memory { get; init; }

    /// <summary>Told each sentence that a reader must know to trust the numbers.</summary>
    public Action<string>? Noted { get; init; }

    /// <summary>How long a live target may stand still; null for as long as it takes. When it would be longer, the target runs on and there is no answer.</summary>
    public TimeSpan? MaxPause { get; init; }

    /// <summary>Memory that a graph and the questions about it may take, in bytes; null for what the machine has available.</summary>
    public long? MaxMemoryBytes { get; init; }

    /// <summary>Told how much memory a graph and the questions about it are estimated to take, before they do.</summary>
    public Action<MemoryEstimate>? MemoryExpected { get; init; }

    /// <summary>Told the estimated pause just before a live target is stopped.</summary>
    public Action<TimeSpan>? PauseExpected { get; init; }
}
