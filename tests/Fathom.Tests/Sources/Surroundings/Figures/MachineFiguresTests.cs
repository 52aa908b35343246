using System.Globalization;
using Fathom.Formats.MachineLog;
using Fathom.Model.Machine;
using Fathom.Sources.Surroundings.Facts;
using Fathom.Sources.Surroundings.Figures;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Surroundings.Figures;

/// <summary>Figures of a machine: from texts as the kernel writes them to rows.</summary>
public sealed class MachineFiguresTests : IDisposable
{
    private const long Second = 1_000_000_000;

    private static readonly string[] s_files =
    [
        "proc/stat", "proc/meminfo", "proc/vmstat", "proc/diskstats", "proc/pressure/memory", "proc/net/dev", "proc/net/snmp", "proc/net/netstat",
        "sys/fs/cgroup/app/cpu.stat", "sys/fs/cgroup/app/memory.events", "sys/fs/cgroup/app/memory.current", "sys/fs/cgroup/app/io.stat",
    ];

    private readonly ServerTree _tree = new();

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void Texts_of_a_server_become_rows()
    {
        Server(1);
        using FigureTree figures = new(_tree.Root, 10);
        figures.Read(0);
        Server(2);
        figures.Read(Second);

        Snapshot.Match(string.Join('\n', figures.Rows()) + "\n", "machine-figures.txt");
    }

