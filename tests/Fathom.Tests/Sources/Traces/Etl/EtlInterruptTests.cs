using System.Globalization;
using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Model.Processes;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Model.Windows;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Interrupts and DPCs out of Windows traces. No public file has any: the files are written here, with real payloads where that is
/// said.</summary>
public sealed class EtlInterruptTests
{
    private const int Pid = 700;
    private const int Tid = 704;
    private const ulong Driver = 0xFFFF_F800_2000_0000;

    private static readonly Dictionary<int, string> s_kinds = new()
    {
        [50] = "MSI", [66] = "threaded DPC", [67] = "ISR", [68] = "DPC", [69] = "timer DPC",
    };

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Real_payloads_have_the_fields_that_their_authors_expect()
    {
        using JsonDocument all = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("payload-vectors.json")));
        HashSet<string> met = [];
        foreach (JsonElement vector in all.RootElement.GetProperty("vectors").EnumerateArray().Where(static vector =>
            vector.GetProperty("category").GetString() == "PerfInfo" && s_kinds.ContainsKey(vector.GetProperty("opcode").GetInt32())))
        {
            Dictionary<string, JsonElement> fields = vector.GetProperty("fields").EnumerateArray().ToDictionary(
                static field => field[0].GetString()!, static field => field[2]);
            long begin = fields["InitialTime"].GetInt64();
            int opcode = vector.GetProperty("opcode").GetInt32();
            byte[] content = new EtlBytes(2, 10_000_000, begin - 1000) { IsNarrow = vector.GetProperty("pointer_size").GetInt32() == 4 }
                .PerfInfo(1, begin + 250, 0x0F00 | opcode, 2, Convert.FromHexString(vector.GetProperty("payload").GetString()!)).Build();

            CollectingSink sink = ExtractedEtl.Of(content);

            InterruptRow row = Assert.Single(sink.Rows<InterruptRow>().ToArray());
            Assert.Equal((s_kinds[opcode], 1, 100_000L, 25_000L, 25_000L), (sink.Text(row.Kind), row.Processor, row.StartNs, row.DurationNs, row.OwnNs));
            Assert.Equal($"0x{fields["Routine"].GetUInt64():x}", sink.Text(row.Routine));
            bool isInterrupt = fields.ContainsKey("Vector");
            Assert.Equal(isInterrupt ? fields["Vector"].GetInt32() : null, row.Vector);
            Assert.Equal(isInterrupt ? fields["ReturnValue"].GetInt32() != 0 : null, row.Claimed);
            met.Add(s_kinds[opcode]);
        }

        Assert.Equal(s_kinds.Values.Order(), met.Order());
    }

    [Theory]
    [InlineData(10_000_000)]
    [InlineData(3_579_545)]
    public void A_begin_of_days_ago_is_none_and_one_at_the_end_is_no_time(long ticksPerSecond)
    {
        const long days = 4_000_000_000_000;
        byte[] content = new EtlBytes(1, ticksPerSecond, days)
            .PerfInfo(0, days + 1001, KernelHook.DeferredCall, 2, Dpc(days + 1001, Driver))
            .PerfInfo(0, days + 2003, KernelHook.DeferredCall, 2, Dpc(1, Driver)).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Assert.Equal([0L, null], sink.Rows<InterruptRow>().Select(static row => row.DurationNs));
        Assert.Equal([0L, null], sink.Rows<InterruptRow>().Select(static row => row.OwnNs));
    }

    [Fact]
    public void Time_within_another_one_counts_once_and_who_had_the_processor_is_told()
    {
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000).Process(1_000_050, 0, 0, "Idle").Process(1_000_100, Pid, 4, "shop.exe")
            .Thread(1_000_110, Pid, Tid).Image(1_000_200, 0, Driver, 0x10_0000, @"\SystemRoot\system32\drivers\net.sys")
            // Before the first switch nobody knows who runs.
            .PerfInfo(0, 1_006_000, KernelHook.DeferredCall, 2, Dpc(1_005_000, Driver + 0x10))
            .Switch(0, 1_010_000, Tid, 0, 0, 0)
            // Two interrupts, one within the other, within a DPC; another processor does the same at the same time.
            .PerfInfo(0, 1_023_000, KernelHook.Interrupt, 2, Isr(1_022_500, Driver + 0x20, isClaimed: false, 81))
            .PerfInfo(0, 1_024_000, KernelHook.MessageInterrupt, 2, [.. Isr(1_022_000, Driver + 0x30, isClaimed: true, 145), 0, 0, 0, 0])
            .PerfInfo(1, 1_025_000, KernelHook.TimerCall, 2, Dpc(1_021_000, 0xFFFF_F900_0000_0000))
            .PerfInfo(0, 1_030_000, KernelHook.DeferredCall, 2, Dpc(1_020_000, Driver + 0x10)).Stack(0, 1_030_010, 1_030_000, Pid, Tid, 0x7FF0_0100)
            .Switch(0, 1_031_000, 0, Tid, 5, 0)
            .PerfInfo(0, 1_033_000, KernelHook.ThreadedCall, 2, Dpc(1_032_000, Driver + 0x40))
            // A begin that is not told, one behind the end, and one that is cut.
            .PerfInfo(0, 1_040_000, KernelHook.DeferredCall, 2, Dpc(0, Driver + 0x10))
            .PerfInfo(0, 1_041_000, KernelHook.DeferredCall, 2, Dpc(1_050_000, Driver + 0x10))
            .PerfInfo(0, 1_042_000, KernelHook.Interrupt, 2, [.. Dpc(1_041_500, Driver), 1]).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        Dictionary<uint, string?> processes = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, row => sink.Text(row.Name));
        Assert.Equal(
            [
                "DPC|net.sys|net.sys+0x10|500+100|100|0||||",
                "ISR|net.sys|net.sys+0x20|2250+50|50|0|shop|704|81|False",
                "MSI|net.sys|net.sys+0x30|2200+200|150|0|shop|704|145|True",
                "timer DPC||0xfffff90000000000|2100+400|400|1||||",
                "DPC|net.sys|net.sys+0x10|2000+1000|800|0|shop|704||",
                "threaded DPC|net.sys|net.sys+0x40|3200+100|100|0|Idle|||",
                "DPC|net.sys|net.sys+0x10|4000+||0|Idle|||",
                "DPC|net.sys|net.sys+0x10|4100+||0|Idle|||",
            ],
            sink.Rows<InterruptRow>().Select(row => string.Create(CultureInfo.InvariantCulture,
                $"{sink.Text(row.Kind)}|{sink.Text(row.Module)}|{sink.Text(row.Routine)}|{row.StartNs / 1000}+{row.DurationNs / 1000}|{row.OwnNs / 1000}"
                + $"|{row.Processor}|{processes.GetValueOrDefault(row.ProcessId)}|{(row.ThreadId == 0 ? "" : tids[row.ThreadId])}|{row.Vector}|{row.Claimed}")));
        // What nobody can tell makes no process.
        Assert.DoesNotContain(sink.Rows<ProcessRow>(), static row => row.Pid == -1);
        // The routine has a frame, which a PDB names later.
        Dictionary<uint, uint> frames = sink.Rows<StackFrameRow>().Where(static row => row.Depth == 0).ToDictionary(static row => row.StackId, static row => row.FrameId);
        Assert.Equal([0x10, 0x20, 0x30], sink.Rows<InterruptRow>().Take(3).Select(row =>
            sink.Rows<FrameRow>().Single(frame => frame.FrameId == frames[row.RoutineStackId]).Offset!.Value));
        Assert.Equal([4], sink.Rows<InterruptRow>().Index().Where(static row => row.Item.StackId != 0).Select(static row => row.Index));
        Assert.Equal(["Windows Kernel/PerfInfo/ISR"], sink.Rows<RuntimeEventRow>().Select(row => sink.Text(row.Event)!)
            .Where(static name => name.Contains("PerfInfo", StringComparison.Ordinal)));
        Assert.Equal([(1L, 9L), (2L, 8L)], sink.Losses.Where(loss => sink.Text(loss.Tables) == "interrupt").Select(static loss => (loss.Count, loss.OutOf!.Value)));
    }

    [Fact]
    public void Many_that_lie_one_after_the_other_keep_all_of_their_time()
    {
        EtlBytes bytes = new(1, 10_000_000, 1_000_000);
        for (int i = 0; i < 5000; i++)
            bytes.PerfInfo(0, 1_001_000 + (i * 20), KernelHook.Interrupt, 2, Isr(1_001_000 + (i * 20) - 10, Driver, isClaimed: true, 1));

        CollectingSink sink = ExtractedEtl.Of(bytes.Build());

        Assert.Equal(5000, sink.Rows<InterruptRow>().Count(static row => row is { DurationNs: 1000, OwnNs: 1000 }));
    }

    private static byte[] Dpc(long begin, ulong routine) => [.. BitConverter.GetBytes(begin), .. BitConverter.GetBytes(routine)];

    private static byte[] Isr(long begin, ulong routine, bool isClaimed, ushort vector) =>
        [.. Dpc(begin, routine), isClaimed ? (byte)1 : (byte)0, .. BitConverter.GetBytes(vector), 0];
}
