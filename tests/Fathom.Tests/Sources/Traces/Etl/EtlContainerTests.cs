using System.Globalization;
using System.IO.Compression;
using Fathom.Formats.Etl;
using Fathom.Model;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Subjects;
using Fathom.Sources.Traces.Etl;
using Fathom.Sources.Traces.Rows;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Windows traces that are several files, packed, circular, unfinished, of many processors, or of none that is known.</summary>
public sealed class EtlContainerTests
{
    private const long Second = 10_000_000;
    private const long Start = 1_000;
    private const int SampleHook = 0x0F2E;

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("msbuild/PerfViewData.etl.zip")]
    [InlineData("perfview/net.4.5.2.x86.etl.zip")]
    public void A_trace_in_two_files_has_the_rows_of_the_whole_one(string name)
    {
        byte[] content = EtlFiles.Read(name);
        (byte[] kernel, byte[] user) = SplitEtl.Of(content);
        using TestFolder folder = new();
        string[] paths = [folder.File("trace.etl"), folder.File("trace.kernel.etl")];
        File.WriteAllBytes(paths[0], user);
        File.WriteAllBytes(paths[1], kernel);

        CollectingSink whole = ExtractedEtl.Of(content), both = new();
        new EtlExtractor(paths, TraceOptions.Usual).Run(both, new Progress<Progress>(), CancellationToken.None);

        Assert.True(kernel.Length > 10_000 && user.Length > 10_000);
        Assert.Equal(whole.Rows<TraceRow>().Single().SampleCount + 1, both.Rows<TraceRow>().Single().SampleCount);
        Assert.Equal("trace.etl + trace.kernel.etl", both.Text(both.Rows<TraceRow>().Single().File));
        Same<ProcessRow>(static row => row.Pid);
        Same<ThreadRow>(static row => row.Tid);
        Same<CodeImageRow>(static _ => 0);
        Same<CpuSampleRow>(static row => (row.TsNs, row.Cpu));
        Same<GcRow>(static row => (row.Number, row.StartNs, row.DurationNs, row.Generation));
        Same<GcPauseRow>(static row => (row.StartNs, row.DurationNs));
        Same<AllocationSampleRow>(static row => (row.TsNs, row.EstimatedBytes));
        Same<MethodCompiledRow>(static row => (row.StartNs, row.DurationNs));
        Assert.Equal(Events(whole), Events(both));
        Assert.Equal(Stacks(whole), Stacks(both));

        void Same<T>(Func<T, object> what)
            where T : unmanaged, IRow<T> => Assert.Equal(
                whole.Rows<T>().CountBy(what).OrderBy(static one => one.Key.ToString(), StringComparer.Ordinal),
                both.Rows<T>().CountBy(what).OrderBy(static one => one.Key.ToString(), StringComparer.Ordinal));
    }

    [Fact]
    public void The_gap_between_two_files_is_told_at_both_ends()
    {
        using TestFolder folder = new();
        string kernel = folder.File("trace.kernel.etl"), user = folder.File("trace.etl");
        File.WriteAllBytes(kernel, new EtlBytes(2, Second, Start).Process(Start, 40, 4, "a.exe").Thread(Start, 40, 41)
            .PerfInfo(1, Start + (4 * Second), SampleHook, 2, Sample(41)).Build());
        File.WriteAllBytes(user, new EtlBytes(2, Second, Start + (Second / 4))
            .Event(0, Start + Second, Guid.NewGuid(), 7, 0, 40, 41, new byte[8]).Build());
        CollectingSink sink = new();

        new EtlExtractor([user, kernel], TraceOptions.Usual).Run(sink, new Progress<Progress>(), CancellationToken.None);

        Assert.Equal(
            [
                "trace.etl 0 250000000: events before this file of the trace begins: its session was started later",
                "trace.etl 1000000000 4000000000: events behind the end of this file of the trace: its session was stopped earlier",
            ],
            Losses(sink));
        Assert.Equal([4_000_000_000L], sink.Rows<CpuSampleRow>().Select(static one => one.TsNs));
        Assert.Equal(1_000_000_000, sink.Rows<RuntimeEventRow>().Last(row => sink.Text(row.Event)!.EndsWith("Event7", StringComparison.Ordinal)).TsNs);
    }

    [Fact]
    public void Files_of_two_machines_are_refused()
    {
        using TestFolder folder = new();
        string one = folder.File("a.etl"), other = folder.File("b.etl");
        File.WriteAllBytes(one, new EtlBytes(1, Second, Start).Build());
        File.WriteAllBytes(other, new EtlBytes(1, Second, Start) { BootFileTime = EtlBytes.StartFileTime - (60 * Second) }.Build());

        FathomException refused = Assert.Throws<FathomException>(() =>
            new EtlExtractor([one, other], TraceOptions.Usual).Run(new CollectingSink(), new Progress<Progress>(), CancellationToken.None));

        Assert.Contains("are not of one machine since it was started", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("trace.etl", "trace.kernel.etl")]
    [InlineData("kernel.etl", "user.etl")]
    [InlineData("F1/sc.user_aux.etl", "A2/other.etl", "metadata.xml")]
    public void A_zip_with_the_files_of_one_session_is_one_recording(params string[] names)
    {
        using TestFolder folder = new();
        string path = Packed(folder, names);

        Assert.Equal(FileFormats.PackedEtl, FileRecognizer.Describe(path).Format);
        CollectingSink sink = ExtractedEtl.Of(path);

        Assert.Equal(4, sink.Rows<TraceRow>().Single().SampleCount);
        Assert.Equal(2, sink.Rows<CpuSampleRow>().Count);
    }

    [Fact]
    public void A_zip_with_traces_of_several_sessions_gives_their_names()
    {
        using TestFolder folder = new();
        string path = Packed(folder, "monday.etl", "tuesday.etl");

        Assert.Equal("monday.etl, tuesday.etl", FileRecognizer.Describe(path).Detail);
        FathomException refused = Assert.Throws<FathomException>(() => ExtractedEtl.Of(path));
        Assert.EndsWith("holds 2 Windows traces, which may be of several sessions: monday.etl, tuesday.etl", refused.Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_circular_trace_is_read_by_time_and_says_what_was_replaced()
    {
        EtlBytes bytes = new(1, Second, Start) { Mode = 2, BuffersWritten = 90 };
        for (int i = 0; i < 5_000; i++)
            bytes.PerfInfo(0, Start + (Second * 60) + i, SampleHook, 2, Sample(0, 1));
        byte[] content = bytes.Build();
        // The newest buffers stand before the oldest one that is left.
        int buffers = content.Length / EtlBytes.BufferBytes;
        byte[] wrapped = [.. content[..EtlBytes.BufferBytes], .. content[(2 * EtlBytes.BufferBytes)..],
            .. content.AsSpan(EtlBytes.BufferBytes, EtlBytes.BufferBytes)];

        CollectingSink sink = ExtractedEtl.Of(wrapped);

        long[] times = [.. sink.Rows<CpuSampleRow>().Select(static one => one.TsNs)];
        Assert.Equal(5_000, times.Length);
        Assert.Equal(times.Order(), times);
        Assert.True(buffers > 3);
        LossRow loss = Assert.Single(sink.Losses);
        Assert.Equal((90 - buffers, 0ul, 60_000_000_000ul), (loss.Count, loss.RangeFrom, loss.RangeTo));
        Assert.Equal("the oldest buffers, which newer ones replaced: the trace is circular", sink.Text(loss.Reason));
    }

    [Fact]
    public void An_event_whose_payload_contradicts_its_description_keeps_its_bytes_and_is_a_loss_and_all_others_are_as_they_were()
    {
        Guid header = new("68fdd900-4a3e-11d1-84f4-0000f80464e3");
        const int endExtension = 32, bytes = 36;
        byte[] Trace(params int[] lengths)
        {
            EtlBytes made = new(1, Second, Start);
            for (int i = 0; i < lengths.Length; i++)
                made.Classic(Start + Second + i, header, endExtension, [.. Enumerable.Range(1, lengths[i]).Select(static value => (byte)value)]);
            return made.Build();
        }

        CollectingSink whole = ExtractedEtl.Of(Trace(bytes, bytes, bytes)), bad = ExtractedEtl.Of(Trace(bytes, bytes - 1, bytes));

        string?[] good = Fields(whole), found = Fields(bad);
        Assert.Equal((3, 3), (good.Length, found.Length));
        Assert.Equal((good[0], good[2]), (found[0], found[2]));
        Assert.EndsWith("\"_hex\":\"212223\"}", found[1], StringComparison.Ordinal);
        Assert.Empty(whole.Losses);
        LossRow loss = Assert.Single(bad.Losses);
        Assert.Equal(1, loss.Count);
        Assert.StartsWith("event,", bad.Text(loss.Tables), StringComparison.Ordinal);
        Assert.StartsWith("events whose payload contradicts its description", bad.Text(loss.Reason), StringComparison.Ordinal);

        static string?[] Fields(CollectingSink sink) =>
        [
            .. sink.Rows<RuntimeEventRow>().Where(row => sink.Text(row.Event)!.Contains("EndExtension", StringComparison.Ordinal)).Select(row => sink.Text(row.Fields)),
        ];
    }

    [Fact]
    public void A_file_that_was_cut_between_two_buffers_says_how_many_it_lacks()
    {
        const int buffers = 8;
        EtlBytes bytes = new(1, Second, Start) { BuffersWritten = buffers };
        for (int i = 0; i < 5000; i++)
            bytes.PerfInfo(0, Start + 1000 + i, KernelHook.Sample, 2, new byte[64]);
        byte[] whole = bytes.Build();

        CollectingSink sink = ExtractedEtl.Of(whole[..(3 * EtlBytes.BufferBytes)]);

        Assert.Equal(buffers * EtlBytes.BufferBytes, whole.Length);
        Assert.Empty(ExtractedEtl.Of(whole).Losses);
        Assert.Equal([((long)buffers - 3, "buffers at the end that the session wrote and the file does not have: it was cut")],
            sink.Losses.Select(loss => (loss.Count, sink.Text(loss.Reason)!)));
    }

    [Fact]
    public void A_trace_that_is_still_written_is_read_up_to_its_last_whole_buffer()
    {
        byte[] content = new EtlBytes(1, Second, Start) { HasEnded = false }
            .PerfInfo(0, Start + Second, SampleHook, 2, Sample(0, 1)).Build();

        CollectingSink sink = ExtractedEtl.Of([.. content, .. content.AsSpan(EtlBytes.BufferBytes, 100)]);

        Assert.Single(sink.Rows<CpuSampleRow>());
        Assert.Contains(Losses(sink), static loss => loss.EndsWith(
            ": what came behind the last buffer: the session had not ended when the file was written or copied", StringComparison.Ordinal));
    }

    [Fact]
    public void What_a_session_in_real_time_left_behind_is_read_and_says_what_it_is()
    {
        CollectingSink sink = ExtractedEtl.Of(new EtlBytes(1, Second, Start) { Mode = 0x100, Flags = 0x11 }
            .PerfInfo(0, Start + Second, SampleHook, 2, Sample(0, 1)).Build());

        Assert.Single(sink.Rows<CpuSampleRow>());
        Assert.Equal(["trace.etl 0 1000000000: what a session had delivered already: the file holds only what nobody had fetched yet"],
            Losses(sink));
    }

    [Fact]
    public void A_trace_without_events_is_a_recording_without_rows()
    {
        CollectingSink sink = ExtractedEtl.Of(new EtlBytes(1, Second, Start).Build());

        Assert.Equal((1, 0), (sink.Rows<TraceRow>().Single().SampleCount, sink.Rows<CpuSampleRow>().Count));
        Assert.Empty(sink.Losses);
    }

    [Fact]
    public void Two_hundred_processors_are_told_apart()
    {
        EtlBytes bytes = new(200, Second, Start);
        for (int processor = 0; processor < 200; processor++)
            bytes.PerfInfo(processor, Start + processor, SampleHook, 2, Sample(0, 1));

        CollectingSink sink = ExtractedEtl.Of(bytes.Build());

        Assert.Equal(Enumerable.Range(0, 200), sink.Rows<CpuSampleRow>().Select(static one => (int)one.Cpu!));
        Assert.Empty(sink.Losses);
    }

    // Its container does not say of which architecture a machine is; the halves of an address space are the same.
    [Fact]
    public void Stacks_of_an_arm64_machine_are_joined_as_those_of_x64()
    {
        const ulong kernel = 0xFFFF_F801_2345_6780, user = 0x0000_FFF6_1234_5670;
        CollectingSink sink = ExtractedEtl.Of(new EtlBytes(1, Second, Start).Process(Start, 40, 4, "a.exe").Thread(Start, 40, 41)
            .Image(Start, 0, kernel & ~0xFFFFUL, 0x10_0000, @"\SystemRoot\system32\ntoskrnl.exe")
                .Image(Start, 40, user & ~0xFFFFUL, 0x10_0000, @"C:\a.exe")
            .PerfInfo(0, Start + 50, SampleHook, 2, [.. BitConverter.GetBytes(kernel), .. BitConverter.GetBytes(41), 1, 0, 0, 0])
            // The part in the program comes first here: it is the outer one all the same.
            .Stack(0, Start + 51, Start + 50, 40, 41, user, user + 16).Stack(0, Start + 90, Start + 50, 40, 41, kernel, kernel + 8)
                .Build());

        CpuSampleRow sample = Assert.Single(sink.Rows<CpuSampleRow>());
        Dictionary<uint, MethodRow> methods = sink.Rows<MethodRow>().ToDictionary(static method => method.MethodId);
        Dictionary<uint, FrameRow> frames = sink.Rows<FrameRow>().ToDictionary(static frame => frame.FrameId);
        Assert.Equal(["ntoskrnl.exe", "ntoskrnl.exe", "a.exe", "a.exe"], sink.Rows<StackFrameRow>()
            .Where(row => row.StackId == sample.StackId)
            .OrderBy(static row => row.Depth).Select(row => sink.Text(methods[frames[row.FrameId].MethodId].Module)));
        Assert.Empty(sink.Losses);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_session_of_visual_studio_is_read_and_the_same_without_its_metadata_is_refused(bool hasMetadata)
    {
        using TestFolder folder = new();
        string path = folder.File("Report.diagsession");
        File.Move(Packed(folder, ["C0FFEE00-0000-0000-0000-000000000001/sc.etl", "C0FFEE00-0000-0000-0000-000000000002/cpu.etl",
            .. hasMetadata ? ["metadata.xml"] : Array.Empty<string>()]), path);

        Assert.Equal(FileFormats.PackedEtl, FileRecognizer.Describe(path).Format);
        if (hasMetadata)
        {
            CollectingSink sink = ExtractedEtl.Of(path);
            Assert.Equal("sc.etl + cpu.etl", sink.Text(Assert.Single(sink.Rows<TraceRow>()).File));
            Assert.Equal([100, 200], sink.Rows<CpuSampleRow>().Select(static row => row.TsNs));
            return;
        }

        FathomException refused = Assert.Throws<FathomException>(() => ExtractedEtl.Of(path));
        Assert.Contains("holds 2 Windows traces, which may be of several sessions: C0FFEE00", refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', refused.Message);
    }
    private static byte[] Sample(int tid, byte flags = 0) => [.. BitConverter.GetBytes(0x1000L), .. BitConverter.GetBytes(tid), 1, 0, flags, 0];

    private static string Packed(TestFolder folder, params string[] names)
    {
        string path = folder.File("packed.zip");
        using ZipArchive zip = ZipFile.Open(path, ZipArchiveMode.Create);
        int number = 0;
        foreach (string name in names)
        {
            using Stream entry = zip.CreateEntry(name).Open();
            if (name.EndsWith(".etl", StringComparison.Ordinal))
                entry.Write(new EtlBytes(1, Second, Start).PerfInfo(0, Start + ++number, SampleHook, 2, Sample(0, 1)).Build());
        }

        return path;
    }

    private static IEnumerable<string> Losses(CollectingSink sink) => sink.Losses.Select(loss =>
        string.Create(CultureInfo.InvariantCulture, $"{sink.Text(loss.Scope)} {loss.RangeFrom} {loss.RangeTo}: {sink.Text(loss.Reason)}"));

    // Events with their fields, beside the header of the second file.
    private static IEnumerable<string> Events(CollectingSink sink) => sink.Rows<RuntimeEventRow>()
        .Where(row => sink.Text(row.Event) != "Windows Kernel/EventTrace")
        .Select(row => string.Create(CultureInfo.InvariantCulture, $"{row.TsNs} {sink.Text(row.Event)} {sink.Text(row.Fields)}"))
        .Order(StringComparer.Ordinal);

    // How often stacks of each depth were seen, by their samples.
    private static IEnumerable<string> Stacks(CollectingSink sink)
    {
        Dictionary<uint, int> depths = sink.Rows<StackFrameRow>().CountBy(static row => row.StackId).ToDictionary();
        return sink.Rows<CpuSampleRow>().CountBy(sample => depths.GetValueOrDefault(sample.StackId)).Select(static one => $"{one.Key} {one.Value}")
            .Order(StringComparer.Ordinal);
    }
}