    [Fact]
    public void Groups_of_the_first_version_are_told_by_their_controllers()
    {
        _tree.Process(10, "web", "3:cpuacct,cpu:/app\n2:memory:/app/web\n1:name=systemd:/x\n0::/other");
        void Group(int times) => _tree
            .With("sys/fs/cgroup/cpu/app/cpu.stat", $"nr_periods {10 * times}\nnr_throttled {4 * times}\nthrottled_time {300_000_000L * times}")
            .With("sys/fs/cgroup/cpuacct/app/cpuacct.usage", $"{500_000_000L * times}")
            .With("sys/fs/cgroup/memory/app/web/memory.usage_in_bytes", "4096").With("sys/fs/cgroup/memory/app/web/memory.limit_in_bytes", "8192")
            .With("sys/fs/cgroup/memory/app/memory.limit_in_bytes", "9223372036854771712")
            .With("sys/fs/cgroup/memory/app/web/memory.failcnt", $"{times}").With("sys/fs/cgroup/unified/other/cpu.stat", "usage_usec 5");
        Group(1);
        using FigureTree figures = new(_tree.Root, 10);
        figures.Read(0);
        Group(2);
        figures.Read(Second);

        string[] expected =
        [
            "control_group /app cpu_ns counter: 500000000", "control_group /app periods counter: 10", "control_group /app throttled_count counter: 4",
            "control_group /app throttled_ns counter: 300000000", "control_group /app/web memory_bytes level: 4096 4096",
            "control_group /app/web memory_limit_bytes level: 8192 8192", "control_group /app/web memory_max_hits counter: 1",
        ];
        Assert.Equal(expected, figures.Rows().Where(static row => row.StartsWith("control_group", StringComparison.Ordinal)).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_disk_that_appears_begins_with_its_second_reading_and_one_that_goes_is_not_known()
    {
        _tree.Folder("sys/block/sda").Folder("sys/block/sdb").With("proc/diskstats", Disk("sda", 7));
        using FigureTree figures = new(_tree.Root);
        figures.Read(0);
        _tree.With("proc/diskstats", $"{Disk("sda", 9)}\n{Disk("sdb", 100)}\n{Disk("sda1", 9)}");
        figures.Read(Second);
        _tree.With("proc/diskstats", Disk("sdb", 105));
        figures.Read(2 * Second);
        figures.Read(3 * Second);
        _tree.With("proc/diskstats", $"{Disk("sda", 50)}\n{Disk("sdb", 105)}");
        figures.Read(4 * Second);
        _tree.With("proc/diskstats", $"{Disk("sda", 53)}\n{Disk("sdb", 1)}");
        figures.Read(5 * Second);

        Assert.Equal([2, null, 3], figures.Values("disk", "sda", "reads"));
        Assert.Equal([5, 0, 0, null], figures.Values("disk", "sdb", "reads"));
        Assert.Empty(figures.Values("disk", "sda1", "reads"));
    }

    [Fact]
    public void A_disk_without_activity_is_told_from_its_first_on()
    {
        _tree.Folder("sys/block/sda").With("proc/diskstats", Disk("sda", 0));
        using FigureTree figures = new(_tree.Root);
        figures.Read(0);
        figures.Read(Second);
        Assert.Empty(figures.Values("disk", "sda", "reads"));
        _tree.With("proc/diskstats", Disk("sda", 4));
        figures.Read(2 * Second);

        Assert.Equal([4], figures.Values("disk", "sda", "reads"));
        (CollectingSink sink, _) = figures.Extract();
        Assert.All(sink.Rows<MachineSampleRow>().Where(static row => row.SpanNs is not null), static row => Assert.Equal(Second, row.SpanNs));
    }

    // 32 bits of milliseconds: 49 days.
    [Fact]
    public void A_time_of_a_disk_that_wraps_goes_on()
    {
        _tree.Folder("sys/block/sda").With("proc/diskstats", "8 0 sda 1 0 8 4294967290 1 0 8 2 0 4294967290 9");
        using FigureTree figures = new(_tree.Root);
        figures.Read(0);
        _tree.With("proc/diskstats", "8 0 sda 1 0 8 4 1 0 8 1 0 4 9");
        figures.Read(Second);

        Assert.Equal([10_000_000], figures.Values("disk", "sda", "busy_ns"));
        Assert.Equal([10_000_000], figures.Values("disk", "sda", "read_ns"));
        Assert.Equal([null], figures.Values("disk", "sda", "write_ns"));
    }

    [Fact]
    public void A_file_larger_than_a_page_is_read_to_its_end()
    {
        string many = string.Join('\n', Enumerable.Range(0, 3_000).Select(static i => $"nr_pages_of_kind_{i} {i}"));
        _tree.With("proc/vmstat", $"{many}\npgmajfault 5");
        using FigureTree figures = new(_tree.Root);
        figures.Read(0);
        _tree.With("proc/vmstat", $"{many}\npgmajfault 8");
        figures.Read(Second);

        Assert.Equal([3], figures.Values("memory", null, "major_faults"));
    }

    [Fact]
    public void A_reading_allocates_nothing_where_no_figure_is_new()
    {
        using MachineFiles machine = new("");
        using MachineLogWriter log = new(Stream.Null);
        using MachineFigures figures = new(machine, log);
        figures.Follow(Environment.ProcessId);
        figures.Next(0);
        figures.Next(1);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 2; i < 102; i++)
            figures.Next(i);

        // A disk or an interface may begin to work meanwhile.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20_000);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Damaged_texts_give_no_figure_that_is_no_difference_of_theirs()
    {
        Random random = new(8);
        for (int run = 0; run < 300; run++)
        {
            Server(1);
            using FigureTree figures = new(_tree.Root, 10);
            figures.Read(0);
            Server(2);
            string file = s_files[random.Next(s_files.Length)];
            byte[] text = File.ReadAllBytes(Path.Combine(_tree.Root, file));
            if (random.Next(2) == 0)
                text = text[..random.Next(text.Length)];
            for (int i = random.Next(4); i > 0 && text.Length > 0; i--)
                text[random.Next(text.Length)] = (byte)random.Next(256);
            File.WriteAllBytes(Path.Combine(_tree.Root, file), text);

            figures.Read(Second);

            (CollectingSink sink, _) = figures.Extract();
            Assert.NotEmpty(sink.Rows<MachineSampleRow>());
            Assert.DoesNotContain(sink.Losses, loss => sink.Text(loss.Scope) == "lines of the log");
            Assert.All(sink.Rows<MachineSampleRow>(), static row => Assert.True(row.Value is null or >= 0 && (row.SpanNs is null or Second)));
        }
    }

    [Theory]
    [InlineData("cpu  99999999999999999999 0 0 0 0 0 0 0 0 0")]
    [InlineData("cpu  9223372036854775807 1 0 0 0 0 0 0 0 0")]
    [InlineData("cpu  -1 0 0 0 0 0 0 0 0 0")]
    [InlineData("cpu  1 2 3")]
    [InlineData("cpu")]
    [InlineData("")]
    public void A_number_that_cannot_be_is_not_known(string line)
    {
        _tree.With("proc/stat", "cpu  1 2 3 4 5 6 7 8 0 0");
        using FigureTree figures = new(_tree.Root);
        figures.Read(0);
        _tree.With("proc/stat", line);
        figures.Read(Second);

        Assert.Equal([null], figures.Values("processor", null, "user_ns"));
    }

    private static string Disk(string name, int reads) => $"   8       0 {name} {reads} 0 0 0 0 0 0 0 0 0 0";

    // Counters grow by what they are at the first reading.
    private void Server(int times)
    {
        string Times(string text) => string.Join(' ', text.Split(' ').Select(Grown));
        string Grown(string word) => word is ['*', .. var number] ? $"{times * long.Parse(number, CultureInfo.InvariantCulture)}" : word;
        void With(string path, params string[] lines) => _tree.With(path, string.Join('\n', lines.Select(Times)));

        With(
            "proc/stat", "cpu  *100 *20 *30 *400 *5 *6 *7 *8 *50 0", "cpu0 1 1 1 1 1 1 1 1 0 0", "intr 5 0 0", "ctxt *900", "btime 1", "processes *12",
            "procs_running 3", "procs_blocked 1", "softirq 1 2");
        With(
            "proc/meminfo", "MemTotal:       1000 kB", "MemFree:         400 kB", "MemAvailable:    600 kB", "Buffers:  1 kB", "Cached:  150 kB",
            "SwapCached: 3 kB", "Dirty:  7 kB", "Writeback:  2 kB", "SwapTotal: 64 kB", "SwapFree: 60 kB", "HugePages_Total: 0");
        With(
            "proc/vmstat", "nr_free_pages 9", "pgpgin *4", "pgpgout *8", "pswpin *2", "pswpout *3", "pgfault *700", "pgmajfault *6", "pgscan_direct 0",
            "oom_kill *1");
        _tree.Folder("sys/block/sda").Folder("sys/block/cciss!c0d0");
        With(
            "proc/diskstats", "   8  0 sda *10 1 *80 *30 *20 2 *160 *40 3 *55 *70 0 0 0 0 1 2", "   8  1 sda1 9 9 9 9 9 9 9 9 9 9 9",
            " 104  0 cciss/c0d0 *1 0 8 1 0 0 0 0 0 1 1", "   7  0 loop0 0 0 0 0 0 0 0 0 0 0 0");
        With("proc/pressure/cpu", $"some avg10=0.00 avg60=0.00 avg300=0.00 total={500 * times}", "full avg10=0.00 avg60=0.00 avg300=0.00 total=0");
        With(
            "proc/pressure/memory", $"some avg10=1.00 avg60=0.00 avg300=0.00 total={60 * times}",
            $"full avg10=0.00 avg60=0.00 avg300=0.00 total={20 * times}");
        With(
            "proc/net/dev", "Inter-|   Receive    |  Transmit", " face |bytes    packets|bytes", "    lo: *5 1 0 0 0 0 0 0 *5 1 0 0 0 0 0 0",
            $"  eth0:{1000 * times} *10 1 *2 0 0 0 0 *300 *3 0 *1 0 0 0 0", "  tun0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
        With(
            "proc/net/snmp", "Ip: Forwarding DefaultTTL", "Ip: 1 64",
            "Tcp: RtoAlgorithm MaxConn ActiveOpens PassiveOpens EstabResets CurrEstab InSegs OutSegs RetransSegs", "Tcp: 1 -1 *2 *4 0 3 *50 *40 *1");
        With("proc/net/netstat", "TcpExt: SyncookiesSent ListenOverflows ListenDrops TCPTimeouts", "TcpExt: 0 *1 *2 0", "IpExt: A", "IpExt: 1");
        _tree.Process(10, "web", "0::/app").With("sys/fs/cgroup/cgroup.controllers", "cpu memory");
        With("sys/fs/cgroup/app/cpu.stat", "usage_usec *700", "user_usec 1", "system_usec 2", "nr_periods *10", "nr_throttled *4", "throttled_usec *90");
        With("sys/fs/cgroup/app/memory.current", "4096");
        With("sys/fs/cgroup/app/memory.max", "8192");
        With("sys/fs/cgroup/app/memory.high", "max");
        With("sys/fs/cgroup/app/memory.events", "low 0", "high *1", "max *3", "oom 0", "oom_kill 0");
        With(
            "sys/fs/cgroup/app/io.stat", $"8:0 rbytes={100 * times} wbytes={200 * times} rios={times} wios=0 dbytes=0 dios=0",
            $"8:16 rbytes={11 * times} wbytes=0 rios=1 wios=0");
        With("sys/fs/cgroup/app/memory.pressure", $"some avg10=0.00 avg60=0.00 avg300=0.00 total={3 * times}");
    }
}
