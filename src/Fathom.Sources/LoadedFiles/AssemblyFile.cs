using Fathom.Files;

namespace Fathom.Sources.LoadedFiles;

/// <summary>Opens the file of an assembly as readers of assemblies take it.</summary>
internal static class AssemblyFile
{
    /// <summary>Reads it.</summary>
    /// <param name="path">The file; only a rooted path names one.</param>
    /// <param name="read">Reads the open file, which is closed behind it.</param>
    /// <returns>Null where it is not there, cannot be read, or tells nothing.</returns>
    public static T? Read<T>(string path, Func<Stream, T?> read)
        where T : class
    {
        try
        {
            if (!Path.IsPathRooted(path) || RegularFile.TryOpen(path, out _) is not { } handle)
                return null;
            using FileStream file = new(handle, FileAccess.Read);
            // A reader that is given a file itself maps it, and one that is cut off meanwhile would end this process.
            using BufferedStream stream = new(file);
            return read(stream);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return null;
        }
    }
}
