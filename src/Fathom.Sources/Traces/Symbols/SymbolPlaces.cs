using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Traces.Symbols;

/// <summary>Where a program or library, or the file with its symbols, may lie on this machine. Whether a file is of the right build is for the reader to see.</summary>
/// <param name="folders">Folders that the user named.</param>
internal sealed class SymbolPlaces(IReadOnlyList<string> folders)
{
    private const string SystemFolder = "/usr/lib/debug";
    private const int ShortestBuildId = 4;

    /// <summary>Whether a text can be a build id.</summary>
    public static bool IsBuildId(string text) => text.Length >= ShortestBuildId && text.All(char.IsAsciiHexDigitLower);

    /// <summary>The places, the most likely first.</summary>
    /// <param name="path">Path as it was recorded.</param>
    /// <param name="buildId">Its build id in small hexadecimal digits.</param>
    public IEnumerable<string> Of(string path, string buildId)
    {
        path = MappedFile.WithoutMark(path);
        string byId = $"{buildId[..2]}/{buildId[2..]}";
        if (Path.IsPathRooted(path))
        {
            yield return path;
            yield return path + ".dbg";
        }

        yield return $"{SystemFolder}/.build-id/{byId}.debug";
        foreach (string folder in folders)
        {
            // As Debian and Fedora keep them, as debuginfod keeps them, and as files are copied.
            foreach (string place in (string[])[$".build-id/{byId}.debug", $".build-id/{byId}", $"{byId}.debug", $"{buildId}/debuginfo", $"{buildId}/executable"])
                yield return Path.Join(folder, place);
            foreach (string name in Path.IsPathRooted(path) ? (string[])[Path.GetFileName(path), path] : [Path.GetFileName(path)])
            {
                foreach (string ending in (string[])["", ".debug", ".dbg"])
                    yield return Path.Join(folder, name + ending);
            }
        }
    }

    /// <summary>The places of a file that a program names as that with its symbols.</summary>
    /// <param name="path">Path of the program as it was recorded.</param>
    /// <param name="link">The name.</param>
    public IEnumerable<string> OfLink(string path, string link)
    {
        string? home = Path.IsPathRooted(path) ? Path.GetDirectoryName(MappedFile.WithoutMark(path)) : null;
        if (home is not null)
        {
            foreach (string place in (string[])[home, Path.Join(home, ".debug"), Path.Join(SystemFolder, home)])
                yield return Path.Join(place, link);
        }

        foreach (string folder in folders)
        {
            yield return Path.Join(folder, link);
            if (home is not null)
                yield return Path.Join(folder, home, link);
        }
    }
}
