using System.Globalization;
using Fathom.Model.Conditions;
using Fathom.Model.Patterns;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Render.Formats;
using Fathom.Render.Text;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Render;

/// <summary>Tables on terminals of any width: what is left out is said, nothing is broken in a word, and nothing looks like something else.</summary>
public sealed class TableFitTests
{
    private const string List = "System.Collections.Generic.List<MyApp.Order>";

    private static readonly ResultColumn[] s_columns =
    [
        new("type", CellKind.Text),
        new("module", CellKind.Text),
        new("status", CellKind.Text),
        new("delta_size_bytes", CellKind.Integer, ColumnUnit.Bytes) { Rank = ColumnRank.Key },
        new("delta_count", CellKind.Integer, ColumnUnit.Count),
        new("a_size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("b_size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("pause_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
    ];

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(100)]
    [InlineData(120)]
    public void Columns_are_left_out_from_the_last_one_and_the_line_below_says_how_many(int width)
    {
        string text = Table(Rows(), width, offered: 12);

        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= width, line));
        Snapshot.Match(text, $"fit-{width}.txt");
    }

    [Fact]
    public void A_pipe_has_no_width() => Snapshot.Match(Table(Rows(), null, offered: 8), "fit-pipe.txt");

    [Theory]
    [InlineData(40)]
    [InlineData(80)]
    public void Columns_that_the_user_chose_are_all_shown_one_below_the_other_where_they_do_not_fit(int width)
    {
        string text = Table(Rows(), width, offered: null);

        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= width, line));
        Assert.All(s_columns, column => Assert.Contains(column.ShortName + " ", text, StringComparison.Ordinal));
        Snapshot.Match(text, $"fit-cards-{width}.txt");
    }

    [Fact]
    public void Totals_lose_no_column_but_are_turned()
    {
        ResultTable totals = new(
            [new("kind", CellKind.Text), .. s_columns.Skip(3)],
            [[Cell.Of("free"), .. Row(List, 0).Skip(3)], [Cell.Of("total"), .. Row(List, 1).Skip(3)]]);

        Snapshot.Match(Write(new CommandResult("heap", [], Rows()) { Totals = totals }, new TableStyle(60, false, null), 8), "fit-totals.txt");
    }

    [Fact]
    public void A_command_above_a_table_is_not_broken()
    {
        const string sentence = "To look closer, row by row:", command = "fathom waits slow.fathom --where pid=1,method=Shop.Prices.Load";

        string text = Write(new CommandResult("record", [], Rows()) { Header = [sentence, command] }, new TableStyle(20, false, null), 8);

        Assert.StartsWith($"To look closer, row\n  by row:\n{command}\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Two_types_with_one_short_name_keep_their_namespaces()
    {
        string text = Table(new ResultTable([s_columns[0]], [[Cell.Of("A.Order")], [Cell.Of("B.Order")], [Cell.Of("A.Customer")], [Cell.Of("X.Y+Z")], [Cell.Of("X.Y.Z")], [default]]), 80, 1);

        Assert.Equal("type\nA.Order\nB.Order\nCustomer\nY.Z\nZ\n-\n", text);
    }

    [Fact]
    public void Names_that_the_same_end_would_hide_are_written_in_full_on_several_lines()
    {
        string end = string.Concat(Enumerable.Repeat("Very.Long.", 8).Select(static part => part.Replace('.', 'L')));
        string[] names = [$"One{end}Name", $"Two{end}Name", $"Another{end}Ending"];
        string text = Table(new ResultTable([s_columns[0]], [.. names.Select(static name => new[] { Cell.Of(name) })]), 40, 1);

        string whole = text.Replace("\n", "", StringComparison.Ordinal);
        Assert.Contains(names[0], whole, StringComparison.Ordinal);
        Assert.Contains(names[1], whole, StringComparison.Ordinal);
        Assert.Contains("…", whole, StringComparison.Ordinal);
        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= 40, line));
    }

    [Fact]
    public void What_is_shown_of_a_type_finds_it_and_no_other_at_every_width()
    {
        string[] types =
        [
            "System.String", "System.Byte[]", List, List + "[]", "System.Collections.Generic.Dictionary<System.Int32, MyApp.Orders.Order>+Entry[]",
            "System.Collections.Generic.Dictionary<System.Int32, MyApp.Archive.Order>+Entry[]", "MyApp.Service+<LoadEverythingThatIsThereAsync>d__12<System.String>",
            "MyApp.Other+<LoadEverythingThatIsThereAsync>d__12<System.String>", "A.B.C", "A.B+C",
        ];
        ResultTable rows = new([s_columns[0]], [.. types.Select(static type => new[] { Cell.Of(type) })]);
        for (int width = 12; width < 130; width++)
        {
            GridColumn column = new(rows, 0, new TableStyle(width, false, null));
            column.Fit(Math.Min(width, column.Width));
            for (int i = 0; i < types.Length; i++)
            {
                using StringWriter shown = new();
                for (int line = 0; line < column.LinesOf(i); line++)
                    column.Write(i, line, shown, padRight: false);
                if (column.LinesOf(i) > 1)
                    continue;
                PatternList pattern = new(shown.ToString()) { AreTypes = true };
                Assert.Equal([types[i]], types.Where(type => pattern.Matches(type)));
            }
        }
    }

    [Fact]
    public void A_command_to_paste_is_whole_and_stands_below_its_row_where_there_is_no_room()
    {
        string fix = "sudo sysctl kernel.yama.ptrace_scope=0 && echo this is a long command that no terminal of eighty columns has room for";
        ResultTable rows = new(
            [new("check", CellKind.Text), new("value", CellKind.Text, ColumnUnit.Sentence), new("fix", CellKind.Text, ColumnUnit.Command)],
            [[Cell.Of("ptrace"), Cell.Of("1: a sentence that goes on for long and is broken between words, not in them, wherever it ends"), Cell.Of(fix)],
            [Cell.Of("other"), Cell.Of("well"), default]]);

        Assert.Contains($"\n    fix: {fix}\n", Table(rows, 80, 3), StringComparison.Ordinal);
        Assert.Contains($"  {fix}\n", Table(rows, 300, 3), StringComparison.Ordinal);
        Snapshot.Match(Table(rows, 80, 3), "fit-command.txt");
    }

    [Fact]
    public void Headings_say_what_cells_show_and_conditions_take_both_names()
    {
        ResultShape shape = new(s_columns);

        Assert.Equal("delta_size_bytes", RowOrder.Parse("delta_size", shape).Column.Name);
        Assert.Equal("delta_size_bytes", RowOrder.Parse("delta_size_bytes", shape).Column.Name);
        Assert.Equal("pause_ns", ColumnNames.Find(shape.Columns, "pause", "").Name);
        Assert.Equal(["a_size_bytes", "pause_ns"], ColumnChoice.Parse("a_size,pause_ns", shape).Names);
        Assert.Contains("  delta_size  ", Table(Rows(), null, 8), StringComparison.Ordinal);
    }

    [Fact]
    public void Two_columns_with_one_heading_keep_their_names()
    {
        ResultTable rows = new([new("size", CellKind.Text), new("size_bytes", CellKind.Integer, ColumnUnit.Bytes)], [[Cell.Of("a"), Cell.Of(1L)]]);

        Assert.StartsWith("size  size_bytes\n", Table(rows, null, 2), StringComparison.Ordinal);
    }

    [Fact]
    public void Full_names_are_written_where_they_are_asked_for() =>
        Assert.Contains($"\n{List}\n", Write(
            new CommandResult("heap", [], new ResultTable([s_columns[0]], [[Cell.Of(List)]])), TableStyle.Plain with { FullNames = true }, 1), StringComparison.Ordinal);

    [Theory]
    [InlineData("/usr/lib/dotnet/shared/libcoreclr.so", 16, "/usr/lib/dotnet/|shared/|libcoreclr.so")]
    [InlineData("abcdefghij", 4, "abcd|efgh|ij")]
    [InlineData("", 4, "")]
    public void A_name_is_broken_behind_a_sign(string text, int width, string lines) => Assert.Equal(lines.Split('|'), TextWidth.Break(text, width));

    private static ResultTable Rows() => new(
        s_columns,
        [.. Enumerable.Range(0, 3).Select(static i => Row($"System.Collections.Generic.Dictionary<System.Int32, MyApp.Orders.Order{i.ToString(CultureInfo.InvariantCulture)}>+Entry[]", i)),
        Row("System.String", 3)]);

    private static Cell[] Row(string type, long number) =>
        [Cell.Of(type), Cell.Of("System.Private.CoreLib.dll"), Cell.Of("changed"),
        Cell.Of(number << 20), Cell.Of(number * 1_000_000), Cell.Of(number << 30), Cell.Of(number << 31), Cell.Of(number * 1_234_567)];

    private static string Table(ResultTable rows, int? width, int? offered) => Write(new CommandResult("heap", [], rows), new TableStyle(width, false, null), offered);

    private static string Write(CommandResult result, TableStyle style, int? offered)
    {
        using StringWriter text = new() { NewLine = "\n" };
        TableRenderer.Write(new ShapedResult(result, 0, new LimitVerdict([], [])) { OfferedColumns = offered }, text, style);
        return text.ToString();
    }
}
