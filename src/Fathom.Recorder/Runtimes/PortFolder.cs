using System.Diagnostics;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Ports;

namespace Fathom.Recorder.Runtimes;

/// <summary>The sockets of diagnostic ports in a folder. It is listed again only after it changed, and for a hundredth of a processor at most: temporary folders can have very many files.</summary>
/// <param name="path">The folder.</param>
internal sealed class PortFolder(string path)
{
    private const int MostShare = 100;

    // Files get the time of the kernel's last tick, which is up to 10 ms ago (100 Hz).
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(20);

    private DateTime _listedUtc = DateTime.UnixEpoch;
    private long _next;

    /// <summary>The processes that have a socket there.</summary>
    /// <returns>Null where nothing has changed since the last call, or the folder is listed later.</returns>
    public HashSet<ProcessInstance>? Changed()
    {
        long start = Stopwatch.GetTimestamp();
        if (start < _next || ChangedUtc() < _listedUtc - s_tick)
            return null;
        _listedUtc = TimeProvider.System.GetUtcNow().UtcDateTime;
        HashSet<ProcessInstance> named = [.. RuntimePorts.Named(path)];
        long end = Stopwatch.GetTimestamp();
        _next = end + ((end - start) * MostShare);
        return named;
    }

    // One that is gone changed long ago.
    private DateTime ChangedUtc()
    {
        try
        {
            return Directory.GetLastWriteTimeUtc(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return DateTime.MinValue;
        }
    }
}
