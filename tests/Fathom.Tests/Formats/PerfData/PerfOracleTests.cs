using Fathom.Formats.PerfData;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Recordings that perf makes now, beside what perf's own reader says of every record.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class PerfOracleTests
{
    // Two programs that wake one another on all processors, long enough for many rounds of perf's buffers.
    private static readonly string[] s_pipes = ["perf", "bench", "sched", "pipe", "-l", "1500"];

    public static TheoryData<string, string[]> Recordings => new()
    {
        { "the whole machine with stacks", ["-a", "-m", "16", "-g", "-e", "cpu-clock/freq=999/", "-e", "sched:sched_switch", "-e", "sched:sched_waking"] },
        { "the whole machine compressed", ["-a", "-z", "-m", "32", "-g", "--switch-events", "-e", "cpu-clock/freq=999/", "-e", "sched:sched_waking"] },
        { "one program with registers and stack", ["--call-graph", "dwarf,512", "-e", "cpu-clock/freq=999/", "-e", "sched:sched_switch"] },
        {
            "one program with all that a sample can have",
            ["-d", "-W", "--phys-data", "--data-page-size", "--code-page-size", "--all-cgroups", "--namespaces", "-e", "cpu-clock/freq=4000/", "-e", "raw_syscalls:sys_enter"]
        },
    };

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Recordings))]
    public void Every_record_is_what_perf_says_in_its_order(string what, string[] options)
    {
        string perf = Needs.Perf();
        PerfFiles.NeedsZstd("compressed");
        using TestFolder folder = new();
        string file = folder.File("test.data");

        List<string> expected = PerfRecorder.Record(perf, file, [.. options, "--", .. s_pipes]);
        (List<string> lines, PerfDataReader reader) = RecordLines.Read(File.ReadAllBytes(file));

        Assert.True(expected.Count > 500, what);
        for (int i = 0; i < Math.Min(expected.Count, lines.Count); i++)
            Assert.Equal(expected[i], lines[i]);
        Assert.Equal(expected.Count, lines.Count);
        Assert.Equal((PerfDataEnd.Complete, 0L, 0L, 0L, 0L), (reader.Totals.End, reader.Totals.UnknownSamples, reader.Totals.DamagedRecords, reader.Totals.OutOfOrder, reader.Totals.UnreadBytes));
        foreach ((string kind, long count) in PerfRecorder.Counts(perf, file))
        {
            if (kind != "TOTAL")
                Assert.Equal((kind, count), (kind, reader.Totals[PerfKinds.Of(kind)]));
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_pipe_has_the_records_of_a_file()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string file = folder.File("pipe.data");
        string[] command = ["-c", $"'{perf}' record --quiet --no-buildid-cache -k CLOCK_MONOTONIC -g -e sched:sched_switch -o - -- {string.Join(' ', s_pipes[..^2])} -l 1500 >'{file}'"];
        PerfRecorder.Run("/bin/sh", command);

        List<string> expected = PerfText.Lines(PerfRecorder.Run(perf, "script", "--dump-raw-trace", "--fields", "event,trace", "--input", file));
        (List<string> lines, PerfDataReader reader) = RecordLines.Read(File.ReadAllBytes(file));

        Assert.True(reader.Header.IsPipe);
        Assert.Equal(expected, lines);
        Assert.Contains(reader.Events, each => each is { Name: "sched:sched_switch", Format.Fields.Count: > 7 });
    }
}
