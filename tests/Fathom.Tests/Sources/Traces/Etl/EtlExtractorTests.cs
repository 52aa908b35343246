using System.Globalization;
using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Processes;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Tables out of Windows traces, beside what others say of the same files.</summary>
public sealed class EtlExtractorTests
{
    public static TheoryData<string> Files => [.. EtlFiles.All];

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Collections_are_those_that_another_reader_found()
    {
        const string file = "dotnet-performance/DynamicEvents.etl.zip";
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf(file));

        ProcessRow process = sink.Rows<ProcessRow>().Single(static one => one.Pid == 7608);
        GcRow[] found = [.. sink.Rows<GcRow>().Where(gc => gc.ProcessId == process.ProcessId)];
        Assert.Equal(("Benchmarks", 1217, 1217), (sink.Text(process.Name), found.Length, sink.Rows<GcRow>().Count));
        Assert.Equal([1215, 1, 1], [.. Enumerable.Range(0, 3).Select(generation => found.Count(gc => gc.Generation == generation))]);
        Assert.Single(found, gc => sink.Text(gc.Kind) == "background");
        int lines = 0;
        foreach (string[] told in File.ReadLines(EtlFiles.PathOf(file) + ".gc.txt").Select(static line => line.Trim().Split('\t'))
            .Where(static one => one.Length == 6 && char.IsAsciiDigit(one[0][0])))
        {
            GcRow gc = found.Single(one => one.Number == int.Parse(told[0], CultureInfo.InvariantCulture));
            Assert.Equal(told[1], $"{gc.Generation}");
            // It rounds the half of a microsecond down, or up.
            Assert.InRange(gc.StartNs / 1e6, Milliseconds(told[4]) - 0.001, Milliseconds(told[4]) + 0.001);
            Assert.InRange((gc.StartNs + gc.DurationNs!.Value) / 1e6, Milliseconds(told[5]) - 0.001, Milliseconds(told[5]) + 0.001);
            lines++;
        }

