namespace Fathom.Sources.Orphans.Kernel;

/// <summary>Where the kernel shows a machine: its own file systems, or a tree of files that looks like them.</summary>
/// <param name="Proc">As /proc.</param>
/// <param name="Sys">As /sys.</param>
internal readonly record struct MachineFolders(string Proc, string Sys)
{
    /// <summary>This machine.</summary>
    public static MachineFolders Live { get; } = new("/proc", "/sys");

    /// <summary>The first line of a file, or null where it cannot be read.</summary>
    public static string? Line(string path)
    {
        try
        {
            using StreamReader reader = new(path);
            return reader.ReadLine();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>All lines of a file; none where it cannot be read.</summary>
    public static string[] Lines(string path)
    {
        try
        {
            return File.ReadAllLines(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>The names in a folder, sorted; none where it cannot be read.</summary>
    public static string[] Names(string folder)
    {
        try
        {
            return [.. Directory.EnumerateFileSystemEntries(folder).Select(entry => Path.GetFileName(entry)!).Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
