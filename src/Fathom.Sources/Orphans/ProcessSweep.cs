using System.Globalization;
using System.IO.Enumeration;
using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Orphans.Descriptors;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans;

/// <summary>
/// Looks at every process of a machine: first at its namespaces, and with the mounts of those known, at its mappings and descriptors. Processes that end
/// meanwhile or refuse are counted.
/// </summary>
/// <param name="folders">The machine.</param>
/// <param name="budget">How long it may take.</param>
internal sealed class ProcessSweep(MachineFolders folders, ScanBudget budget)
{
    private readonly List<int> _processes = [];
    private readonly List<NamespaceView> _mounts = [];
    private readonly List<NamespaceView> _ipc = [];

    /// <summary>Mount namespaces, each once.</summary>
    public IReadOnlyList<NamespaceView> MountNamespaces => _mounts;

    /// <summary>Namespaces of System V memory, each once.</summary>
    public IReadOnlyList<NamespaceView> IpcNamespaces => _ipc;

    /// <summary>Processes, without threads of the kernel and those that have ended.</summary>
    public int Count => _processes.Count;

    /// <summary>Processes that refused to be looked at.</summary>
    public int RefusedCount { get; private set; }

    /// <summary>Processes that ended while they were read.</summary>
    public int VanishedCount { get; private set; }

    /// <summary>Processes that were not reached in time.</summary>
    public int MissedCount { get; private set; }

    /// <summary>Finds the processes and their namespaces.</summary>
    public void FindNamespaces(ProcReader proc)
    {
        foreach (int processId in Numbers(folders.Proc).Order())
        {
            if (budget.IsOver)
            {
                MissedCount++;
                continue;
            }

            if (proc.Read(processId, "stat"u8, out ReadOnlySpan<byte> text) != ProcReadState.Read
                || !ProcStat.TryParse(text, out ProcStat stat) || stat.IsKernelThread || stat.HasEnded)
                continue;
            _processes.Add(processId);
            Note(_mounts, Encoding.UTF8.GetString(proc.ReadLink(processId, "ns/mnt"u8)), processId);
            Note(_ipc, Encoding.UTF8.GetString(proc.ReadLink(processId, "ns/ipc"u8)), processId);
        }
    }

    /// <summary>Looks at the mappings and descriptors of all processes.</summary>
    public void Look(ProcReader proc, MappedFiles mapped, DescriptorSweep descriptors)
    {
        int self = Environment.ProcessId;
        for (int i = 0; i < _processes.Count; i++)
        {
            if (budget.IsOver)
            {
                MissedCount += _processes.Count - i;
                break;
            }

            int processId = _processes[i];
            if (processId == self && folders == MachineFolders.Live)
                continue;
            if (proc.Read(processId, "maps"u8, out ReadOnlySpan<byte> maps) == ProcReadState.Read)
                mapped.Add(processId, maps);
            LookAtDescriptors(processId, proc, descriptors);
        }
    }

    private void LookAtDescriptors(int processId, ProcReader proc, DescriptorSweep descriptors)
    {
        string process = Path.Combine(folders.Proc, processId.ToString(CultureInfo.InvariantCulture));
        try
        {
            foreach (int number in Numbers(Path.Combine(process, "fd")))
                descriptors.Look(processId, number, proc);
        }
        catch (UnauthorizedAccessException)
        {
            RefusedCount++;
        }
        catch (IOException)
        {
            if (Directory.Exists(process))
                RefusedCount++;
            else
                VanishedCount++;
        }
    }

    private static void Note(List<NamespaceView> known, string name, int processId)
    {
        if (name.Length > 0 && !known.Exists(view => view.Name == name))
            known.Add(new NamespaceView(name, processId));
    }

    private static FileSystemEnumerable<int> Numbers(string folder) =>
        new(folder, static (ref entry) => int.Parse(entry.FileName, NumberStyles.None, CultureInfo.InvariantCulture), new EnumerationOptions { IgnoreInaccessible = false, AttributesToSkip = 0 })
        {
            ShouldIncludePredicate = static (ref entry) => int.TryParse(entry.FileName, NumberStyles.None, CultureInfo.InvariantCulture, out _),
        };
}