        Assert.Equal(40, lines);
        // The other reader counts a pause up to the end of the restart; threads may run from its begin on, and so ends ours.
        (double toEnd, double longest, double between) = Pauses(EtlFiles.Open(EtlFiles.Read(file)));
        Assert.Equal(("849.607", "4.515"), (toEnd.ToString("F3", CultureInfo.InvariantCulture), longest.ToString("F3",
            CultureInfo.InvariantCulture)));
        double ours = sink.Rows<GcPauseRow>().Where(pause => pause.ProcessId == process.ProcessId)
            .Sum(static pause => pause.DurationNs) / 1e6;
        Assert.Equal((toEnd - between).ToString("F2", CultureInfo.InvariantCulture), ours.ToString("F2", CultureInfo.InvariantCulture));
        Assert.Empty(sink.Losses);
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Processes_samples_and_names_of_a_whole_machine_are_there()
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf("perfview/net.4.5.2.x86.etl.zip"));

        // Those of the baseline: 35 that were there at the begin, one that began, and two that had ended and were still held.
        Assert.InRange(sink.Rows<ProcessRow>().Count(static process => process.ParentPid is not null), 36, 38);
        ProcessRow test = sink.Rows<ProcessRow>().Single(process => sink.Text(process.Name) == "Test.x86");
        Assert.Equal((3644, true, 6810), (test.Pid, test.HasRuntime, sink.Rows<CpuSampleRow>().Count));
        Assert.NotNull(test.StartUnixNs);
        HashSet<uint> threads = [.. sink.Rows<ThreadRow>().Where(thread => thread.ProcessId == test.ProcessId)
            .Select(static thread => thread.ThreadId)];
        CpuSampleRow[] samples = [.. sink.Rows<CpuSampleRow>().Where(sample => threads.Contains(sample.ThreadId))];
        HashSet<uint> main = StacksWith(sink, "Test.Program.Main");
        Assert.InRange(samples.Count(sample => main.Contains(sample.StackId)) * 100.0 / samples.Length, 90, 100);
        Assert.Contains(sink.Rows<CodeImageRow>(), image => sink.Text(image.Path) == @"C:\Windows\System32\ntdll.dll"
            || sink.Text(image.Path) == @"C:\Windows\SysWOW64\ntdll.dll");
        // What the runtime made itself is nobody's code.
        MethodRow[] stubs = [.. sink.Rows<MethodRow>().Where(method => sink.Text(method.Name)!.StartsWith("dynamicClass.", StringComparison.Ordinal))];
        Assert.NotEmpty(stubs);
        Assert.All(stubs, stub => Assert.Null(sink.Text(stub.Origin)));
        // Each stack has its event, and each key its stack.
        Assert.DoesNotContain(sink.Losses, loss => sink.Text(loss.Reason)!.StartsWith("stacks ", StringComparison.Ordinal));
    }

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("sawbuck/process_data_32_v3.etl")]
    public void Processes_of_an_old_log_are_those_that_its_authors_expect(string file)
    {
        using JsonDocument expected = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("sawbuck/expected.json")));
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf(file));

        JsonElement[] processes = [.. expected.RootElement.GetProperty("processes").EnumerateArray()];
        Assert.True(processes.Length > 3);
        foreach (JsonElement told in processes)
        {
            ProcessRow row = sink.Rows<ProcessRow>().Single(process => process.Pid == told.GetProperty("pid").GetInt32());
            Assert.Equal(
                (told.GetProperty("parent").GetInt32(), told.GetProperty("sid").GetString(), told.GetProperty("command").GetString()),
                (row.ParentPid, sink.Text(row.User), sink.Text(row.CommandLine) ?? ""));
        }
    }

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Every_event_is_counted_and_every_thread_has_a_life(string file)
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf(file));

        TraceRow trace = Assert.Single(sink.Rows<TraceRow>());
        Assert.Equal(trace.SampleCount, sink.Rows<TraceEventRow>().Sum(static one => one.Count));
        Assert.Equal(sink.Rows<ThreadRow>().Count, sink.Rows<ThreadLifeRow>().DistinctBy(static life => life.ThreadId).Count());
        Assert.All(sink.Rows<RuntimeEventRow>(), row =>
            Assert.True(JsonDocument.Parse(sink.Text(row.Fields)!).RootElement.ValueKind == JsonValueKind.Object));
        Assert.All(sink.Rows<RuntimeEventRow>(), row => Assert.InRange(row.TsNs, 0, trace.DurationNs));
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void An_event_that_describes_itself_has_its_fields()
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf("perfview/primitive-types.etl.zip"));
        string[] told = [.. File.ReadLines(EtlFiles.PathOf("perfview/primitive-types.baseline.txt"))
            .Where(static line => line.Contains("PrimitiveTypesTest PID", StringComparison.Ordinal))];

        JsonElement[] events =
        [
            .. sink.Rows<RuntimeEventRow>().Where(row => sink.Text(row.Event) == "solar_system/PrimitiveTypesTest").Select(row =>
                JsonDocument.Parse(sink.Text(row.Fields)!).RootElement),
        ];

        Assert.Equal(5, told.Length);
        Assert.Equal(told.Length, events.Length);
        int fields = 0;
        for (int i = 0; i < told.Length; i++)
        {
            string[] expected = [.. told[i].Split("; ").Skip(5).Where(static part => part.Contains('=', StringComparison.Ordinal))];
            Assert.Equal([.. expected.Select(static part => part.Split('=')[0])], events[i].EnumerateObject()
                .Select(static one => one.Name));
            fields += expected.Length;
            foreach (string part in expected.Where(static part => char.IsAsciiDigit(part[^1]) && !part.Contains("0x",
                StringComparison.Ordinal) && !part.Contains('/', StringComparison.Ordinal)))
            {
                string[] words = part.Split('=');
                // The schema in the file says that this one has no sign; PerfView's model of C++ says that it has.
                decimal sign = words[0] == "int64_type" ? 18_446_744_073_709_551_616m : 0;
                if (events[i].GetProperty(words[0]).ValueKind == JsonValueKind.Number)
                    Assert.Equal(decimal.Parse(words[1], NumberStyles.Any, CultureInfo.InvariantCulture),
                        events[i].GetProperty(words[0]).GetDecimal() - sign);
            }
        }

        Assert.True(fields > 20);
    }

    private static HashSet<uint> StacksWith(CollectingSink sink, string method)
    {
        HashSet<uint> methods = [.. sink.Rows<MethodRow>().Where(row => sink.Text(row.Name) == method).Select(static row => row.MethodId)];
        Assert.NotEmpty(methods);
        return [.. sink.Rows<StackMethodRow>().Where(row => methods.Contains(row.MethodId)).Select(static row => row.StackId)];
    }

    private static double Milliseconds(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    // From SuspendEEBegin to RestartEEEnd, the longest, and the part of them behind RestartEEBegin.
    private static (double ToEnd, double Longest, double Between) Pauses(EtlTrace trace)
    {
        PauseSums sums = new();
        trace.Read(sums, CancellationToken.None);
        return (sums.ToEnd * 1000.0 / trace.Header.TicksPerSecond, sums.Longest * 1000.0 / trace.Header.TicksPerSecond,
            sums.Between * 1000.0 / trace.Header.TicksPerSecond);
    }

    private sealed class PauseSums : INetTraceSink
    {
        private long _suspended;
        private long _restarts;

        public long ToEnd { get; private set; }

        public long Longest { get; private set; }

        public long Between { get; private set; }

        public void OnMetadata(EventMetadata metadata) => metadata.Tag = metadata;

        public void OnEvent(in NetTraceEvent at)
        {
            if (at.Metadata.Provider != "Microsoft-Windows-DotNETRuntime" || at.ProcessId != 7608)
                return;
            long ticks = at.Header.Ticks;
            if (at.Metadata.EventId == 9)
                _suspended = ticks;
            else if (at.Metadata.EventId == 7)
                _restarts = ticks;
            if (at.Metadata.EventId != 3)
                return;
            ToEnd += ticks - _suspended;
            Longest = Math.Max(Longest, ticks - _suspended);
            Between += ticks - _restarts;
        }
    }
}
