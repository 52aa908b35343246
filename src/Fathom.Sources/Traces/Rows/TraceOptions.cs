namespace Fathom.Sources.Traces.Rows;

/// <summary>How a trace is read.</summary>
public sealed record TraceOptions
{
    /// <summary>With nothing that the user asked for.</summary>
    public static TraceOptions Usual { get; } = new();

    /// <summary>Folders with symbols of programs and libraries that the user named.</summary>
    public IReadOnlyList<string> SymbolFolders { get; init; } = [];

    /// <summary>A process that the rows are not about: the recorder itself; null for none. Its switches count all the same, or those of the others would make no sense.</summary>
    public int? LeftOutProcess { get; init; }

    /// <summary>Processes (pids) that were named when it was recorded; none where it is about all.</summary>
    public IReadOnlyList<int> Programs { get; init; } = [];
}
