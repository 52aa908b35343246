using Fathom.Model.Graph.Analyses;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Options;

/// <summary>How a heap is read, and the ids that its rows get in the recording.</summary>
public sealed record HeapExtractorOptions : LookOptions
{
    /// <summary>How strings are counted; null where they are not asked for.</summary>
    public StringOptions? Strings { get; init; }

    /// <summary>Whether objects are counted by their sizes too.</summary>
    public bool Sizes { get; init; }

    /// <summary>Whether the use of each segment is looked at: free blocks and pinned objects.</summary>
    public bool Segments { get; init; }

    /// <summary>Whether what has begun and not ended is looked at: tasks, timers and requests.</summary>
    public bool Pending { get; init; }

    /// <summary>Questions about the graph of objects, which is read where there is one; null where it is not asked for.</summary>
    public IReadOnlyList<IGraphAnalysis>? Graph { get; init; }

    /// <summary>Which objects are listed; null where they are not asked for. Of the further questions one is answered, or strings and graph together.</summary>
    public ObjectQuery? Objects { get; init; }

    /// <summary>Which object is looked into; null where it is not asked for.</summary>
    public ObjectDetailQuery? Object { get; init; }

    /// <summary>Whether all other memory of a running process is looked at too, in the same stop.</summary>
    public bool Memory { get; init; }

    /// <summary>Memory that a graph and the questions about it may take, in bytes; null for what the machine has available.</summary>
    public long? MaxMemoryBytes { get; init; }

    /// <summary>Told how much memory a graph and the questions about it are estimated to take, before they do.</summary>
    public Action<MemoryEstimate>? MemoryExpected { get; init; }
}
