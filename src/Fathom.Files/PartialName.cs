using System.Globalization;

namespace Fathom.Files;

/// <summary>
/// The name that a file or a folder has until it is whole: <c>NAME.PID.partial</c>. Who writes the same name next removes what a killed
/// process left.
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
    /// Removes what killed processes left. It stays if its process runs, if any process holds it or its lock (also one of another PID
    /// namespace), if it is younger than a minute, or if it is not ours.
    /// </summary>
    /// <param name="path">The path when it is whole.</param>
    /// <param name="lockName">The file in such a folder that its writer holds; null for a file, which is held itself.</param>
    /// <param name="utcNow">The time.</param>
    public static void RemoveLeft(string path, string? lockName, DateTime utcNow)
    {
        path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
        string name = Path.GetFileName(path);
        try
        {
            foreach (string left in Directory.EnumerateFileSystemEntries(Path.GetDirectoryName(path) ?? "/", "*" + Suffix))
            {
                int? writer = WriterOf(Path.GetFileName(left), name);
                if (writer is { } ended && ended != Environment.ProcessId && !Directory.Exists(Process(ended)))
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
        ReadOnlySpan<char> digits = partial.AsSpan(name.Length + 1)[..^Suffix.Length];
        return int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;
    }
}
