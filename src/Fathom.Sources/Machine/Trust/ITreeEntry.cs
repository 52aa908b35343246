namespace Fathom.Sources.Machine.Trust;

/// <summary>An entry of a file tree that is held open: what is learned of it stays true of what is used of it, whoever renames or replaces it meanwhile.</summary>
internal interface ITreeEntry : IDisposable
{
    /// <summary>Kind, owner and rights.</summary>
    EntryFacts Facts { get; }

    /// <summary>Opens an entry of this folder; a link is opened itself and not followed. Null where there is none, or it may not be opened.</summary>
    ITreeEntry? Open(string name);

    /// <summary>Where this link leads, or null where that cannot be read.</summary>
    string? ReadLink();
}
