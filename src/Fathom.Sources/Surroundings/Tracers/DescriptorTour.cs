using System.Globalization;
using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Orphans.Kernel;
using Fathom.Sources.Surroundings.Facts;

namespace Fathom.Sources.Surroundings.Tracers;

/// <summary>Looks at the descriptors of all processes but this one for those that a recorder or watcher has, and at who traces whom. Nothing is opened.</summary>
internal sealed class DescriptorTour
{
    private readonly Dictionary<(TracerKind Kind, string Program), long> _counts = [];
    private readonly List<(int Process, string Tracer)> _traced = [];
    private int _refused;
    private int _missed;

    private DescriptorTour()
    {
    }

    /// <summary>What was found, by kind and program.</summary>
    public IReadOnlyDictionary<(TracerKind Kind, string Program), long> Counts => _counts;

    /// <summary>Processes that another one traces (ptrace), such as a debugger.</summary>
    public IReadOnlyList<(int Process, string Tracer)> Traced => _traced;

    /// <summary>What could not be looked at; null where all was.</summary>
    public string? WhyIncomplete =>
        _missed > 0 ? $"the time limit was reached before {Processes(_missed)}"
        : _refused > 0 ? $"{Processes(_refused)} of other users could not be inspected; run as root"
        : null;

    /// <summary>Looks.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="limit">How long it may take.</param>
    public static DescriptorTour Of(MachineFiles machine, TimeSpan limit)
    {
        DescriptorTour tour = new();
        ScanBudget budget = new(limit, CancellationToken.None);
        using ProcReader proc = new($"{machine.Root}/proc");
        foreach (int process in machine.Numbers("proc") ?? [])
        {
            if (machine.IsLive && process == Environment.ProcessId)
                continue;
            if (budget.IsOver)
                tour._missed++;
            else
                tour.Look(machine, proc, process, budget);
        }

        return tour;
    }

    private void Look(MachineFiles machine, ProcReader proc, int process, ScanBudget budget)
    {
        if (!ProcStat.TryRead(proc, process, out ProcStat stat) || stat.IsKernelThread || stat.HasEnded)
            return;
        string folder = string.Create(CultureInfo.InvariantCulture, $"proc/{process}");
        if (proc.Read(process, "status"u8, out ReadOnlySpan<byte> status) == ProcReadState.Read && ProcStatus.Parse(status).Tracer is > 0 and var tracer && tracer != Environment.ProcessId)
            _traced.Add((process, NameOf(proc, tracer)));
        if (machine.Numbers($"{folder}/fd") is not { } numbers)
        {
            if (machine.Has(folder))
                _refused++;
            return;
        }

        int seen = 0;
        foreach (int number in numbers)
        {
            if ((++seen & 1023) == 0 && budget.IsOver)
            {
                _missed++;
                return;
            }

            ReadOnlySpan<byte> link = proc.ReadLink(process, Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"fd/{number}")));
            if (link.StartsWith("anon_inode:"u8))
                Count(machine, proc, process, number, Encoding.UTF8.GetString(link));
        }
    }

    private void Count(MachineFiles machine, ProcReader proc, int process, int number, string link)
    {
        if (TracerKind.All.FirstOrDefault(kind => kind.Link == link) is not { } kind)
            return;
        (TracerKind, string) key = (kind, NameOf(proc, process));
        long count = kind.CountsMarks ? machine.Lines(string.Create(CultureInfo.InvariantCulture, $"proc/{process}/fdinfo/{number}")).Count(IsMark) : 1;
        _counts[key] = _counts.GetValueOrDefault(key) + count;
    }

    // "fanotify sdev:800013 mflags:0 mask:3b ignored_mask:40000000"; the line with the flags of the descriptor has no mask.
    private static bool IsMark(string line) => line.StartsWith("fanotify ", StringComparison.Ordinal) && line.Contains(" mask:", StringComparison.Ordinal);

    private static string Processes(int count) => count == 1 ? "1 process" : $"{count} processes";

    private static string NameOf(ProcReader proc, int process) =>
        proc.Read(process, "comm"u8, out ReadOnlySpan<byte> name) == ProcReadState.Read && name.TrimEnd("\n"u8) is { Length: > 0 } text ? Encoding.UTF8.GetString(text) : "an unknown program";
}
