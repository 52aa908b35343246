using Fathom.Model.Results;
using Fathom.Query.Time;
using Xunit;

namespace Fathom.Tests.Query.Time;

public sealed class CallerGapsTests
{
    [Theory]
    [InlineData(400, 3.0, 2.0, true)]
    [InlineData(300, 3.0, 2.0, false)]
    [InlineData(4_000, 0.9, 2.0, false)]
    [InlineData(4_000, 3.0, 0.9, false)]
    [InlineData(4_000, 3.0, null, true)]
    public void Gaps_are_said_from_a_hundredth_and_ten_samples_on(int samples, double gapPercent, double? ofProcess, bool isSaid) =>
        Assert.Equal(isSaid, CallerGaps.Note(Row(samples, gapPercent, ofProcess, isRecorded: true)) is not null);

    [Fact]
    public void Other_programs_and_unknown_ways_are_no_gaps()
    {
        Assert.Null(CallerGaps.Note(Row(4_000, 3.0, 2.0, isRecorded: false)));
        Assert.StartsWith("the recording does not say", CallerGaps.Note(Row(4_000, null, null, isRecorded: true)), StringComparison.Ordinal);
    }

    private static ResultTable Row(int samples, double? gapPercent, double? ofProcess, bool isRecorded) => new(
        [.. CallerGaps.Columns.Select(static column => new ResultColumn(column, CellKind.Real))],
        [[
            Cell.Of("Shop.Sell"), Cell.Of(samples), gapPercent is { } gap ? Cell.Of(gap) : default, ofProcess is { } share ? Cell.Of(share) : default,
            Cell.Of(isRecorded),
        ]]);
}
