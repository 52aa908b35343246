using System.Diagnostics;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Ports;

namespace Fathom.Recorder.Runtimes;

/// <summary>The sockets of diagnostic ports in a folder. It is listed again only after it changed, and for a hundredth of a processor as a rule: temporary folders can have very many files.</summary>
internal sealed class PortFolder
{
    private const int MostShare = 100;

    // Several changes within a tick of the kernel have one time, so the folder is listed once more afterwards.
    private static readonly TimeSpan s_settled = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(10);

    private readonly string _path;
    private DateTime _changedUtc;
    private long _listed;
    private TimeSpan _pause;
    private bool _isSettled;

    /// <summary>Nothing is read yet.</summary>
    /// <param name="path">The folder, or a link to it.</param>
    public PortFolder(string path) => _path = Target(path);

    /// <summary>The processes that have a socket there.</summary>
    /// <returns>Null where nothing has changed since the last call, or the folder is listed later.</returns>
    public HashSet<ProcessInstance>? Changed()
    {
        TimeSpan since = Stopwatch.GetElapsedTime(_listed);
        DateTime changedUtc = ChangedUtc();
        bool isSame = changedUtc == _changedUtc;
        if (since < _pause || (isSame && (_isSettled || since < s_settled)))
            return null;
        long start = Stopwatch.GetTimestamp();
        HashSet<ProcessInstance> named = [.. RuntimePorts.Named(_path)];
        (_changedUtc, _isSettled, _listed) = (changedUtc, isSame, Stopwatch.GetTimestamp());
        TimeSpan pause = Stopwatch.GetElapsedTime(start, _listed) * MostShare;
        _pause = pause < s_longest ? pause : s_longest;
        return named;
    }

    // The time of a link is not that of the folder.
    private static string Target(string path)
    {
        try
        {
            return Directory.ResolveLinkTarget(path.TrimEnd('/'), returnFinalTarget: true)?.FullName ?? path;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return path;
        }
    }

    private DateTime ChangedUtc()
    {
        try
        {
            return Directory.GetLastWriteTimeUtc(_path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return default;
        }
    }
}
