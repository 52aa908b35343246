using Fathom.Formats.Elf;

namespace Fathom.Sources.Targets.Images;

/// <summary>
/// The symbols of a program or library wherever they usually are: in the file itself, in the file of the same name with <c>.dbg</c> behind it, as NativeAOT leaves it,
/// and below <c>/usr/lib/debug/.build-id</c>. A file is used only if it has the build id.
/// </summary>
internal static class SymbolFiles
{
    private const string DebugFolder = "/usr/lib/debug/.build-id";

    /// <summary>Those that are there.</summary>
    /// <param name="root">Folder that stands for the root of the target's file system; empty for that of this machine.</param>
    /// <param name="path">The file, as the target sees it.</param>
    /// <param name="buildId">Its build id in small hexadecimal digits.</param>
    public static IEnumerable<ElfSymbols> Of(string root, string path, string buildId)
    {
        if (buildId.Length <= 2)
            yield break;
        string file = root + path;
        foreach (string place in (string[])[file, file + ".dbg", $"{root}{DebugFolder}/{buildId[..2]}/{buildId[2..]}.debug"])
        {
            if (ElfFile.TryRead(place, buildId)?.Symbols is { } symbols)
                yield return symbols;
        }
    }
}
