using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Model.Processes;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Model.Windows;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Calls about address space out of Windows traces. No public file has any: the files are written here, with real payloads where
/// that is said.</summary>
public sealed class EtlVirtualMemoryTests
{
    private const int Pid = 700;
    private const int Tid = 704;

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Real_payloads_have_the_fields_that_their_authors_expect()
    {
        using JsonDocument all = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("payload-vectors.json")));
        List<string> operations = [];
        foreach (JsonElement vector in all.RootElement.GetProperty("vectors").EnumerateArray().Where(static vector =>
            vector.GetProperty("category").GetString() == "PageFault" && vector.GetProperty("opcode").GetInt32() is 98 or 99))
        {
            long[] told = [.. vector.GetProperty("fields").EnumerateArray().Select(static field => field[2].GetInt64())];
            byte[] content = new EtlBytes(1, 10_000_000, 1_000_000) { IsNarrow = vector.GetProperty("pointer_size").GetInt32() == 4 }
                .PerfInfo(0, 1_010_000, 0x0200 | vector.GetProperty("opcode").GetInt32(), 2, Convert.FromHexString(vector.GetProperty("payload").GetString()!)).Build();

            CollectingSink sink = ExtractedEtl.Of(content);

            VirtualMemoryRow row = Assert.Single(sink.Rows<VirtualMemoryRow>().ToArray());
            int pid = sink.Rows<ProcessRow>().Single(process => process.ProcessId == row.ProcessId).Pid;
            Assert.Equal((told[0], told[1], told[2], told[3]), ((long)row.Address, row.SizeBytes, pid, row.Flags));
            operations.Add(sink.Text(row.Operation)!);
        }

        Assert.Equal(["commit", "release"], operations);
    }

    [Fact]
    public void Calls_have_what_they_did_and_who_called()
    {
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000).Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, Tid)
            .PerfInfo(0, 1_005_000, KernelHook.VirtualAlloc, 2, Call(0x10_0000, 0x1000, 0x2000))
            .Switch(0, 1_010_000, Tid, 0, 0, 0)
            .PerfInfo(0, 1_020_000, KernelHook.VirtualAlloc, 2, Call(0x20_0000, 0x2000, 0x3000)).Stack(0, 1_020_010, 1_020_000, Pid, Tid, 0x7FF0_0100)
            .PerfInfo(0, 1_021_000, KernelHook.VirtualAlloc, 2, Call(0x20_0000, 0x2000, 0x8_0000))
            .PerfInfo(0, 1_022_000, KernelHook.VirtualFree, 2, Call(0x20_0000, 0x1000, 0x4000))
            .PerfInfo(0, 1_023_000, KernelHook.VirtualFree, 2, Call(0x20_0000, 0x2000, 0x8000))
            .PerfInfo(0, 1_024_000, KernelHook.VirtualFree, 2, Call(0x20_0000, 0x2000, 0))
            .PerfInfo(0, 1_025_000, KernelHook.VirtualFree, 2, [1, 2, 3]).PerfInfo(0, 1_026_000, KernelHook.VirtualAlloc, 2, Call(1, ulong.MaxValue, 0)).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        Assert.Equal(
            [
                " reserve 100000 4096", "704 reserve and commit 200000 8192", "704 alloc 200000 8192", "704 decommit 200000 4096", "704 release 200000 8192",
                "704 free 200000 8192",
            ],
            sink.Rows<VirtualMemoryRow>().Select(row => $"{(row.ThreadId == 0 ? "" : tids[row.ThreadId])} {sink.Text(row.Operation)} {row.Address:x} {row.SizeBytes}"));
        Assert.Equal([1], sink.Rows<VirtualMemoryRow>().Index().Where(static row => row.Item.StackId != 0).Select(static row => row.Index));
        Assert.Equal(2, sink.Rows<RuntimeEventRow>().Count(row => sink.Text(row.Event)!.Contains("Virtual", StringComparison.Ordinal)));
        Assert.Equal([(2L, 8L)], sink.Losses.Where(loss => sink.Text(loss.Tables) == "virtual_memory").Select(static loss => (loss.Count, loss.OutOf!.Value)));
    }

    [Fact]
    public void Address_space_that_a_thread_takes_for_another_process_is_of_that_one_and_makes_no_thread_in_it()
    {
        byte[] content = new EtlBytes(1, 10_000_000, 1_000_000).Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, Tid)
            .Process(1_000_120, 800, Pid, "child.exe").Switch(0, 1_010_000, Tid, 0, 0, 0)
            .PerfInfo(0, 1_020_000, KernelHook.VirtualAlloc, 2, Call(0x20_0000, 0x2000, 0x3000, 800)).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        VirtualMemoryRow row = Assert.Single(sink.Rows<VirtualMemoryRow>().ToArray());
        Assert.Equal(800, sink.Rows<ProcessRow>().Single(process => process.ProcessId == row.ProcessId).Pid);
        ThreadRow caller = sink.Rows<ThreadRow>().Single(static thread => thread.Tid == Tid);
        Assert.Equal(caller.ThreadId, row.ThreadId);
        Assert.Equal(Pid, sink.Rows<ProcessRow>().Single(process => process.ProcessId == caller.ProcessId).Pid);
    }

    private static byte[] Call(ulong address, ulong size, uint flags, int pid = Pid) =>
        [.. BitConverter.GetBytes(address), .. BitConverter.GetBytes(size), .. BitConverter.GetBytes(pid), .. BitConverter.GetBytes(flags)];
}
