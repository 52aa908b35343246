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

    [Theory]
    [InlineData("trends/processes")]
    [InlineData("trends/items")]
    public void All_recordings_are_asked_at_once(string query) => TwoRecordings.Match(query, _recordings.Run(query));
}
