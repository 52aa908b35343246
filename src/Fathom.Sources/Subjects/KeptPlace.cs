using System.Security.Cryptography;
using System.Text;
using Fathom.Files;
using Fathom.Sources.Machine.Trust;

namespace Fathom.Sources.Subjects;

/// <summary>
/// Where the recording that is made of a raw trace is kept: beside the trace, as <c>TRACE.fathom</c>. Where others may write to that folder, or this user may not, it is kept
/// in the user's cache: what stands there is read again without a second look, and replaced.
/// </summary>
public static class KeptPlace
{
    /// <summary>Places of a trace where a recording may stand already, those that can be trusted only.</summary>
    /// <param name="trace">Path of the trace.</param>
    public static IEnumerable<string> Existing(string trace) =>
        ((string?[])[Beside(trace), InCache(trace)]).OfType<string>().Where(static place => Directory.Exists(place) && IsSafe(place));

    /// <summary>The place where a recording of a trace is to be kept; null where there is none.</summary>
    /// <param name="trace">Path of the trace.</param>
    /// <param name="mayReplace">Whether what stands at a place may be replaced.</param>
    public static string? ToWrite(string trace, Func<string, bool> mayReplace)
    {
        string beside = Beside(trace);
        if (MayKeep(Path.GetDirectoryName(beside)!) && (!Path.Exists(beside) || (IsSafe(beside) && mayReplace(beside))))
            return beside;
        return InCache(trace) is { } place && MakeCache(CacheFolder()) && (!Path.Exists(place) || mayReplace(place)) ? place : null;
    }

    /// <summary>The user's folder for kept traces, whether it is there or not; null where the user has no home.</summary>
    public static string? CacheFolder()
    {
        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        // The rule of the XDG base directory specification: a relative path counts as not set.
        string? cache = Environment.GetEnvironmentVariable("XDG_CACHE_HOME") is { } configured && Path.IsPathRooted(configured) ? configured : home.Length > 0 ? Path.Combine(home, ".cache") : null;
        return cache is null ? null : Path.Combine(cache, "fathom", "traces");
    }

    /// <summary>
    /// The user's folder of symbols that were fetched, which is made where it is not there; null where there is none that only this user
    /// can write to.
    /// </summary>
    public static string? SymbolFolder() =>
        CacheFolder() is { } traces && Path.Combine(Path.GetDirectoryName(traces)!, "symbols") is var folder && MakeCache(folder) ? folder
            : null;

    /// <summary>Whether nobody but root and this user can replace what lies in a folder.</summary>
    public static bool IsSafe(string folder) => !OperatingSystem.IsLinux() || TrustWalk.IsTrustedFolder(folder);

    private static string Beside(string trace) => Path.TrimEndingDirectorySeparator(Path.GetFullPath(trace)) + ".fathom";

    private static string? InCache(string trace)
    {
        if (CacheFolder() is not { } cache)
            return null;
        string path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(trace));
        string hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(path)).AsSpan(0, 8));
        return Path.Combine(cache, $"{Path.GetFileName(path)}-{hash}.fathom");
    }

    // Root may have been given the home of another user: nothing is made below what others can change.
    private static bool MakeCache(string? folder)
    {
        if (folder is null)
            return false;
        string there = folder;
        while (!Directory.Exists(there) && Path.GetDirectoryName(there) is { } above)
            there = above;
        if (!IsSafe(there))
            return false;
        try
        {
            foreach (string level in Levels(folder).Where(static level => !Directory.Exists(level)))
                OwnFile.MakeFolder(level);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }

        return MayKeep(folder);
    }

    private static IEnumerable<string> Levels(string folder) => Path.GetDirectoryName(folder) is { } above ? Levels(above).Append(folder) : [folder];

    private static bool MayKeep(string folder)
    {
        if (!IsSafe(folder))
            return false;
        string probe = Path.Combine(folder, $".fathom-{Environment.ProcessId}-{Guid.NewGuid():N}");
        try
        {
            OwnFile.Make(probe).Dispose();
            File.Delete(probe);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
