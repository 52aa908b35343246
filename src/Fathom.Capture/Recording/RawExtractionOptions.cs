namespace Fathom.Capture.Recording;

/// <summary>How raw files become a recording.</summary>
/// <param name="Command">The command line, for the manifest.</param>
/// <param name="Time">The clock.</param>
public sealed record RawExtractionOptions(string Command, TimeProvider Time)
{
    /// <summary>Folders with symbols that the user named.</summary>
    public IReadOnlyList<string> SymbolFolders { get; init; } = [];
}
