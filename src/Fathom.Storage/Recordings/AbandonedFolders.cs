using System.Globalization;
using Fathom.Files;

namespace Fathom.Storage.Recordings;

/// <summary>
/// Removes private folders whose owner was killed. A folder is abandoned when it is ours and nobody else may enter it, its lock is free, no process has the
/// number of its owner, and it is older than a minute. The lock also holds across containers that share a temporary folder, where numbers of processes
/// mean nothing; the number also holds on file systems without locks.
/// </summary>
internal static class AbandonedFolders
{
    // A start must stay quick in a temporary folder of many.
    private const int MostLooked = 1_000;
    private const int MostRemoved = 20;

    // Between making the file and locking it lies a moment.
    private static readonly TimeSpan s_youth = TimeSpan.FromMinutes(1);

    private static int s_done;

    /// <summary>Removes them from the temporary folder, the first time that it is called.</summary>
    public static void RemoveOnce()
    {
        if (OperatingSystem.IsLinux() && Interlocked.Exchange(ref s_done, 1) == 0)
            Remove(TemporaryFolder.Path, TimeProvider.System.GetUtcNow().UtcDateTime);
    }

    /// <summary>Removes them from a folder.</summary>
    /// <param name="folder">Where they are.</param>
    /// <param name="utcNow">The time.</param>
    /// <returns>How many were removed.</returns>
    public static int Remove(string folder, DateTime utcNow)
    {
        int removed = 0;
        try
        {
            foreach (string path in Directory.EnumerateDirectories(folder, PrivateFolder.Prefix + "*").Take(MostLooked))
            {
                if (removed < MostRemoved && TryRemove(path, utcNow))
                    removed++;
            }
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // This is housekeeping; a temporary folder that cannot be used is refused when it is needed.
        }

        return removed;
    }

    private static bool TryRemove(string path, DateTime utcNow)
    {
        string file = Path.Combine(path, PrivateFolder.LockName);
        try
        {
            if (!PosixCalls.IsPrivateFolder(path) || !File.Exists(file) || utcNow - File.GetLastWriteTimeUtc(file) < s_youth)
                return false;
            using FileStream free = new(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            using StreamReader text = new(free);
            if (!int.TryParse(text.ReadToEnd(), NumberStyles.None, CultureInfo.InvariantCulture, out int owner) || Runs(owner))
                return false;
            Directory.Delete(path, recursive: true);
            return true;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // Locked, so in use; or another start was quicker.
            return false;
        }
    }

    // One that was killed keeps its number until its parent has taken its status, which in a container may be never. The state stands behind the name, which is
    // in parentheses and may hold anything.
    private static bool Runs(int process)
    {
        try
        {
            string text = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/stat"));
            return text.AsSpan(text.LastIndexOf(')') + 1).TrimStart() is not (['Z', ..] or ['X', ..]);
        }
        catch (Exception error) when (error is FileNotFoundException or DirectoryNotFoundException)
        {
            return false;
        }
    }
}
