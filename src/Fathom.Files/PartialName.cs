using System.Globalization;

namespace Fathom.Files;

/// <summary>
/// The name that a file or a folder has until it is whole: <c>NAME.PID.partial</c>. What a killed process left under such a name is removed by who writes the same name next.
/// </summary>
public static class PartialName
{
    /// <summary>How such names end.</summary>
    public const string Suffix = ".partial";

    // Between the making of a folder and the lock in it lies a moment; who has no lock at all writes all the time.
    private static readonly TimeSpan s_youth = TimeSpan.FromMinutes(1);

    /// <summary>The name of this process for something.</summary>
    /// <param name="path">Its name or path when it is whole.</param>
    public static string Of(string path) => string.Create(CultureInfo.InvariantCulture, $"{path}.{Environment.ProcessId}{Suffix}");

    /// <summary>
    /// Removes what killed processes left. Something stays if its process runs, if any process of this machine holds it or its lock (also one of another PID namespace), if it is younger than a
    /// minute, or if it is not ours.
    /// </summary>
    /// <param name="path">The path when it is whole.</param>
    /// <param name="lockName">The file in such a folder that its writer holds; null where what is written is a file, which is held itself.</param>
    /// <param name="utcNow">The time.</param>
    public static void RemoveLeft(string path, string? lockName, DateTime utcNow)
    {
        path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
        string name = Path.GetFileName(path);
        try
        {
            foreach (string left in Directory.EnumerateFileSystemEntries(Path.GetDirectoryName(path) ?? "/", "*" + Suffix))
            {
                if (WriterOf(Path.GetFileName(left), name) is { } writer && writer != Environment.ProcessId && !Directory.Exists(Process(writer)))
                    Remove(left, lockName, utcNow);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // This is housekeeping. What cannot be removed is in nobody's way.
            return;
        }
    }

    private static void Remove(string left, string? lockName, DateTime utcNow)
    {
        if (!FileOwner.IsOwn(left) || FileHold.IsHeld(lockName is null ? left : Path.Combine(left, lockName), whereRefused: true))
            return;
        if (lockName is null && RegularFile.Is(left) && utcNow - File.GetLastWriteTimeUtc(left) > s_youth)
            OwnTree.DeleteFile(left);
        else if (lockName is not null && OwnFile.IsFolder(left) && utcNow - Directory.GetLastWriteTimeUtc(left) > s_youth)
            OwnTree.DeleteFolder(left);
    }

    private static string Process(int number) => string.Create(CultureInfo.InvariantCulture, $"/proc/{number}");

    private static int? WriterOf(string partial, string name)
    {
        if (!partial.StartsWith(name + ".", StringComparison.Ordinal) || partial.Length <= name.Length + 1 + Suffix.Length)
            return null;
        return int.TryParse(partial.AsSpan(name.Length + 1)[..^Suffix.Length], NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;
    }
}
