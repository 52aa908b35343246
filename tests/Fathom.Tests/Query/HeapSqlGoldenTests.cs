using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Tests.Query.Heap;
using Xunit;

namespace Fathom.Tests.Query;

/// <summary>Every heap query over two recordings whose ids collide; the goldens were checked by hand against <see cref="HeapExample"/>.</summary>
public sealed class HeapSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => HeapExample.RecordA(folder.Path), static folder => HeapExample.RecordB(folder.Path));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [InlineData("heap/types")]
    [InlineData("heap/types_by_generation")]
    [InlineData("heap/types_by_segment")]
    [InlineData("heap/totals")]
    [InlineData("heap/live_totals")]
    [InlineData("heap/mark")]
    [InlineData("heap/histogram")]
    [InlineData("heap/histogram_by_size")]
    [InlineData("heap/snapshot")]
    [InlineData("recording/losses")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Theory]
    [InlineData("heap/live_types")]
    [InlineData("heap/live_types_by_generation")]
    [InlineData("heap/live_types_by_segment")]
    public void A_query_about_live_or_dead_objects_keeps_two_recordings_apart(string query) => _recordings.MatchEachTwice(query, "dead");

    [Theory]
    [InlineData("heap/diff_totals")]
    [InlineData("heap/live_diff_totals")]
    public void A_comparison_is_B_minus_A_over_all_types_of_both(string query) => _recordings.MatchBoth(query);

    [Fact]
    public void A_comparison_is_B_minus_A_over_all_types_of_both_or_over_those_of_live_objects() => _recordings.MatchBothTwice("heap/diff", "live");

    [Theory]
    [InlineData(HeapGrouping.Type)]
    [InlineData(HeapGrouping.Generation)]
    [InlineData(HeapGrouping.Segment)]
    [InlineData(HeapGrouping.LoadContext)]
    public void The_columns_that_conditions_are_checked_against_are_those_of_the_answer(HeapGrouping grouping) =>
        Assert.All(
            Enum.GetValues<HeapPopulation>(),
            population => Assert.Equal(
                HeapShapes.Types(grouping, population).Columns, new HeapReport(_recordings.Session, default).Types(0, grouping, population).Table.Columns));

    [Fact]
    public void The_columns_of_a_comparison_and_of_the_totals_are_known_before()
    {
        HeapReport report = new(_recordings.Session, default);

        Assert.Equal(HeapShapes.Diff.Columns, report.Diff(0, 1).Table.Columns);
        Assert.Equal(HeapShapes.Diff.TotalsColumns, report.DiffTotals(0, 1).Columns);
        Assert.Equal(HeapShapes.LiveDiff.Columns, report.Diff(0, 1, liveOnly: true).Table.Columns);
        Assert.Equal(HeapShapes.LiveDiff.TotalsColumns, report.LiveDiffTotals(0, 1).Columns);
        Assert.Equal(HeapShapes.Totals.Columns, report.Totals(0).Columns);
        Assert.Equal(HeapShapes.LiveTotals.Columns, report.LiveTotals(0).Columns);
        Assert.Equal(HeapShapes.Histogram.Columns, report.Histogram(0, bySize: false).Table.Columns);
        Assert.Equal(HeapShapes.HistogramBySize.Columns, report.Histogram(0, bySize: true).Table.Columns);
    }

    [Fact]
    public void The_same_name_from_two_assemblies_or_load_contexts_is_two_rows()
    {
        ResultTable types = new HeapReport(_recordings.Session, default).Types(0, HeapGrouping.LoadContext).Table;

        Assert.Equal(2, types.Rows.Count(row => row[0].Text == "MyApp.Order"));
        Assert.Equal(2, types.Rows.Count(row => row[0].Text == "Plugin.Widget"));
    }
}
