using Fathom.Model.Results;
using Fathom.Render.Time;
using Xunit;

namespace Fathom.Tests.Render.Time;

public sealed class LeftOutTextTests
{
    [Theory]
    [InlineData(610L, 1000L, 3L, "3 other processes of the machine: 61 % of its CPU time (--all-processes)")]
    [InlineData(20L, 1000L, 1L, "1 other process of the machine: 2 % of its CPU time (--all-processes)")]
    [InlineData(9L, 1000L, 1L, null)]
    [InlineData(0L, 0L, 0L, null)]
    public void Other_processes_are_a_line_from_a_hundredth_on(long other, long all, long count, string? line) =>
        Assert.Equal(line, LeftOutText.OtherCpu(Sums([Cell.Of(other), Cell.Of(all), Cell.Of(count)])));

    [Fact]
    public void Samples_without_time_tell_nothing() => Assert.Null(LeftOutText.OtherCpu(Sums([default, default, Cell.Of(2)])));

    [Fact]
    public void Idle_and_standing_waits_are_one_line()
    {
        ResultTable sums = Sums(
            [Cell.Of("idle"), default, default, Cell.Of(38), Cell.Of(390_000_000_000)],
            [Cell.Of("standing"), Cell.Of("Program.Main"), Cell.Of("task"), Cell.Of(1), Cell.Of(10_000_000_000)],
            [Cell.Of("standing"), default, default, Cell.Of(2), Cell.Of(20_000_000_000)]);

        Assert.Equal("Left out (--idle): 38 threads waited for work, 6.5 min in all; 3 threads waited all the time: Program.Main (task)", LeftOutText.IdleWaits(sums));
        Assert.Null(LeftOutText.IdleWaits(Sums()));
    }

    private static ResultTable Sums(params Cell[][] rows) =>
        new([.. Enumerable.Range(0, rows.Length == 0 ? 0 : rows[0].Length).Select(static i => new ResultColumn($"c{i}", CellKind.Text))], rows);
}
