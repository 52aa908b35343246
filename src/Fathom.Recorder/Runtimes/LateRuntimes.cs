using System.Diagnostics;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Ports;

namespace Fathom.Recorder.Runtimes;

/// <summary>
/// Processes that may open a port long after they began: a shell that a program takes the place of (exec), in a container or with a temporary folder of its own, where no socket that we see tells
/// of it. They are looked at in turn as long as they run: each once a second, and for a five hundredth of a processor at most.
/// </summary>
internal sealed class LateRuntimes
{
    private const int LooksOfSecond = 10;

    private static readonly TimeSpan s_most = TimeSpan.FromMicroseconds(200);

    // Files get the time of the kernel's last tick, which is up to 10 ms ago (100 Hz).
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(10);

    private readonly DateTime _beganUtc = TimeProvider.System.GetUtcNow().UtcDateTime - s_tick;
    private readonly Queue<(ProcessInstance Process, int ParentId)> _waiting = [];

    /// <summary>Those that wait.</summary>
    public IEnumerable<(ProcessInstance Process, int ParentId)> All => _waiting;

    /// <summary>Adds one.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    public void Add(int processId)
    {
        if (ProcessInstance.TryFind(processId, out ProcessInstance process, out int parentId))
            _waiting.Enqueue((process, parentId));
    }

    /// <summary>Looks at the next ones, for a moment; to be called ten times a second. One that had a port before is none of these.</summary>
    /// <param name="found">Told one that has a port now, and its parent's number.</param>
    public void Look(Action<ProcessInstance, int> found)
    {
        long start = Stopwatch.GetTimestamp();
        for (int left = (_waiting.Count + LooksOfSecond - 1) / LooksOfSecond; left > 0 && Stopwatch.GetElapsedTime(start) < s_most; left--)
        {
            (ProcessInstance process, _) = _waiting.Dequeue();
            if (!ProcessInstance.TryFind(process.ProcessId, out ProcessInstance now, out int parentId) || now != process)
                continue;
            if (RuntimePorts.OpenedUtc(process.ProcessId) is not { } openedUtc)
                _waiting.Enqueue((process, parentId));
            else if (openedUtc >= _beganUtc)
                found(process, parentId);
        }
    }
}
