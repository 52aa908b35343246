using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Surroundings.Figures;

/// <summary>Figures of this machine beside what others know: the kernel's files read by the test itself, and what a program did.</summary>
[Trait(Needs.Trait, Needs.ThrottleReason)]
public sealed class RealFiguresTests
{
    private const long Second = 1_000_000_000;

    // The test reads before and after, so what lies between two readings is no more than that, and what lies outside no less.
    [Theory]
    [InlineData("pgfault", "faults", 1)]
    [InlineData("pgmajfault", "major_faults", 1)]
    [InlineData("pgpgout", "page_out_bytes", 1024)]
    [InlineData("pswpout", "swap_out_bytes", 4096)]
    public void Counters_lie_between_readings_of_the_test(string word, string fact, long factor)
    {
        using FigureTree figures = new("");
        long outerBefore = VmStat(word);
        figures.Read(0);
        long innerBefore = VmStat(word);
        // Pages that were never touched.
        byte[] pages = GC.AllocateUninitializedArray<byte>(32 << 20);
        Array.Fill(pages, (byte)1);
        long innerAfter = VmStat(word);
        figures.Read(Second);
        long outerAfter = VmStat(word);
        GC.KeepAlive(pages);

        long told = Assert.Single(figures.Values("memory", null, fact)) ?? -1;

        Assert.InRange(told, Math.Max(0, innerAfter - innerBefore) * factor, (outerAfter - outerBefore) * factor);
        if (word == "pgfault")
            Assert.True(told > 100);
    }

    [Fact]
    public void What_a_program_wrote_and_flushed_is_on_a_disk()
    {
        const int bytes = 16 << 20;
        using TestFolder folder = new();
        using FigureTree figures = new("");
        figures.Read(0);
        long before = Sectors();
        using (FileStream file = new(folder.File("written"), FileMode.CreateNew))
        {
            byte[] block = new byte[bytes];
            new Random(1).NextBytes(block);
            file.Write(block);
            file.Flush(flushToDisk: true);
        }

        long own = Sectors() - before;
        figures.Read(Second);

        long told = Disks().Sum(disk => figures.Values("disk", disk, "write_bytes").Sum() ?? 0);
        Assert.True(told >= own);
        // In memory only (tmpfs) it is on no disk.
        if (IsOnDisk(folder.File("written")))
            Assert.True(told >= bytes, $"{told} bytes");
    }

    [Fact]
    public async Task What_a_program_sent_to_itself_is_counted_twice_by_the_interface()
    {
        const int bytes = 4 << 20;
        using FigureTree figures = new("");
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        figures.Read(0);
        using TcpClient client = new();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint, TestContext.Current.CancellationToken);
        using TcpClient server = await listener.AcceptTcpClientAsync(TestContext.Current.CancellationToken);
        Task sent = client.GetStream().WriteAsync(new byte[bytes], TestContext.Current.CancellationToken).AsTask();
        await server.GetStream().ReadExactlyAsync(new byte[bytes], TestContext.Current.CancellationToken);
        await sent;
        figures.Read(Second);

        Assert.True(figures.Values("network", "lo", "sent_bytes").Sum() >= bytes);
        Assert.True(figures.Values("network", "lo", "received_bytes").Sum() >= bytes);
        Assert.True(figures.Values("tcp", null, "accepts").Sum() >= 1);
    }

    // Both are of all processors: what the thread itself burned is in it.
    [Fact]
    public void Processor_time_of_a_thread_is_in_that_of_the_machine()
    {
        using FigureTree figures = new("");
        figures.Read(0);
        TimeSpan before = Environment.CpuUsage.TotalTime;
        Assert.True(SpinWait.SpinUntil(() => (Environment.CpuUsage.TotalTime - before).TotalMilliseconds > 300, TimeSpan.FromSeconds(60)));
        double own = (Environment.CpuUsage.TotalTime - before).TotalNanoseconds;
        figures.Read(Second);

        long told = new[] { "user_ns", "system_ns" }.Sum(fact => figures.Values("processor", null, fact).Sum() ?? 0);

        // The kernel counts in ticks of 10 ms, for each processor.
        Assert.True(told >= own - (Environment.ProcessorCount * 20_000_000.0), $"{told} of {own}");
    }

    [Fact]
    public void A_group_that_is_held_back_has_what_the_kernel_says_of_it()
    {
        string group = Path.Combine(Needs.Processors(), $"fathom-test-{Environment.ProcessId}");
        Directory.CreateDirectory(group);
        using Process loop = Process.Start(new ProcessStartInfo("sh", ["-c", "ulimit -t 60; while :; do :; done"]))!;
        try
        {
            File.WriteAllText(Path.Combine(group, "cpu.cfs_period_us"), "20000");
            File.WriteAllText(Path.Combine(group, "cpu.cfs_quota_us"), "4000");
            File.WriteAllText(Path.Combine(group, "cgroup.procs"), loop.Id.ToString(CultureInfo.InvariantCulture));
            using FigureTree figures = new("", loop.Id);
            figures.Read(0);
            long before = Throttled(group);
            Assert.True(SpinWait.SpinUntil(() => Throttled(group) > before + (Second / 5), TimeSpan.FromSeconds(60)));
            long inner = Throttled(group) - before;
            figures.Read(Second);
            long outer = Throttled(group);

            string name = "/" + Path.GetFileName(group);
            Assert.InRange(Assert.Single(figures.Values("control_group", name, "throttled_ns")) ?? -1, inner, outer);
            Assert.True(figures.Values("control_group", name, "throttled_count").Single() > 5);
        }
        finally
        {
            loop.Kill();
            loop.WaitForExit();
            Directory.Delete(group);
        }
    }

    private static long Throttled(string group) => Number(File.ReadLines(Path.Combine(group, "cpu.stat")).Single(static line => line.StartsWith("throttled_time ", StringComparison.Ordinal)));

    private static long VmStat(string word) => Number(File.ReadLines("/proc/vmstat").Single(line => line.StartsWith(word + " ", StringComparison.Ordinal)));

    private static long Number(string line) => long.Parse(line.Split(' ')[1], CultureInfo.InvariantCulture);

    private static string[] Disks() => [.. Directory.GetDirectories("/sys/block").Select(static path => Path.GetFileName(path)!)];

    private static long Sectors() => 512 * Disks().Sum(static disk => long.Parse(
        File.ReadAllText($"/sys/block/{disk}/stat").Split(' ', StringSplitOptions.RemoveEmptyEntries)[6], CultureInfo.InvariantCulture));

    private static bool IsOnDisk(string path) => new DriveInfo(path).DriveFormat is "ext4" or "ext3" or "ext2" or "xfs" or "btrfs";
}
