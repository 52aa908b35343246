using System.Globalization;
using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// Reads the numbers of the threads of a live process. <c>NSpid</c> in <c>/proc/PID/task/TID/status</c> has one for each PID namespace that sees the thread, from that of <c>/proc</c> to the
/// innermost one, in which the runtime asked for its own.
/// </summary>
public static class NamespaceThreads
{
    /// <summary>The number of a thread of which an event of the runtime tells, as text.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="runtimeNumber">The number in the event.</param>
    public static string LabelOf(int processId, long runtimeNumber) => Read(processId).Label((uint)runtimeNumber);

    /// <summary>The numbers as they are now.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    internal static ThreadNumbers Read(int processId)
    {
        using ProcReader proc = new("/proc");
        return proc.Read(processId, "status"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read && ProcStatus.Parse(text).NamespaceDepth > 1
            ? Read(proc, processId, ProcessThreads.Of(processId), [])
            : ThreadNumbers.Same;
    }

    /// <summary>The numbers of some threads, of which those that were not there before are read: a stop is short.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="before">The numbers as they were before.</param>
    /// <param name="tids">The threads that are there now.</param>
    internal static ThreadNumbers Read(int processId, ThreadNumbers before, IReadOnlyList<int> tids)
    {
        if (!before.Differ)
            return before;
        List<(uint Runtime, int Tid)> pairs = [];
        List<int> added = [];
        foreach (int tid in tids)
        {
            if (before.RuntimeNumberOf(tid) is > 0 and uint known)
                pairs.Add((known, tid));
            else
                added.Add(tid);
        }

        using ProcReader proc = new("/proc");
        return Read(proc, processId, added, pairs);
    }

    private static ThreadNumbers Read(ProcReader proc, int processId, IReadOnlyList<int> tids, List<(uint Runtime, int Tid)> pairs)
    {
        foreach (int tid in tids)
        {
            // One that has ended meanwhile needs no number.
            if (proc.Read(processId, Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"task/{tid}/status")), out ReadOnlySpan<byte> text) == ProcReadState.Read
                && ProcStatus.Parse(text).InnermostPid is > 0 and int inner)
            {
                pairs.Add(((uint)inner, tid));
            }
        }

        return new ThreadNumbers(pairs);
    }
}
