using System.Security.Cryptography;
using System.Text;
using Fathom.Sources.Machine.Trust;

namespace Fathom.Sources.Subjects;

/// <summary>
/// Where the recording that is made of a raw trace is kept: beside the trace, as <c>TRACE.fathom</c>. Where others may write to that folder, or this user may not, it is kept
/// in the user's cache: what stands there is read again without a second look, and replaced.
/// </summary>
public static class KeptPlace
{
    /// <summary>The place for a trace, whether something is there or not; null where there is none.</summary>
    /// <param name="trace">Path of the trace.</param>
    public static string? Of(string trace)
    {
        string path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(trace));
        string beside = path + ".fathom";
        if (MayKeep(Path.GetDirectoryName(path)!) && (!Path.Exists(beside) || IsSafe(beside)))
            return beside;
        if (CacheFolder() is not { } cache)
            return null;
        string hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(path)).AsSpan(0, 8));
        return Path.Combine(cache, $"{Path.GetFileName(path)}-{hash}.fathom");
    }

    /// <summary>The user's folder for kept traces, made where it is missing; null where there is none.</summary>
    public static string? CacheFolder()
    {
        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        // The rule of the XDG base directory specification: a relative path counts as not set.
        string? cache = Environment.GetEnvironmentVariable("XDG_CACHE_HOME") is { } configured && Path.IsPathRooted(configured) ? configured : home.Length > 0 ? Path.Combine(home, ".cache") : null;
        if (cache is null)
            return null;
        string folder = Path.Combine(cache, "fathom", "traces");
        try
        {
            if (OperatingSystem.IsWindows())
                Directory.CreateDirectory(folder);
            else
                Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }

        return MayKeep(folder) ? folder : null;
    }

    /// <summary>Whether nobody but root and this user can replace what lies in a folder.</summary>
    public static bool IsSafe(string folder) => !OperatingSystem.IsLinux() || TrustWalk.IsTrustedFolder(folder);

    private static bool MayKeep(string folder)
    {
        if (!IsSafe(folder))
            return false;
        string probe = Path.Combine(folder, $".fathom-{Environment.ProcessId}-{Guid.NewGuid():N}");
        try
        {
            File.Create(probe, 1, FileOptions.DeleteOnClose).Dispose();
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
