using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Orphans.Descriptors;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans;

/// <summary>Who is behind numbers of processes and users, and what only the kernel of this machine can be asked for. Tests answer for it.</summary>
internal sealed record OwnerFacts
{
    /// <summary>Name of a process, or null where there is none.</summary>
    public required Func<int, string?> Name { get; init; }

    /// <summary>When a process started, seconds since 1970, or null where there is none.</summary>
    public required Func<int, long?> StartedUnixSeconds { get; init; }

    /// <summary>Names of users.</summary>
    public required UserNames Users { get; init; }

    /// <summary>The segments of System V of each namespace, as the file in /proc; null for one that cannot be entered.</summary>
    public required Func<IReadOnlyList<NamespaceView>, IEnumerable<string[]?>> Segments { get; init; }

    /// <summary>The BPF maps of the kernel.</summary>
    public required Func<ScanBudget, IEnumerable<(DescriptorNotes Notes, string Name)>> Maps { get; init; }

    /// <summary>Answers about this machine.</summary>
    public static OwnerFacts Live(ProcessScanner scanner) => new()
    {
        Name = pid => scanner.Look(pid) is var look ? look.Facts?.Name ?? look.Program : null,
        StartedUnixSeconds = static pid => Started(MachineFolders.Live, pid, BootClock.Now()),
        Users = UserNames.Load("/etc/passwd"),
        Segments = static namespaces => ReadSegments(MachineFolders.Live, namespaces),
        Maps = static budget => BpfMaps.List(budget),
    };

    /// <summary>When a process started, by its stat.</summary>
    internal static long? Started(MachineFolders folders, int pid, BootClock clock)
    {
        const long second = 1_000_000_000;
        using ProcReader proc = new(folders.Proc);
        return ProcStat.TryRead(proc, pid, out ProcStat stat)
            ? clock.StartUnixNs(stat.StartTicks) / second
            : null;
    }

    // The file shows the namespace of its reader.
    private static IEnumerable<string[]?> ReadSegments(MachineFolders folders, IReadOnlyList<NamespaceView> namespaces)
    {
        yield return MachineFolders.Lines(Path.Combine(folders.Proc, "sysvipc", "shm"));
        string? own = new FileInfo(Path.Combine(folders.Proc, "self", "ns", "ipc")).LinkTarget;
        foreach (NamespaceView view in namespaces.Where(view => view.Name != own))
            yield return IpcNamespace.Read(view.ProcessId);
    }
}
