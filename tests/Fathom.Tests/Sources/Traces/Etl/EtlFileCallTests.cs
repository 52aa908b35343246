using System.Globalization;
using System.Text;
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

/// <summary>File calls out of Windows traces.</summary>
public sealed class EtlFileCallTests
{
    private const int Pid = 700;
    private const int Tid = 704;
    private const ulong Object = 0xFFFF_E000_0000_1000;
    private const ulong Key = 0xFFFF_A000_0000_1000;
    private const ulong First = 0xFFFF_E000_0000_0010;
    private const ulong Second = First + 0x100;

    private static readonly Guid s_provider = new(EtlTrace.FileProvider);

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Payloads_that_nobody_here_wrote_have_the_fields_that_their_authors_expect()
    {
        using JsonDocument all = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("payload-vectors.json")));
        int calls = 0, disks = 0;
        foreach (JsonElement vector in all.RootElement.GetProperty("vectors").EnumerateArray())
        {
            int hook = vector.GetProperty("opcode").GetInt32(), version = vector.GetProperty("version").GetInt32(),
                pointer = vector.GetProperty("pointer_size").GetInt32();
            byte[] payload = Convert.FromHexString(vector.GetProperty("payload").GetString()!);
            Dictionary<string, string> expected = vector.GetProperty("fields").EnumerateArray().ToDictionary(static one =>
                one[0].GetString()!, static one => one[2].ToString());
            string name = vector.GetProperty("name").GetString()!, category = vector.GetProperty("category").GetString()!;
            if (category == "FileIO" && 0x400 + hook >= KernelHook.FileOpen)
            {
                calls++;
                FileCallFields call = FileCallFields.Read(payload, 0x400 + hook, version, pointer);
                int at = FileCallFields.ThreadAt(0x400 + hook, version, pointer);
                Check(name, expected, new()
                {
                    ["IrpPtr"] = $"{call.Request}", ["FileObject"] = $"{call.FileObject}", ["FileKey"] = $"{call.FileKey}",
                        ["Offset"] = $"{call.Offset}",
                    ["ExtraInfo"] = $"{call.Further}", ["IoSize"] = $"{call.Number}", ["CreateOptions"] = $"{call.Number}",
                        ["NtStatus"] = $"{call.Status}",
                    ["OpenPath"] = call.Path.ToString(), ["TTID"] = at < 0 ? "" : $"{BitConverter.ToUInt32(payload, at)}",
                });
                Assert.True(call.IsWhole, name);
            }
            else if (category == "DiskIO" && hook is 10 or 11 or 14)
            {
                disks++;
                DiskFields disk = DiskFields.Read(payload, pointer, isFlush: hook == 14);
                Check(name, expected, new()
                {
                    ["DiskNumber"] = $"{disk.Disk}", ["TransferSize"] = $"{disk.Size}", ["ByteOffset"] = $"{disk.Offset}",
                        ["FileObject"] = $"{disk.FileKey}",
                    ["Irp"] = $"{disk.Request}", ["HighResResponseTime"] = $"{disk.Ticks}",
                });
                Assert.True(disk.IsWhole && disk.Priority == 3, name);
            }
        }

        Assert.Equal((29, 3), (calls, disks));

        static void Check(string name, Dictionary<string, string> expected, Dictionary<string, string> here)
        {
            foreach ((string field, string value) in expected)
            {
                if (here.TryGetValue(field, out string? ours))
                    Assert.Equal((name, field, value), (name, field, ours));
            }
        }
    }

    // PerfView counts them on Windows, and tells process, thread, time and path of the first five.
    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Opens_of_the_provider_of_files_are_those_that_the_baseline_tells()
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf("perfview/net.4.5.2.x86.etl.zip"));

        FileIoRow[] rows = [.. sink.Rows<FileIoRow>()];
        Assert.Equal((968, 968), (rows.Length, rows.Count(row => sink.Text(row.Operation) == "open" && row.Path.HasValue
            && row.DurationNs is null)));
        Dictionary<uint, int> pids = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => row.Pid);
        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        int found = 0;
        foreach ((SeenKernelEvent told, string[] fields) in Baseline.ReadFields(EtlFiles.PathOf("perfview/net.4.5.2.x86.baseline.txt")))
        {
            if (told.Name != "Microsoft-Windows-Kernel-File/Create")
                continue;
            found++;
            string path = fields.Single(static one => one.StartsWith("FileName=",
                StringComparison.Ordinal))["FileName=".Length..].TrimEnd('.', ';', ' ');
            Assert.Contains(rows, row => Math.Abs(row.StartNs - (told.Micro * 1000)) < 1000 && (pids[row.ProcessId],
                tids[row.ThreadId]) == (told.Pid, told.Tid)
                && sink.Text(row.Path)!.StartsWith(path, StringComparison.OrdinalIgnoreCase));
        }

        Assert.Equal(5, found);
        Assert.DoesNotContain(sink.Losses, loss => sink.Text(loss.Tables) == "file_io");
    }

    [Fact]
    public void A_call_and_its_end_are_one_row_with_path_bytes_result_and_duration()
    {
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000)
            .Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, Tid)
            .Classic(1_000_140, new Guid("9b79ee91-b5fd-41c0-a243-4248e266e9d0"), 35, [.. Text(@"\Device\HarddiskVolume2"), .. Text("C:")])
            .PerfInfo(0, 1_010_000, KernelHook.FileOpen, 3, Open(First, Object, 0, @"\Device\HarddiskVolume2\App\A.bin")).Stack(0,
                1_010_010, 1_010_000, Pid, Tid, 0x7FF0_0100)
            .PerfInfo(1, 1_012_000, KernelHook.FileDone, 2, Done(First, 1, 0))
            // Two at once, the ends in another order.
            .PerfInfo(0, 1_020_000, KernelHook.FileRead, 3, Transfer(First, 8192, 4096)).PerfInfo(0, 1_021_000, KernelHook.FileWrite, 3,
                Transfer(Second, 0, 100))
            .PerfInfo(0, 1_025_000, KernelHook.FileDone, 2, Done(Second, 100, 0)).PerfInfo(1, 1_030_000, KernelHook.FileDone, 2, Done(First,
                1000, 0))
            .PerfInfo(0, 1_040_000, KernelHook.FileRead, 3, Transfer(First, 9192, 4096)).PerfInfo(0, 1_040_100, KernelHook.FileDone, 2,
                Done(First, 0, 0xC0000011))
            .PerfInfo(0, 1_050_000, KernelHook.FileOpen, 3, Open(First, Object + 8, 1, @"\Device\HarddiskVolume2\none")).PerfInfo(0,
                1_050_500, KernelHook.FileDone, 2, Done(First, 0, 0xC0000034))
            .PerfInfo(0, 1_060_000, KernelHook.FileFlush, 3, [.. P(First), .. P(Object), .. P(Key), .. U(Tid)]).PerfInfo(0, 1_069_000,
                KernelHook.FileDone, 2, Done(First, 0, 0))
            .PerfInfo(0, 1_070_000, KernelHook.FileSetInfo, 3, Facts(First, 0, 20)).PerfInfo(0, 1_070_010, KernelHook.FileDone, 2,
                Done(First, 0, 0))
            .PerfInfo(0, 1_080_000, KernelHook.FileRenamePath, 3, [.. Facts(First, 0, 10), .. Text(@"\Device\HarddiskVolume2\App\B.bin")])
            .PerfInfo(0, 1_080_001, KernelHook.FileRename, 3, Facts(First, 0, 10)).PerfInfo(0, 1_080_011, KernelHook.FileDone, 2,
                Done(First, 0, 0xC0000035))
            .PerfInfo(0, 1_090_000, KernelHook.FileDelete, 3, Facts(First, 1, 13)).PerfInfo(0, 1_090_001, KernelHook.FileDeletePath, 3,
                [.. Facts(First, 0, 13), .. Text(@"\Device\HarddiskVolume2\app\a.bin")])
            .PerfInfo(0, 1_090_011, KernelHook.FileDone, 2, Done(First, 0, 0))
            .PerfInfo(0, 1_091_000, KernelHook.FileCleanup, 3, [.. P(First), .. P(Object), .. P(Key), .. U(Tid)]).PerfInfo(0, 1_091_010,
                KernelHook.FileDone, 2, Done(First, 0, 0))
            .PerfInfo(0, 1_092_000, KernelHook.FileClose, 3, [.. P(First), .. P(Object), .. P(Key), .. U(Tid)]).PerfInfo(0, 1_092_010,
                KernelHook.FileDone, 2, Done(First, 0, 0x80000006))
            // The object is gone, and nothing tells the name of its file; no end either.
            .PerfInfo(0, 1_093_000, KernelHook.FileRead, 3, Transfer(First, 1, 2))
            // An end whose call came before the trace.
            .PerfInfo(0, 1_094_000, KernelHook.FileDone, 2, Done(Second, 0, 0))
            // What the provider of files tells is the same again.
            .Event(0, 1_095_000, s_provider, 12, 1, Pid, Tid, Open(First, Object, 0, @"\Device\HarddiskVolume2\twice"))
            .Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Assert.Equal(
            [
                @"open Create file C:\App\A.bin: 200   ",
                @"write Write file C:\App\A.bin: 400 100@0  ",
                @"read Read file C:\App\A.bin: 1000 1000@8192  ",
                @"read Read file C:\App\A.bin: 10 @9192 STATUS_END_OF_FILE ",
                @"open Create folder C:\none: 50  STATUS_OBJECT_NAME_NOT_FOUND ",
                @"sync Flush file C:\App\A.bin: 900   ",
                @"truncate SetInfo file C:\App\A.bin: 1   ",
                @"rename Rename file C:\App\A.bin: 1  STATUS_OBJECT_NAME_COLLISION C:\App\B.bin",
                @"delete Delete file C:\App\A.bin: 1   ",
                @"close Cleanup file C:\App\A.bin: 1   ",
                @"release Close file C:\App\A.bin: 1   ",
                @"read Read unknown :  2@1  ",
            ],
            [
                .. sink.Rows<FileIoRow>().Select(row => string.Create(CultureInfo.InvariantCulture,
                    $"{sink.Text(row.Operation)} {sink.Text(row.Call)} {sink.Text(row.Kind)} {sink.Text(row.Path)}: "
                    + $"{row.DurationNs / 1000} {row.SizeBytes}{(row.OffsetBytes is { } at ? $"@{at}" : "")} {sink.Text(row.Error)} {sink.Text(row.ToPath)}")),
            ]);
        ThreadRow thread = sink.Rows<ThreadRow>().Single(static row => row.Tid == Tid);
        Assert.All(sink.Rows<FileIoRow>(), row => Assert.Equal((thread.ThreadId, thread.ProcessId), (row.ThreadId, row.ProcessId)));
        Assert.True(sink.Rows<FileIoRow>()[0].StackId != 0);
        Assert.Equal(("file calls of files that the trace does not name", 1, 12L), Assert.Single(sink.Losses.Select(loss =>
            (sink.Text(loss.Reason)!, loss.Count, loss.OutOf!.Value))));
        Assert.Equal(2, sink.Rows<RuntimeEventRow>().Count(row => sink.Text(row.Event)!.EndsWith("OperationEnd", StringComparison.Ordinal)
            || sink.Text(row.Event)!.EndsWith("/Create", StringComparison.Ordinal)));
    }

    // Of 32 bits, version 2, as Windows 7 writes it.
    [Fact]
    public void A_file_that_was_open_before_the_trace_has_the_name_that_is_told_at_its_end()
    {
        byte[] read = [.. BitConverter.GetBytes(5L), .. U(0x8000), .. U(Tid), .. U(0x9000), .. U(0xA000), .. U(64), .. U(0)];
        byte[] content = new EtlBytes(1, 10_000_000, 1_000_000) { IsNarrow = true }
            .Thread(1_000_110, Pid, Tid).System(0, 1_010_000, KernelHook.FileRead, 2, Pid, Tid, read)
            .System(0, 1_020_000, KernelHook.FileDone, 2, Pid, Tid, [.. U(0x8000), .. U(32), .. U(0)])
            .System(0, 1_090_000, KernelHook.FileNameLeft, 2, Pid, Tid, [.. U(0xA000), .. Text(@"\Device\HarddiskVolume1\x\old.log")])
                .Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        FileIoRow row = Assert.Single(sink.Rows<FileIoRow>());
        Assert.Equal((@"\Device\HarddiskVolume1\x\old.log", 32, 5, 1_000_000), (sink.Text(row.Path), row.SizeBytes, row.OffsetBytes,
            row.DurationNs));
        Assert.Empty(sink.Losses);
    }

    private static byte[] Open(ulong request, ulong file, uint options, string path) =>
        [.. P(request), .. P(file), .. U(Tid), .. U(0x0100_0000 | options), .. U(0), .. U(3), .. Text(path)];

    private static byte[] Transfer(ulong request, long offset, uint bytes) =>
        [.. BitConverter.GetBytes(offset), .. P(request), .. P(Object), .. P(Key), .. U(Tid), .. U(bytes), .. U(0)];

    private static byte[] Facts(ulong request, ulong further, uint kind) => [.. P(request), .. P(Object), .. P(Key), .. P(further),
        .. U(Tid), .. U(kind)];

    private static byte[] Done(ulong request, ulong further, uint status) => [.. P(request), .. P(further), .. U(status)];

    private static byte[] P(ulong address) => BitConverter.GetBytes(address);

    private static byte[] U(uint number) => BitConverter.GetBytes(number);

    private static byte[] Text(string text) => Encoding.Unicode.GetBytes(text + '\0');
}
