namespace Fathom.Sources.Traces.Rows;

/// <summary>How a trace is read.</summary>
public sealed record TraceOptions
{
    /// <summary>With nothing that the user asked for.</summary>
    public static TraceOptions Usual { get; } = new();

    /// <summary>Folders with symbols of programs and libraries that the user named.</summary>
    public IReadOnlyList<string> SymbolFolders { get; init; } = [];

    /// <summary>Folders with PDBs that the environment names for debuggers of Windows.</summary>
    public IReadOnlyList<string> UsualPdbFolders { get; init; } = [];

    /// <summary>Folders for traces of Windows: those that the user named, or else those of the environment.</summary>
    public IReadOnlyList<string> WindowsFolders => SymbolFolders.Count > 0 ? SymbolFolders : UsualPdbFolders;

    /// <summary>A process that the rows are not about: the recorder itself; null for none. Its switches count all the same, or those of the others would make no sense.</summary>
    public int? LeftOutProcess { get; init; }

    /// <summary>Processes (pids) that were named when it was recorded; none where it is about all.</summary>
    public IReadOnlyList<int> Programs { get; init; } = [];
}
