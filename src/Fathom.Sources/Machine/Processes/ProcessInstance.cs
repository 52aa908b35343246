using System.Globalization;
using System.IO.Enumeration;

namespace Fathom.Sources.Machine.Processes;

/// <summary>A process, told from a later one of the same number by its start.</summary>
/// <param name="ProcessId">Its number (pid) in our PID namespace.</param>
/// <param name="StartTicks">Its start, in clock ticks from boot.</param>
public readonly record struct ProcessInstance(int ProcessId, long StartTicks)
{
    /// <summary>The number by which it knows itself: another one in a PID namespace of its own.</summary>
    public int InnerProcessId => ProcStatus.Of(ProcessId)?.InnermostPid ?? ProcessId;

    /// <summary>The process that runs under a number, and its parent's number; false where there is none.</summary>
    public static bool TryFind(int processId, out ProcessInstance process, out int parentId)
    {
        using ProcReader reader = new("/proc");
        bool isThere = ProcStat.TryRead(reader, processId, out ProcStat stat) && !stat.HasEnded && !stat.IsKernelThread;
        (process, parentId) = (new(processId, stat.StartTicks), stat.ParentPid);
        return isThere;
    }

    /// <summary>The numbers of all processes of this moment.</summary>
    /// <param name="root">Where the proc file system is mounted.</param>
    public static IEnumerable<int> Numbers(string root = "/proc") => new FileSystemEnumerable<int>(
        root,
        static (ref entry) => int.Parse(entry.FileName, NumberStyles.None, CultureInfo.InvariantCulture))
    {
        ShouldIncludePredicate = static (ref entry) => int.TryParse(entry.FileName, NumberStyles.None, CultureInfo.InvariantCulture, out _),
    };
}
