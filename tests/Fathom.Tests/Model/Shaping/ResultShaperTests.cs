using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Tests.Model.Conditions;
using Xunit;

namespace Fathom.Tests.Model.Shaping;

public sealed class ResultShaperTests
{
    private static readonly ResultShape s_shape = SampleResult.Shape;

    [Theory]
    [InlineData("count", "MyApp.Order System.String Free Dictionary<string,Order>")]
    [InlineData("count:asc", "Dictionary<string,Order> Free System.String MyApp.Order")]
    [InlineData("type", "Dictionary<string,Order> Free MyApp.Order System.String")]
    [InlineData("type:desc", "System.String MyApp.Order Free Dictionary<string,Order>")]
    [InlineData("pause_ns", "MyApp.Order Dictionary<string,Order> System.String Free")]
    [InlineData("pause_ns:asc", "System.String Dictionary<string,Order> MyApp.Order Free")]
    [InlineData("module:asc", "MyApp.Order Dictionary<string,Order> System.String Free")]
    [InlineData("pinned:desc", "MyApp.Order System.String Dictionary<string,Order> Free")]
    public void Rows_are_ordered_by_a_column_with_absent_values_last_and_equal_ones_in_their_order(string sort, string types) =>
        Assert.Equal(types, string.Join(' ', Types(RowOrder.Parse(sort, s_shape).Apply(SampleResult.Rows))));

    [Theory]
    [InlineData("sise_bytes", "There is no column 'sise_bytes' in '--sort sise_bytes'.")]
    [InlineData("count:down", "'down' in '--sort count:down' is not a direction.")]
    [InlineData("count:", "'' in '--sort count:' is not a direction.")]
    public void A_wrong_order_is_refused(string sort, string message) =>
        Assert.Equal(message, Assert.Throws<FathomException>(() => RowOrder.Parse(sort, s_shape)).Message);

    [Theory]
    [InlineData(null, "type module count size_bytes pause_ns share_percent")]
    [InlineData("count,type", "count type")]
    [InlineData("!module,!count", "type size_bytes pause_ns share_percent")]
    [InlineData("+pinned", "type module count size_bytes pause_ns share_percent pinned")]
    [InlineData("type,+pinned,!type,+count", "pinned count")]
    [InlineData("type,type", "type")]
    public void Columns_are_chosen_taken_away_and_added(string? choice, string columns)
    {
        ResultTable table = ColumnChoice.Parse(choice, s_shape).Apply(SampleResult.Rows);

        Assert.Equal(columns, string.Join(' ', table.Columns.Select(column => column.Name)));
        int count = table.IndexOf("count");
        Assert.All(table.Rows, row => Assert.Equal(table.Columns.Count, row.Length));
        if (count >= 0)
            Assert.Equal([1_000, 1_001, 2, 7], table.Rows.Select(row => row[count].Integer));
    }

    [Theory]
    [InlineData("typ")]
    [InlineData("type,!typ")]
    [InlineData("+typ")]
    [InlineData("type,!type")]
    [InlineData("+")]
    public void A_choice_of_columns_that_do_not_exist_or_of_none_is_refused(string choice) =>
        Assert.Equal(ExitCode.Usage, Assert.Throws<FathomException>(() => ColumnChoice.Parse(choice, s_shape)).ExitCode);

    [Fact]
    public void Limits_see_every_row_that_the_filter_keeps_whatever_is_shown()
    {
        ShapedResult shaped = Shape(where: "module=MyApp.dll", failIf: "count=..5", sort: "count", columns: "type", top: 1);

        Assert.Equal(["MyApp.Order"], Types(shaped.Result.Rows));
        Assert.Equal(1, shaped.OmittedRows);
        Assert.Equal("2", shaped.Limits.Broken[0].Evidence[0][0].Value.ToString());
        Assert.Empty(Shape(where: "module=MyApp.dll", failIf: "type=Free").Limits.Broken);
    }

    [Fact]
    public void Totals_are_those_of_everything() => Assert.Same(SampleResult.Totals, Shape(where: "type=Free", top: 1).Result.Totals);

    private static ShapedResult Shape(string? where = null, string? failIf = null, string? sort = null, string? columns = null, int? top = null)
    {
        ResultShaper shaper = new(
            new RowFilter(where is null ? [] : [Condition.Parse("--where", where)], s_shape),
            new LimitCheck(failIf is null ? [] : [Condition.Parse("--fail-if", failIf)], s_shape),
            sort is null ? null : RowOrder.Parse(sort, s_shape),
            ColumnChoice.Parse(columns, s_shape),
            top);
        return shaper.Shape(new CommandResult("heap", ["1"], SampleResult.Rows) { Totals = SampleResult.Totals });
    }

    private static IEnumerable<string> Types(ResultTable table) => table.Rows.Select(row => row[table.IndexOf("type")].Text);
}
