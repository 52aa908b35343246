using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Query.Memory;
using Xunit;

namespace Fathom.Tests.Query.Trends;

/// <summary>The queries about metrics over time, over two recordings whose ids collide.</summary>
public sealed class TrendSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => TrendRecordings.Small(folder, "a", 1), static folder => TrendRecordings.Small(folder, "b", 1000));

    public void Dispose() => _recordings.Dispose();

    [Fact]
    public void All_values_of_processes_come_with_those_of_the_items_that_move_most() => TwoRecordings.Match(
        "trends/samples",
        _recordings.Run("trends/samples", ("items", 1)),
        _recordings.Run("trends/samples", ("items", 100)));

    [Fact]
    public void Two_moments_of_one_recording_are_compared_and_an_item_that_one_does_not_name_has_none()
    {
        MemoryReport report = new(_recordings.Session, TestContext.Current.CancellationToken);
        ResultTable first = report.Moments(0, 0, long.MaxValue);

        TwoRecordings.Match("memory/moments", first, report.Moments(1, 1, 120_000_000_000));
        FathomException error = Assert.Throws<FathomException>(() => report.Moments(0, 1, 2));
        Assert.Contains("has no two samples of memory between these moments", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("trends/processes")]
    [InlineData("trends/items")]
    public void All_recordings_are_asked_at_once(string query) => TwoRecordings.Match(query, _recordings.Run(query));
}
