using Fathom.Model;
using Fathom.Query.Questions;
using Fathom.Query.Segments;
using Xunit;

namespace Fathom.Tests.Query.Heap;

/// <summary>The queries about segments over two recordings whose ids collide; the goldens were checked by hand against <see cref="HeapExample"/>.</summary>
public sealed class SegmentSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => HeapExample.RecordA(folder.Path), static folder => HeapExample.RecordB(folder.Path));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("heap/segments")]
    [InlineData("heap/segments_each")]
    [InlineData("heap/segment_totals")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Fact]
    public void A_recording_without_them_is_refused_with_the_way_to_have_them()
    {
        using TwoRecordings without = new(
            static folder => HeapRecordings.Create(folder, "a", "MyApp.Order", 3), static folder => HeapRecordings.Create(folder, "b", "MyApp.Order", 3));

        FathomException refused = Assert.Throws<FathomException>(() => new SegmentReport(without.Session, default).Segments(SqlQuestion.About("heap/segments")));

        Assert.Equal(
            ("'a.fathom' does not hold what its segments are used for.", "fathom heap segments PROCESS --save NAME.fathom keeps it"),
            (refused.Message.Replace(without.Folder.Path + "/", "", StringComparison.Ordinal), refused.NextStep));
    }
}
