namespace Fathom.Capture.Symbols;

/// <summary>What came of asking servers for symbols.</summary>
/// <param name="Folder">Where the files are.</param>
public sealed record SymbolsFetched(string Folder)
{
    /// <summary>Files whose symbols the recording lacks.</summary>
    public int Wanted { get; init; }

    /// <summary>Those that servers had.</summary>
    public int Fetched { get; init; }

    /// <summary>Bytes of these.</summary>
    public long Bytes { get; init; }

    /// <summary>Those that were fetched before.</summary>
    public int Cached { get; init; }

    /// <summary>Those that no server has.</summary>
    public int NotThere { get; init; }

    /// <summary>Those of which servers sent another build.</summary>
    public int OtherBuild { get; init; }

    /// <summary>Why a server was not asked for all of them; null where each was.</summary>
    public string? Failure { get; init; }
}
