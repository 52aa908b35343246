using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Records;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>The recordings of another project.</summary>
[Trait(Needs.Trait, Needs.DataReason)]
public sealed class PublicPerfDataTests
{
    [Fact]
    public void A_file_of_perf_6_16_has_19_records_and_the_mark_of_a_round()
    {
        (List<string> lines, PerfDataReader reader) = RecordLines.Read(PerfFiles.ReadPublic("sleep.data"));

        Assert.Equal((PerfDataEnd.Complete, 20L, 1L), (reader.Totals.End, reader.Totals.Records, reader.Totals[PerfRecordType.FinishedRound]));
        Assert.Equal((7L, 14), (reader.Totals.Samples, lines.Count));
        Assert.Equal(("x86_64", "6.16-1"), (reader.Features.Architecture, reader.Features.PerfVersion));
        Assert.Equal(["cycles:Pu"], reader.Events.Select(each => each.Name));
    }

    [Fact]
    public void A_compressed_pipe_of_another_architecture_inflates_to_14_records_with_8_samples()
    {
        PerfFiles.NeedsZstd("compressed");
        (List<string> lines, PerfDataReader reader) = RecordLines.Read(PerfFiles.ReadPublic("sleep.compressed.pipe.data"));

        Assert.True(reader.Header.IsPipe);
        Assert.Equal((PerfDataEnd.Complete, 992L, 8L), (reader.Totals.End, reader.Totals.DecompressedBytes, reader.Totals.Samples));
        Assert.Equal(14, lines.Count(line => !line.StartsWith("0 ", StringComparison.Ordinal)));
        Assert.Equal("aarch64", reader.Features.Architecture);
    }
}
