using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Traces.Symbols;

/// <summary>A file with symbols that somebody else sent.</summary>
public static class FetchedFile
{
    /// <summary>Whether it is there and is of a build.</summary>
    /// <param name="path">The file.</param>
    /// <param name="buildId">The build id in small hexadecimal digits.</param>
    public static bool IsOf(string path, string buildId) => ElfImages.TryRead(path)?.BuildId == buildId;

    /// <summary>Whether a text can be a build id, so that it can be a part of a path.</summary>
    public static bool IsBuildId(string text) => SymbolPlaces.IsBuildId(text);
}
