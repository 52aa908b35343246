using System.Globalization;
using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Model.Processes;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Page faults out of Windows traces.</summary>
public sealed class EtlFaultTests
{
    private const int Pid = 700;
    private const int Tid = 704;
    private const ulong Key = 0xFFFF_A000_0000_1000;

    // PerfView counts them on Windows, and tells time, duration, place, address, size, file, process and thread of the first five.
    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("perfview/net.4.5.x86.win7", 35)]
    [InlineData("perfview/net.4.5.2.x86", 394)]
    public void Hard_faults_are_those_that_the_baseline_tells(string name, int count)
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf(name + ".etl.zip"));

        PageFaultRow[] rows = [.. sink.Rows<PageFaultRow>()];
        Assert.Equal((count, count), (rows.Length, rows.Count(row => sink.Text(row.Kind) == "hard" && row.DurationNs > 0
            && row.SizeBytes > 0)));
        Dictionary<uint, int> pids = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => row.Pid);
        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        int found = 0;
        foreach ((SeenKernelEvent told, string[] fields) in Baseline.ReadFields(EtlFiles.PathOf(name + ".baseline.txt")))
        {
            if (told.Name != "Windows Kernel/Memory/HardFault")
                continue;
            found++;
            Dictionary<string, string> values = fields.Select(static one => one.Split('=', 2)).ToDictionary(static one => one[0],
                static one => one[1].TrimEnd(';', ' '));
            PageFaultRow row = Assert.Single(rows, row => Math.Abs(row.StartNs + row.DurationNs!.Value - (told.Micro * 1000)) < 1000);
            Assert.Equal((told.Pid, told.Tid), (pids[row.ProcessId], tids[row.ThreadId]));
            Assert.InRange(row.DurationNs!.Value / 1e6, Ms(values["ElapsedTimeMSec"]) - 0.0011, Ms(values["ElapsedTimeMSec"]) + 0.0011);
            Assert.Equal(
                (Number(values["ReadOffset"]), Number(values["ByteCount"]), ulong.Parse(values["VirtualAddress"].AsSpan(2),
                    NumberStyles.HexNumber, CultureInfo.InvariantCulture)),
                (row.OffsetBytes, row.SizeBytes, row.Address));
            Assert.StartsWith(values["FileName"].TrimEnd('.'), sink.Text(row.Path) ?? "", StringComparison.OrdinalIgnoreCase);
        }

        Assert.Equal(5, found);
        Assert.DoesNotContain(sink.Rows<RuntimeEventRow>(), row => sink.Text(row.Event)!.Contains("HardFault", StringComparison.Ordinal));
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Real_payloads_have_the_fields_that_their_authors_expect()
    {
        using JsonDocument all = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("payload-vectors.json")));
        int count = 0;
        foreach (JsonElement vector in all.RootElement.GetProperty("vectors").EnumerateArray().Where(static vector =>
            vector.GetProperty("category").GetString() == "PageFault" && vector.GetProperty("opcode").GetInt32() is <= 15 or 32))
        {
            FaultFields fields = FaultFields.Read(Convert.FromHexString(vector.GetProperty("payload").GetString()!),
                vector.GetProperty("pointer_size").GetInt32(), vector.GetProperty("opcode").GetInt32() == 32);
            Dictionary<string, string> here = new()
            {
                ["VirtualAddress"] = $"{fields.Address}", ["ProgramCounter"] = $"{fields.Code}", ["InitialTime"] = $"{fields.BeginTicks}",
                ["ReadOffset"] = $"{fields.Offset}", ["FileObject"] = $"{fields.File}", ["ByteCount"] = $"{fields.Size}",
                    ["TThreadId"] = "5008",
            };
            Assert.True(fields.IsWhole);
            Assert.All(vector.GetProperty("fields").EnumerateArray(), field => Assert.Equal(field[2].ToString(),
                here[field[0].GetString()!]));
            count++;
        }

        Assert.Equal(6, count);
    }

    [Fact]
    public void Faults_have_their_kind_and_those_that_read_a_file_its_name_and_their_begin()
    {
        byte[] content = Begin()
            .Classic(1_000_140, new Guid("9b79ee91-b5fd-41c0-a243-4248e266e9d0"), 35, [.. Text(@"\Device\HarddiskVolume2"), .. Text("C:")])
            .PerfInfo(0, 1_000_150, KernelHook.FileNameBegins, 2, [.. P(Key), .. Text(@"\Device\HarddiskVolume2\app\a.dll")])
            // Nobody knows who has the processor.
            .PerfInfo(0, 1_005_000, KernelHook.DemandZeroFault, 2, Soft(0x1000))
            .Switch(0, 1_010_000, Tid, 0, 0, 0)
            .PerfInfo(0, 1_020_000, KernelHook.DemandZeroFault, 2, Soft(0x2000)).Stack(0, 1_020_010, 1_020_000, Pid, Tid, 0x7FF0_0100)
            .PerfInfo(0, 1_030_000, KernelHook.TransitionFault, 2, Soft(0x3000))
            .PerfInfo(0, 1_040_000, KernelHook.CopyOnWrite, 2, Soft(0x4000))
            .PerfInfo(0, 1_050_000, KernelHook.GuardPageFault, 2, Soft(0x5000))
            .PerfInfo(0, 1_060_000, KernelHook.AccessViolation, 2, Soft(0x6000))
            // The same fault is told twice: when it begins, and when it was read.
            .PerfInfo(0, 1_070_000, KernelHook.HardPageFault, 2, Soft(0x7000))
            .PerfInfo(1, 1_090_000, KernelHook.HardFault, 2, Hard(1_070_000, 8192, 0x7000, Key, 16_384))
            // Begins that make no sense, and a file without a name.
            .PerfInfo(1, 1_091_000, KernelHook.HardFault, 2, Hard(0, 0, 0x8000, Key, 4096))
            .PerfInfo(1, 1_092_000, KernelHook.HardFault, 2, Hard(2_000_000, 0, 0x9000, 77, 4096))
            .PerfInfo(1, 1_093_000, KernelHook.HardFault, 2, [1, 2, 3]).PerfInfo(1, 1_094_000, KernelHook.HardFault, 2, Hard(0, -1, 1,
                Key, 1))
            .Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Assert.Equal(
            [
                " demand zero 1000: 500+ @", "704 demand zero 2000: 2000+ @", "704 transition 3000: 3000+ @",
                    "704 copy on write 4000: 4000+ @",
                "704 guard page 5000: 5000+ @", "704 access violation 6000: 6000+ @", @"704 hard 7000: 7000+2000 C:\app\a.dll16384@8192",
                @"704 hard 8000: 9100+ C:\app\a.dll4096@0", "704 hard 9000: 9200+ 4096@0",
            ],
            Told(sink));
        Assert.Equal([1], sink.Rows<PageFaultRow>().Index().Where(static row => row.Item.StackId != 0).Select(static row => row.Index));
        Assert.Equal(["HardFault", "HardFault", "HardPageFault"], sink.Rows<RuntimeEventRow>().Select(row =>
            sink.Text(row.Event)!.Split('/')[^1])
            .Where(static name => name.EndsWith("Fault", StringComparison.Ordinal)).Order());
        Assert.Equal([(1, 9L), (1, 9L), (2, 11L)], sink.Losses.Where(loss => sink.Text(loss.Tables) == "page_fault")
            .Select(static loss => (loss.Count, loss.OutOf!.Value)));
    }

    [Fact]
    public void Hard_faults_without_their_files_count_where_a_trace_has_no_others()
    {
        byte[] content = Begin().Switch(0, 1_010_000, Tid, 0, 0, 0).PerfInfo(0, 1_070_000, KernelHook.HardPageFault, 2,
            Soft(0x7000)).Build();

        Assert.Equal(["704 hard 7000: 7000+ @"], Told(ExtractedEtl.Of(content)));
    }

    private static EtlBytes Begin() => new EtlBytes(2, 10_000_000, 1_000_000).Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110,
        Pid, Tid);

    private static string[] Told(CollectingSink sink)
    {
        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        return
        [
            .. sink.Rows<PageFaultRow>().Select(row => string.Create(CultureInfo.InvariantCulture,
                $"{(row.ThreadId == 0 ? "" : tids[row.ThreadId])} {sink.Text(row.Kind)} {row.Address:x}: "
                    + $"{row.StartNs / 1000}+{row.DurationNs / 1000} {sink.Text(row.Path)}{row.SizeBytes}@{row.OffsetBytes}")),
        ];
    }

    private static byte[] Soft(ulong address) => [.. P(address), .. P(0x7FF0_0000)];

    private static byte[] Hard(long begin, long offset, ulong address, ulong key, uint bytes) =>
        [.. BitConverter.GetBytes(begin), .. BitConverter.GetBytes(offset), .. P(address), .. P(key), .. BitConverter.GetBytes(Tid),
            .. BitConverter.GetBytes(bytes)];

    private static byte[] P(ulong address) => BitConverter.GetBytes(address);

    private static byte[] Text(string text) => System.Text.Encoding.Unicode.GetBytes(text + '\0');

    private static long Number(string text) => long.Parse(text, NumberStyles.Number, CultureInfo.InvariantCulture);

    private static double Ms(string text) => double.Parse(text, NumberStyles.Number, CultureInfo.InvariantCulture);
}
