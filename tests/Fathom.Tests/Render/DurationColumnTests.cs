using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Units;
using Fathom.Render.Formats;
using Xunit;

namespace Fathom.Tests.Render;

/// <summary>Durations of one column are compared at a glance: one unit, decimal points below each other, nothing that is there as zero.</summary>
public sealed class DurationColumnTests
{
    [Fact]
    public void A_column_has_the_unit_of_its_largest_duration_and_points_below_each_other() => Assert.Equal(
        """
        method      wait_sum  n
        Task.Wait  459.67 s   1
        Monitor     41.54 s   1
        File         0.042 s  1
        Short       <0.001 s  1
        Falling     -1.500 s  1
        Fallen     >-0.001 s  1
        None         0        1
        Unknown            -  1

        """.ReplaceLineEndings("\n"),
        Table(
            ("Task.Wait", 459_670_123_456), ("Monitor", 41_536_000_000), ("File", 42_000_000), ("Short", 4_200), ("Falling", -1_500_000_000), ("Fallen", -1), ("None", 0),
            ("Unknown", null)));

    [Theory]
    [InlineData(new long[] { 999, 1 }, "999 ns", "1 ns")]
    [InlineData(new long[] { 1_500, 999 }, "1.500 us", "0.999 us")]
    [InlineData(new long[] { 999_999_999, 1 }, "1,000.00 ms", "<0.001 ms")]
    [InlineData(new long[] { 15_000_000_000, 2_000_000_000 }, "15 s", "2 s")]
    [InlineData(new long[] { 90_000_000_000, 1 }, "90.00 s", "<0.001 s")]
    [InlineData(new long[] { 7_200_500_000_000, 40_000_000_000 }, "7,200.50 s", "40.00 s")]
    [InlineData(new long[] { 3_600_000_000_000_000, 1_800_000_000_000 }, "1,000.00 h", "0.500 h")]
    [InlineData(new long[] { 0, 0 }, "0", "0")]
    [InlineData(new long[] { 500_000, 499_999_000_000 }, "0.001 s", "500.00 s")]
    public void Its_digits_are_those_of_its_unit(long[] durations, string first, string second)
    {
        string[] lines = Table(("a", durations[0]), ("b", durations[1])).Split('\n');

        Assert.Equal([first, second], lines[1..3].Select(static line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1..^1])));
    }

    [Fact]
    public void A_fraction_of_a_nanosecond_is_shown() =>
        Assert.Equal(
            "| mean |\n| ---: |\n| 12.25 ns |\n| 0.500 ns |\n| <0.001 ns |\n| inf |\n",
            Markdown(new("mean_ns", CellKind.Real, ColumnUnit.Nanoseconds), 12.25, 0.5, 0.0001, double.PositiveInfinity));

    [Fact]
    public void A_change_keeps_its_sign() =>
        Assert.Equal(
            "| delta_time |\n| ---: |\n| +2.500 s |\n| -0.250 s |\n| <+0.001 s |\n| 0 |\n",
            Markdown(new("delta_time_ns", CellKind.Real, ColumnUnit.Nanoseconds), 2.5e9, -2.5e8, 5, 0));

    [Fact]
    public void Sizes_keep_their_own_units() =>
        Assert.Equal("| size |\n| ---: |\n| 5.0 GiB |\n| 160 B |\n", Markdown(new("size_bytes", CellKind.Real, ColumnUnit.Bytes), 5368709120, 160));

    [Fact]
    public void What_is_too_small_for_a_chosen_unit_is_not_shown_as_zero()
    {
        ResultColumn[] columns = [new("time_ns", CellKind.Integer, ColumnUnit.Nanoseconds)];
        using StringWriter text = new() { NewLine = "\n" };
        MarkdownRenderer.Write(Shaped(columns, [Cell.Of(1L)], [Cell.Of(0L)], [Cell.Of(-1L)], [Cell.Of(6_000_000L)]), text, MeasureUnit.Find("s"));

        Assert.Equal("| time [s] |\n| ---: |\n| \\<0.01 |\n| 0.00 |\n| \\>-0.01 |\n| 0.01 |\n", text.ToString());
    }

    [Fact]
    public void The_last_column_leaves_no_blanks_behind_it()
    {
        ResultColumn[] columns = [new("a", CellKind.Text), new("time_ns", CellKind.Integer, ColumnUnit.Nanoseconds)];
        using StringWriter text = new() { NewLine = "\n" };
        TableRenderer.Write(Shaped(columns, [Cell.Of("x"), Cell.Of(12_345_000_000L)], [Cell.Of("y"), Cell.Of(1_000_000L)], [Cell.Of("z"), Cell.Of(0L)]), text, TableStyle.Plain);

        Assert.Equal("a      time\nx  12.35 s\ny   0.001 s\nz   0\n", text.ToString());
    }

    private static string Table(params (string Method, long? Ns)[] rows)
    {
        ResultColumn[] columns = [new("method", CellKind.Text), new("wait_sum_ns", CellKind.Integer, ColumnUnit.Nanoseconds), new("n", CellKind.Integer)];
        using StringWriter text = new() { NewLine = "\n" };
        TableRenderer.Write(Shaped(columns, [.. rows.Select(row => new[] { Cell.Of(row.Method), Cell.Of(row.Ns), Cell.Of(1L) })]), text, TableStyle.Plain);
        return text.ToString();
    }

    private static string Markdown(ResultColumn column, params double[] values)
    {
        using StringWriter text = new() { NewLine = "\n" };
        MarkdownRenderer.Write(Shaped([column], [.. values.Select(value => new[] { Cell.Of(value) })]), text, null);
        return text.ToString().Replace("\\<", "<", StringComparison.Ordinal).Replace("\\>", ">", StringComparison.Ordinal);
    }

    private static ShapedResult Shaped(ResultColumn[] columns, params Cell[][] rows) =>
        new(new CommandResult("waits", [], new ResultTable(columns, rows)), 0, new LimitVerdict([], []));
}
