using Fathom.Formats.MachineLog;
using Fathom.Sources.Surroundings.Facts;

namespace Fathom.Sources.Surroundings.Figures;

/// <summary>
/// Tells a log what processors, memory, disks, the network and control groups do, reading by reading. Files stay open and are read into the
/// same memory, so that a reading costs little more than what the kernel needs to write them.
/// </summary>
internal sealed class MachineFigures : IDisposable
{
    private const int Kibibyte = 1024;

    private readonly FigureBook _book;
    private readonly GroupFigures _groups;
    private readonly IFigureReader[] _readers;

    /// <summary>Opens the files of a machine; those that are not there tell nothing.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="log">Gets the figures.</param>
    public MachineFigures(MachineFiles machine, MachineLogWriter log)
    {
        string root = machine.Root;
        _book = new FigureBook(log);
        _groups = new GroupFigures(machine);
        _readers =
        [
            new ProcessorFigures(root),
            new KeyFigures($"{root}/proc/meminfo", null, [.. Sizes()]),
            new KeyFigures($"{root}/proc/vmstat", null, [.. Pages()]),
            new DiskFigures(root),
            PressureFigures.OfMachine(root, "cpu"),
            PressureFigures.OfMachine(root, "memory"),
            PressureFigures.OfMachine(root, "io"),
            new NetworkFigures(root),
            new TableFigures(
                $"{root}/proc/net/snmp",
                [.. "Tcp:"u8],
                new FigureKey(FigureTopics.Tcp, "received_segments", "InSegs"),
                new FigureKey(FigureTopics.Tcp, "sent_segments", "OutSegs"),
                new FigureKey(FigureTopics.Tcp, "retransmits", "RetransSegs"),
                new FigureKey(FigureTopics.Tcp, "connects", "ActiveOpens"),
                new FigureKey(FigureTopics.Tcp, "accepts", "PassiveOpens"),
                new FigureKey(FigureTopics.Tcp, "resets", "EstabResets"),
                FigureKey.Level(FigureTopics.Tcp, "connections", "CurrEstab")),
            new TableFigures(
                $"{root}/proc/net/netstat",
                [.. "TcpExt:"u8],
                new FigureKey(FigureTopics.Tcp, "listen_overflows", "ListenOverflows"),
                new FigureKey(FigureTopics.Tcp, "listen_drops", "ListenDrops"),
                new FigureKey(FigureTopics.Tcp, "timeouts", "TCPTimeouts")),
            _groups,
        ];
    }

    /// <summary>Reads the control groups of a process from now on.</summary>
    public void Follow(int pid) => _groups.Follow(pid);

    /// <summary>Reads all figures.</summary>
    /// <param name="tsNs">When.</param>
    public void Next(long tsNs)
    {
        _book.Begin(tsNs);
        foreach (IFigureReader reader in _readers)
            reader.Read(_book);
        _book.End();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (IFigureReader reader in _readers)
            reader.Dispose();
    }

    private static IEnumerable<FigureKey> Sizes() =>
        from one in ((string Word, string Name)[])
        [
            ("MemTotal:", "total_bytes"), ("MemFree:", "free_bytes"), ("MemAvailable:", "available_bytes"), ("Cached:", "cached_bytes"),
            ("Dirty:", "dirty_bytes"), ("Writeback:", "writeback_bytes"), ("SwapTotal:", "swap_total_bytes"), ("SwapFree:", "swap_free_bytes"),
        ]
        select FigureKey.Level(FigureTopics.Memory, one.Name, one.Word, Kibibyte);

    // The kernel counts pages of the usual size, but what was paged in and out in KiB.
    private static IEnumerable<FigureKey> Pages() =>
        from one in ((string Word, string Name, long Factor)[])
        [
            ("pgfault", "faults", 1), ("pgmajfault", "major_faults", 1),
            ("pswpin", "swap_in_bytes", Environment.SystemPageSize), ("pswpout", "swap_out_bytes", Environment.SystemPageSize),
            ("pgpgin", "page_in_bytes", Kibibyte), ("pgpgout", "page_out_bytes", Kibibyte),
            ("pgscan_direct", "direct_scan_bytes", Environment.SystemPageSize), ("oom_kill", "oom_kills", 1),
        ]
        select new FigureKey(FigureTopics.Memory, one.Name, one.Word, one.Factor);
}
