using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Features;
using Fathom.Formats.PerfData.Records;
using Xunit;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Small recordings of our own, beside what perf says of them.</summary>
public sealed class SmallPerfDataTests
{
    public static TheoryData<string> Names => [.. PerfFiles.Own];

    [Theory]
    [MemberData(nameof(Names))]
    public void Every_record_is_what_perf_says_in_its_order(string name)
    {
        PerfFiles.NeedsZstd(name);
        List<string> expected = PerfText.Lines(PerfFiles.Text(name));

        (List<string> lines, PerfDataReader reader) = RecordLines.Read(PerfFiles.Read(name));

        Assert.NotEmpty(expected);
        Assert.Equal(expected, lines);
        PerfDataTotals totals = reader.Totals;
        Assert.Equal((0L, 0L, 0L, 0L), (totals.UnknownSamples, totals.UnknownRecords, totals.DamagedRecords, totals.OutOfOrder));
        Assert.Equal(name == "killed" ? PerfDataEnd.Unfinished : PerfDataEnd.Complete, totals.End);
        Assert.Empty(reader.Features.Damaged);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_recording_is_the_same_when_its_window_holds_next_to_nothing(string name)
    {
        PerfFiles.NeedsZstd(name);
        (List<string> lines, PerfDataReader reader) = RecordLines.Read(PerfFiles.Read(name));

        (List<string> forced, PerfDataReader small) = RecordLines.Read(PerfFiles.Read(name), new PerfDataOptions { WindowBytes = 64 });

        Assert.True(small.Totals.ForcedFlushes > 0);
        Assert.Equal(lines.Order(StringComparer.Ordinal), forced.Order(StringComparer.Ordinal));
        Assert.Equal(reader.Totals.Samples, small.Totals.Samples);
    }

    [Fact]
    public void A_recording_says_who_made_it_where_and_when()
    {
        (_, PerfDataReader reader) = RecordLines.Read(PerfFiles.Read("switches"));
        PerfFeatures features = reader.Features;

        Assert.Equal(("fathom-test", "x86_64"), (features.HostName, features.Architecture));
        Assert.Contains("--clockid", features.CommandLine);
        Assert.StartsWith("6.", features.PerfVersion, StringComparison.Ordinal);
        Assert.NotEmpty(features.OsRelease!);
        Assert.True(features is { CpusOnline: > 0, TotalMemoryBytes: > 1 << 20, ClockResolutionNs: 1 });
        Assert.True(features.Clock is { ClockId: 1, WallNs: > 1_600_000_000_000_000_000, ClockNs: > 0 });
        Assert.InRange(features.FirstSampleNs, features.Clock.Value.ClockNs, features.LastSampleNs);
        Assert.Contains(features.BuildIds, entry => entry is { IsKernel: true, BuildId.Length: 40, Path: "[kernel.kallsyms]" });
        Assert.Contains(features.BuildIds, entry => entry is { IsKernel: false, BuildId.Length: 40 } && entry.Path.StartsWith('/'));
        Assert.All(reader.Events, each => Assert.Equal(1, each.Attributes.ClockId));
        Assert.Equal(["cpu-clock/freq=4000/", "sched:sched_switch", "sched:sched_waking", "raw_syscalls:sys_enter"], reader.Events.Select(each => each.Name));
    }

    [Fact]
    public void A_compressed_recording_says_so_and_its_records_count_once()
    {
        PerfFiles.NeedsZstd("compressed");
        (_, PerfDataReader reader) = RecordLines.Read(PerfFiles.Read("compressed"));

        Assert.Equal((1, 3), (reader.Features.Compression!.Value.Type, reader.Features.Compression.Value.Level));
        Assert.True(reader.Totals[PerfRecordType.Compressed] > 0);
        Assert.True(reader.Totals.DecompressedBytes > 0);
        Assert.True(reader.Totals[PerfRecordType.Switch] > 0);
    }

    [Fact]
    public void Tracepoints_that_a_rate_sampled_are_known()
    {
        Assert.True(Assert.Single(RecordLines.Read(PerfFiles.Read("sampled")).Reader.Events).IsSampledTracepoint);
        Assert.All(RecordLines.Read(PerfFiles.Read("switches")).Reader.Events, each => Assert.False(each.IsSampledTracepoint));
    }

    [Fact]
    public void A_recording_whose_perf_was_killed_is_read_to_its_last_whole_record()
    {
        byte[] content = PerfFiles.Read("killed");
        // It ends with the mark of a round, which has 8 bytes.
        (List<string> lines, PerfDataReader reader) = RecordLines.Read(content[..^(8 + 3)]);

        Assert.True(reader.Header.IsUnfinished);
        Assert.Equal(PerfDataEnd.Unfinished, reader.Totals.End);
        Assert.Contains("never finished", reader.Totals.EndReason, StringComparison.Ordinal);
        Assert.Equal(RecordLines.Read(content).Lines.Count - 1, lines.Count);
        Assert.InRange(reader.Totals.UnreadBytes, 1, 200);
        Assert.False(reader.Totals.IsWhole);
    }
}
