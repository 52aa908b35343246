using Fathom.Sources.Subjects;

namespace Fathom.Capture.Traces;

/// <summary>Keeps the user's folder of traces small: what was written longest ago goes first.</summary>
internal static class TraceCache
{
    /// <summary>The most bytes that are kept there.</summary>
    public const long MaxBytes = 8L << 30;

    // A killed process leaves what it had begun.
    private static readonly TimeSpan s_leftBehind = TimeSpan.FromDays(1);

    /// <summary>Removes what is too much after a recording was put there.</summary>
    /// <param name="place">The recording; it stays. One that is kept elsewhere is not our business.</param>
    public static void Trim(string place)
    {
        if (KeptPlace.CacheFolder() is { } folder && Path.GetDirectoryName(place) == folder)
            Trim(folder, place, MaxBytes);
    }

    internal static void Trim(string folder, string place, long maxBytes)
    {
        try
        {
            (DirectoryInfo Folder, long Bytes)[] kept =
            [
                .. new DirectoryInfo(folder).EnumerateDirectories("*.fathom").OrderByDescending(static one => one.LastWriteTimeUtc)
                    .Select(static one => (one, one.EnumerateFiles("*", SearchOption.AllDirectories).Sum(static file => file.Length))),
            ];
            foreach (DirectoryInfo left in new DirectoryInfo(folder).EnumerateDirectories("*.partial").Where(static one => TimeProvider.System.GetUtcNow() - one.LastWriteTimeUtc > s_leftBehind))
                left.Delete(recursive: true);
            long sum = kept.Where(one => one.Folder.FullName == place).Sum(static one => one.Bytes);
            foreach ((DirectoryInfo one, long bytes) in kept.Where(one => one.Folder.FullName != place))
            {
                sum += bytes;
                if (sum > maxBytes)
                    one.Delete(recursive: true);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another process tidies up, or reads: the next one does what is left.
        }
    }
}
