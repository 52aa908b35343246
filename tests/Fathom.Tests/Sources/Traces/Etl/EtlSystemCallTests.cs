using System.Globalization;
using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Model.Processes;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>System calls out of Windows traces. No public file has any: the files are written here, with real payloads where that is
/// said.</summary>
public sealed class EtlSystemCallTests
{
    private const int Pid = 700;
    private const int Tid = 704;
    private const int Other = 708;
    private const ulong Kernel = 0xFFFF_F800_1000_0000;

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Real_payloads_have_the_fields_that_their_authors_expect()
    {
        using JsonDocument all = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("payload-vectors.json")));
        JsonElement[] calls = [.. all.RootElement.GetProperty("vectors").EnumerateArray().Where(static vector =>
            vector.GetProperty("category").GetString() == "PerfInfo" && vector.GetProperty("opcode").GetInt32() is 51 or 52)];
        JsonElement enter = calls.Single(static vector => vector.GetProperty("opcode").GetInt32() == 51),
            exit = calls.Single(static vector => vector.GetProperty("opcode").GetInt32() == 52);
        ulong address = enter.GetProperty("fields")[0][2].GetUInt64();
        uint status = exit.GetProperty("fields")[0][2].GetUInt32();
        byte[] content = new EtlBytes(1, 10_000_000, 1_000_000) { IsNarrow = true }.Thread(1_000_110, Pid, Tid).Switch(0, 1_010_000, Tid,
            0, 0, 0)
            .PerfInfo(0, 1_020_000, KernelHook.CallEnter, 2, Payload(enter)).PerfInfo(0, 1_025_000, KernelHook.CallReturn, 2,
                Payload(exit)).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Assert.Equal([$"{Tid} 0x{address:x} 2000+500 = {status} "], Told(sink));

        static byte[] Payload(JsonElement vector) => Convert.FromHexString(vector.GetProperty("payload").GetString()!);
    }

    [Fact]
    public void A_call_is_of_the_thread_that_has_the_processor_and_ends_where_that_thread_returns()
    {
        byte[] content = Begin().Image(1_000_200, 0, Kernel, 0x10_0000, @"\SystemRoot\system32\ntoskrnl.exe")
            // Before the first switch nobody knows who runs.
            .PerfInfo(0, 1_005_000, KernelHook.CallEnter, 2, P(Kernel + 0x10)).PerfInfo(0, 1_006_000, KernelHook.CallReturn, 2, U(0))
            .Switch(0, 1_010_000, Tid, 0, 0, 0)
            // A return of before.
            .PerfInfo(0, 1_011_000, KernelHook.CallReturn, 2, U(0))
            .PerfInfo(0, 1_020_000, KernelHook.CallEnter, 2, P(Kernel + 0x100)).Stack(0, 1_020_010, 1_020_000, Pid, Tid, 0x7FF0_0100)
            // It waits; the other one calls meanwhile, and it returns on another processor.
            .Switch(0, 1_030_000, Other, Tid, 5, 0)
            .PerfInfo(0, 1_031_000, KernelHook.CallEnter, 2, P(Kernel + 0x200)).PerfInfo(0, 1_032_000, KernelHook.CallReturn, 2,
                U(0xC0000022))
            .Switch(1, 1_040_000, Tid, 0, 0, 0)
            .PerfInfo(1, 1_050_000, KernelHook.CallReturn, 2, U(0x102))
            // A handle with the bits of an error, and more.
            .PerfInfo(1, 1_060_000, KernelHook.CallEnter, 2, P(0xFFFF_F960_0000_0000)).PerfInfo(1, 1_061_000, KernelHook.CallReturn, 2,
                U(0xE1050423))
            // Its return was lost; then one that had not returned.
            .PerfInfo(1, 1_070_000, KernelHook.CallEnter, 2, P(Kernel + 0x200)).PerfInfo(1, 1_071_000, KernelHook.CallEnter, 2,
                P(Kernel + 0x100))
            .PerfInfo(1, 1_072_000, KernelHook.CallEnter, 2, [1, 2, 3]).PerfInfo(1, 1_073_000, KernelHook.CallReturn, 2, [1])
            .Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Assert.Equal(
            [
                " ntoskrnl.exe+0x10 500+ =  ",
                "708 ntoskrnl.exe+0x200 3100+100 = 3221225506 STATUS_ACCESS_DENIED",
                "704 ntoskrnl.exe+0x100 2000+3000 = 258 ",
                "704 0xfffff96000000000 6000+100 = 3775202339 ",
                "704 ntoskrnl.exe+0x200 7000+ =  ",
                "704 ntoskrnl.exe+0x100 7100+ =  ",
            ],
            Told(sink));
        Assert.Equal([0u, 0, 1, 0, 0, 0], sink.Rows<SystemCallRow>().Select(static row => Math.Min(row.StackId, 1)));
        uint unknown = sink.Rows<SystemCallRow>()[0].ProcessId;
        Assert.Equal((-1, "unknown"), sink.Rows<ProcessRow>().Where(row => row.ProcessId == unknown).Select(row => (row.Pid,
            sink.Text(row.Name))).Single());
        // The code that serves it has a frame, which a PDB names later.
        Dictionary<uint, uint> frames = sink.Rows<StackFrameRow>().Where(static row => row.Depth == 0).ToDictionary(static row =>
            row.StackId, static row => row.FrameId);
        Assert.Equal([0x10, 0x200, 0x100, unchecked((long)0xFFFF_F960_0000_0000), 0x200, 0x100], sink.Rows<SystemCallRow>().Select(row =>
            sink.Rows<FrameRow>().Single(frame =>
            frame.FrameId == frames[row.CallStackId]).Offset!.Value));
        // What has a row is no event; what has none stays one.
        Assert.Equal(["SysClEnter", "SysClExit", "SysClExit", "SysClExit"], sink.Rows<RuntimeEventRow>().Select(row =>
            sink.Text(row.Event)!.Split('/')[^1])
            .Where(static name => name.StartsWith("SysCl", StringComparison.Ordinal)).Order());
        Assert.Equal([(1, 6L), (2, 8L)], sink.Losses.Where(loss => sink.Text(loss.Tables) == "system_call").Select(static loss =>
            (loss.Count, loss.OutOf!.Value)));
    }

    private static EtlBytes Begin() => new EtlBytes(2, 10_000_000, 1_000_000)
        .Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, Tid).Thread(1_000_120, Pid, Other);

    private static string[] Told(CollectingSink sink)
    {
        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        return
        [
            .. sink.Rows<SystemCallRow>().Select(row => string.Create(CultureInfo.InvariantCulture,
                $"{(row.ThreadId == 0 ? "" : tids[row.ThreadId])} {sink.Text(row.Call)} "
                    + $"{row.StartNs / 1000}+{row.DurationNs / 1000} = {row.Result} {sink.Text(row.Error)}")),
        ];
    }

    private static byte[] P(ulong address) => BitConverter.GetBytes(address);

    private static byte[] U(uint number) => BitConverter.GetBytes(number);
}
