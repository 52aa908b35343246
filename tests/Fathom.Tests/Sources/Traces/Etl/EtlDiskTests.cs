using System.Globalization;
using Fathom.Formats.Etl;
using Fathom.Model.Processes;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Requests to disks out of Windows traces.</summary>
public sealed class EtlDiskTests
{
    private const int Pid = 700;
    private const int Tid = 704;
    private const ulong Key = 0xFFFF_A000_0000_1000;

    public static TheoryData<string, int, int, int, int> Traced => new()
    {
        { "perfview/net.4.5.x86.win7", 65, 471, 6, 15 },
        { "perfview/net.4.5.2.x86", 2339, 50, 4, 14 },
    };

    // PerfView counts them on Windows, and tells time, size, place, file and duration of the first five of each kind.
    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Traced))]
    public void Requests_are_those_that_the_baseline_tells(string name, int reads, int writes, int flushes, int listed)
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf(name + ".etl.zip"));

        DiskIoRow[] rows = [.. sink.Rows<DiskIoRow>()];
        Assert.Equal((reads, writes, flushes), (Of("read"), Of("write"), Of("flush")));
        Dictionary<uint, int> pids = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => row.Pid);
        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        int found = 0;
        foreach ((SeenKernelEvent told, string[] fields) in Baseline.ReadFields(EtlFiles.PathOf(name + ".baseline.txt")))
        {
            Dictionary<string, string> values = fields.Select(static one => one.Split('=', 2)).ToDictionary(static one => one[0],
                static one => one[1].TrimEnd(';', ' '));
            if (!told.Name.StartsWith("Windows Kernel/DiskIO/", StringComparison.Ordinal) || !values.TryGetValue("ElapsedTimeMSec",
                out string? elapsed))
                continue;
            DiskIoRow row = Assert.Single(rows, row => Math.Abs(row.StartNs + row.QueueNs!.Value
                + row.ServiceNs!.Value - (told.Micro * 1000)) < 1000
                && told.Name.Contains(sink.Text(row.Operation)!, StringComparison.OrdinalIgnoreCase)
                && (!values.TryGetValue("ByteOffset", out string? offset) || Number(offset) == row.OffsetBytes));
            found++;
            // Of a flush it takes a part of another field for the thread.
            if (told.Pid != -1)
                Assert.Equal((told.Pid, told.Tid), (pids[row.ProcessId], tids[row.ThreadId]));
            Assert.InRange((row.QueueNs + row.ServiceNs)!.Value / 1e6, Ms(elapsed) - 0.0011, Ms(elapsed) + 0.0011);
            if (!values.TryGetValue("TransferSize", out string? size))
                continue;
            Assert.Equal((Number(size), values["Priority"].ToLowerInvariant()), (row.SizeBytes, sink.Text(row.Priority)!.Replace(" ", "",
                StringComparison.Ordinal)));
            Assert.StartsWith(values["FileName"].TrimEnd('.'), sink.Text(row.Path) ?? "", StringComparison.OrdinalIgnoreCase);
        }

        Assert.Equal(listed, found);
        // A disk works on one request at a time.
        foreach (IGrouping<string?, DiskIoRow> disk in rows.GroupBy(row => sink.Text(row.Disk)))
        {
            long end = 0;
            foreach (DiskIoRow row in disk.OrderBy(static row => row.StartNs + row.QueueNs))
            {
                Assert.True(row.StartNs + row.QueueNs >= end);
                end = row.StartNs + row.QueueNs!.Value + row.ServiceNs!.Value;
            }
        }

        Assert.DoesNotContain(sink.Rows<RuntimeEventRow>(), row => sink.Text(row.Event)!.Contains("DiskIO", StringComparison.Ordinal)
            && !sink.Text(row.Event)!.EndsWith("Init", StringComparison.Ordinal));

        int Of(string operation) => rows.Count(row => sink.Text(row.Operation) == operation);
    }

    [Fact]
    public void Who_asked_is_who_began_the_request_and_its_file_has_the_name_of_that_time()
    {
        const ulong first = 0xFFFF_E000_0000_0010, second = first + 0x100, third = first + 0x200;
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000)
            .Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, Tid).Process(1_000_120, 800, 4, "other.exe").Thread(1_000_130,
                800, 804)
            .Classic(1_000_140, new Guid("9b79ee91-b5fd-41c0-a243-4248e266e9d0"), 35, [.. Text(@"\Device\HarddiskVolume2"), .. Text("C:")])
            .PerfInfo(0, 1_010_000, KernelHook.DiskReadBegins, 3, [.. P(first), .. U(Tid)]).Stack(0, 1_010_010, 1_010_000, Pid, Tid,
                0x7FF0_0100)
            .PerfInfo(0, 1_020_000, KernelHook.DiskWriteBegins, 3, [.. P(second), .. U(Tid)])
            // It ends on another processor, in whatever thread runs there.
            .PerfInfo(1, 1_110_000, KernelHook.DiskRead, 3, Done(1, 0x60000, 4096, 8192, Key, first, 100_000, Tid))
            .PerfInfo(1, 1_130_000, KernelHook.DiskWrite, 3, Done(1, 0x20000, 512, 1024, Key, second, 110_000, Tid))
            .PerfInfo(0, 1_140_000, KernelHook.FileNameEnds, 2, [.. P(Key), .. Text(@"\Device\HarddiskVolume2\app\a.bin")])
            .PerfInfo(0, 1_150_000, KernelHook.FileNameBegins, 2, [.. P(Key), .. Text(@"\Device\HarddiskVolume2\app\b.bin")])
            .PerfInfo(0, 1_200_000, KernelHook.DiskFlushBegins, 3, [.. P(third), .. U(804)])
            .PerfInfo(1, 1_220_000, KernelHook.DiskFlush, 3, [.. U(1), .. U(0), .. P(20_000), .. P(third), .. U(804)])
            .PerfInfo(1, 1_230_000, KernelHook.DiskRead, 3, Done(0, 0, 1, 2, Key, 77, 5_000, 804))
            .PerfInfo(1, 1_240_000, KernelHook.DiskRead, 3, Done(0, 0, 1, 2, 0x1234, 78, 5_000, 804))
            .Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        Assert.Equal(
            [
                @"704 disk 1 read C:\app\a.bin 4096 at 8192: asked 1000, waited 0, took 10000, normal",
                // The disk was at the one before until 11 ms.
                @"704 disk 1 write C:\app\a.bin 512 at 1024: asked 2000, waited 9000, took 2000, very low",
                @"804 disk 1 flush   at : asked 20000, waited 0, took 2000, ",
                @"804 disk 0 read C:\app\b.bin 1 at 2: asked 22500, waited 0, took 500, ",
                @"804 disk 0 read  1 at 2: asked 23500, waited 0, took 500, ",
            ],
            [
                .. sink.Rows<DiskIoRow>().Select(row => string.Create(CultureInfo.InvariantCulture,
                    $"{tids[row.ThreadId]} {sink.Text(row.Disk)} {sink.Text(row.Operation)} {sink.Text(row.Path)} {row.SizeBytes} "
                    + $"at {row.OffsetBytes}: asked {row.StartNs / 1000}, waited {row.QueueNs / 1000}, took {row.ServiceNs / 1000}, {sink.Text(row.Priority)}")),
            ]);
        Assert.Equal([true, false, false, false, false], sink.Rows<DiskIoRow>().Select(static row => row.StackId != 0));
        Assert.Contains(sink.Losses, loss => (sink.Text(loss.Reason), loss.Count, loss.OutOf, sink.Text(loss.Tables))
            == ("requests to disks about files that the trace does not name", 1, 5, "disk_io"));
        Assert.Single(sink.Losses);
    }

    [Fact]
    public void A_request_that_makes_no_sense_stays_an_event_and_is_a_loss()
    {
        byte[] content = new EtlBytes(1, 10_000_000, 1_000_000).Thread(1_000_110, Pid, Tid)
            .PerfInfo(0, 1_100_000, KernelHook.DiskRead, 3, Done(0, 0, 1, 2, 0, 1, -5, Tid))
            .PerfInfo(0, 1_100_001, KernelHook.DiskRead, 3, Done(0, 0, 1, 2, 0, 1, long.MaxValue, Tid))
            .PerfInfo(0, 1_100_002, KernelHook.DiskRead, 3, [1, 2, 3])
            // Longer than the trace: it began before it.
            .PerfInfo(0, 1_200_000, KernelHook.DiskRead, 3, Done(0, 0, 1, 2, 0, 1, 10_000_000, Tid)).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        DiskIoRow row = Assert.Single(sink.Rows<DiskIoRow>());
        Assert.Equal((0, 0, 20_000_000, 4), (row.StartNs, row.QueueNs!.Value, row.ServiceNs!.Value,
            sink.Rows<RuntimeEventRow>().Count(one => sink.Text(one.Event)!.Contains("DiskIO", StringComparison.Ordinal)) + 1));
        // The one that is too short stays an event whose payload contradicts its fields.
        Assert.Equal(
            [("events", 1), ("requests", 3)], sink.Losses.Select(loss => (sink.Text(loss.Reason)!.Split(' ')[0], loss.Count)).Order());
        Assert.Equal(4, sink.Losses.Single(loss => loss.Count == 3).OutOf);
    }

    private static byte[] Done(uint disk, uint flags, uint bytes, long offset, ulong key, ulong request, long ticks, int tid) =>
        [.. U(disk), .. U(flags), .. U(bytes), .. U(0), .. BitConverter.GetBytes(offset), .. P(key), .. P(request),
            .. BitConverter.GetBytes(ticks), .. U((uint)tid)];

    private static byte[] P(ulong address) => BitConverter.GetBytes(address);

    private static byte[] U(uint number) => BitConverter.GetBytes(number);

    private static byte[] Text(string text) => System.Text.Encoding.Unicode.GetBytes(text + '\0');

    private static long Number(string text) => long.Parse(text, NumberStyles.Number, CultureInfo.InvariantCulture);

    private static double Ms(string text) => double.Parse(text, NumberStyles.Number, CultureInfo.InvariantCulture);
}
