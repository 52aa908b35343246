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
        if (proc.Read(processId, "status"u8, out ReadOnlySpan<byte> text) != ProcReadState.Read || ProcStatus.Parse(text).NamespaceDepth <= 1)
            return ThreadNumbers.Same;
        List<(uint Runtime, int Tid)> pairs = [];
        foreach (int tid in ProcessThreads.Of(processId))
        {
            // One that has ended meanwhile needs no number.
            if (proc.Read(processId, Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"task/{tid}/status")), out text) == ProcReadState.Read
                && ProcStatus.Parse(text).InnermostPid is > 0 and int inner)
            {
                pairs.Add(((uint)inner, tid));
            }
        }

        return new ThreadNumbers(pairs);
    }
}
