namespace Fathom.Query.Stacks;

/// <summary>One thread of a look.</summary>
/// <param name="ThreadId">Number in the recording.</param>
/// <param name="Tid">Number of the operating system.</param>
/// <param name="Name">Name, or null.</param>
/// <param name="Kind">One of <see cref="Model.Threads.ThreadKinds"/>.</param>
internal sealed record ThreadFacts(uint ThreadId, int Tid, string? Name, string Kind)
{
    /// <summary>State in a word, or null.</summary>
    public string? State { get; init; }

    /// <summary>CPU time since its start, or null.</summary>
    public long? CpuNs { get; init; }

    /// <summary>CPU time during the interval, or null.</summary>
    public long? IntervalCpuNs { get; init; }

    /// <summary>Time ready to run during the interval, or null.</summary>
    public long? IntervalReadyNs { get; init; }

    /// <summary>Glances at a busy thread; 0 for others.</summary>
    public int GlanceCount { get; init; }

    /// <summary>Glances that found it in <see cref="GlanceMethod"/>.</summary>
    public int GlanceSameCount { get; init; }

    /// <summary>The innermost managed method of most glances, or null.</summary>
    public string? GlanceMethod { get; init; }

    /// <summary>Number of its stack; 0 for none.</summary>
    public uint StackId { get; init; }

    /// <summary>Native functions inside of the innermost managed frame, innermost first.</summary>
    public IReadOnlyList<string> NativeFrames { get; init; } = [];

    /// <summary>Its managed frames, innermost first.</summary>
    public IReadOnlyList<string> Frames { get; init; } = [];

    /// <summary>Of each of <see cref="Frames"/> whether it is own code; shorter where that is not known.</summary>
    public IReadOnlyList<bool> AreOwn { get; init; } = [];

    /// <summary>Whether own code is on its stack.</summary>
    public bool IsOwn => AreOwn.Contains(true);

    /// <summary>All frames as results write them, one a line; null for none.</summary>
    public string? FrameText => NativeFrames.Count + Frames.Count == 0 ? null : string.Join('\n', NativeFrameText.Of(NativeFrames).Concat(Frames));

    /// <summary>Type and message of the exception that it handles, or null.</summary>
    public string? Exception { get; init; }

    /// <summary>The innermost own method, or else the innermost outside of the System namespaces, or the innermost; null for a thread without managed frames.</summary>
    public string? OwnMethod =>
        Frames.Where((_, i) => i < AreOwn.Count && AreOwn[i]).FirstOrDefault()
        ?? Frames.FirstOrDefault(static frame => !frame.StartsWith("System.", StringComparison.Ordinal))
        ?? (Frames.Count > 0 ? Frames[0] : null);

    /// <summary>As findings write it.</summary>
    public string Label => Name is null ? $"{Tid}" : $"{Tid} '{Name}'";
}
