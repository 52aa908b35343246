namespace Fathom.Sources.Traces.Rows;

/// <summary>What frames of a trace come from.</summary>
/// <param name="Kind">kernel, native, assembly, compiled or unknown.</param>
/// <param name="Name">File name, or a name in its place.</param>
/// <param name="Reason">Why some addresses in it have no name.</param>
internal sealed record CodeImageFacts(string Kind, string Name, string Reason)
{
    /// <summary>Why places in compiled code have no name where the runtime told its methods.</summary>
    public const string NotTold = "the trace does not name the methods at these addresses (no rundown, or the code was unloaded by then)";

    /// <summary>Path as it was recorded; null for none.</summary>
    public string? Path { get; init; }

    /// <summary>Build id in small hexadecimal digits; null where the trace does not tell.</summary>
    public string? BuildId { get; init; }

    /// <summary>Name of the file with its symbols (a PDB); null where the trace does not tell.</summary>
    public string? SymbolFile { get; init; }

    /// <summary>Version; null where it is not known.</summary>
    public string? Version { get; init; }

    /// <summary>Process whose memory it is; null for what processes share.</summary>
    public int? Pid { get; init; }

    /// <summary>How its code was mapped; null where that is not known.</summary>
    public CodeRange? Mapped { get; init; }

    /// <summary>Whether somebody told the methods of compiled code: its runtime, or a map that it wrote.</summary>
    public bool IsTold { get; init; }

    /// <summary>Whether all its symbols were found.</summary>
    public bool IsComplete { get; init; }
}
