using Fathom.Model.Results;
using Fathom.Tests.Query.Heap;
using Xunit;

namespace Fathom.Tests.Query;

/// <summary>Every heap query over two recordings whose ids collide; the goldens were checked by hand against <see cref="HeapExample"/>.</summary>
public sealed class HeapSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => HeapExample.RecordA(folder.Path), static folder => HeapExample.RecordB(folder.Path));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
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
    [InlineData("recording/about")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Theory]
    [Trait("Category", "Slow")]
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

    [Fact]
    public void The_same_name_from_two_assemblies_or_load_contexts_is_two_rows()
    {
        ResultTable types = _recordings.Run("heap/types", ("rec", 0));

        Assert.Equal(2, types.Rows.Count(row => row[0].Text == "MyApp.Order"));
        Assert.Equal(2, types.Rows.Count(row => row[0].Text == "Plugin.Widget"));
    }
}
