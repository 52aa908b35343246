using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Render.Formats;
using Xunit;

namespace Fathom.Tests.Render;

/// <summary>The process of each row is no news where all rows are of one, which the header names.</summary>
public sealed class CommonColumnsTests
{
    private static readonly ResultShape s_shape = new(
    [
        new("process", CellKind.Text) { Rank = ColumnRank.Common },
        new("pid", CellKind.Integer) { Rank = ColumnRank.Common },
        new("method", CellKind.Text) { Rank = ColumnRank.Key },
        new("samples", CellKind.Integer, ColumnUnit.Count),
    ]);

    [Fact]
    public void Rows_of_one_process_do_not_repeat_it() => Assert.Equal(
        "method  samples\nA.Run         7\nB.Run         7\n… 4 columns, 2 shown: --columns all\n", Table(null, ("app", 12, "A.Run"), ("app", 12, "B.Run")));

    [Fact]
    public void Two_processes_of_one_name_keep_both_columns() => Assert.Equal(
        "process  pid  method  samples\napp       12  A.Run         7\napp       13  B.Run         7\n", Table(null, ("app", 12, "A.Run"), ("app", 13, "B.Run")));

    [Theory]
    [InlineData("process,method", "process  method\napp      A.Run\n")]
    [InlineData("all", "process  pid  method  samples\napp       12  A.Run         7\n")]
    [InlineData("+pid", "method  samples  pid\nA.Run         7   12\n… 4 columns, 3 shown: --columns all\n")]
    public void Columns_that_were_asked_for_are_shown(string columns, string expected) => Assert.Equal(expected, Table(columns, ("app", 12, "A.Run")));

    [Fact]
    public void Markdown_leaves_them_out_and_programs_get_them()
    {
        using MemoryStream markdown = new(), csv = new();
        ShapedResult shaped = Shape(null, ("app", 12, "A.Run"));
        OutputFormat.Markdown.Write(shaped, markdown, TableStyle.Plain, isFile: false, null);
        OutputFormat.Csv.Write(shaped, csv, TableStyle.Plain, isFile: false, null);

        Assert.StartsWith("| method | samples |\n", System.Text.Encoding.UTF8.GetString(markdown.ToArray()), StringComparison.Ordinal);
        Assert.Equal("process,pid,method,samples\napp,12,A.Run,7\n", System.Text.Encoding.UTF8.GetString(csv.ToArray()));
    }

    private static string Table(string? columns, params (string Process, long Pid, string Method)[] rows)
    {
        using StringWriter text = new() { NewLine = "\n" };
        TableRenderer.Write(Shape(columns, rows), text, TableStyle.Plain);
        return text.ToString();
    }

    private static ShapedResult Shape(string? columns, params (string Process, long Pid, string Method)[] rows)
    {
        ColumnChoice choice = ColumnChoice.Parse(columns, s_shape, isForPeople: true);
        ResultTable table = new(s_shape.Columns, [.. rows.Select(row => new[] { Cell.Of(row.Process), Cell.Of(row.Pid), Cell.Of(row.Method), Cell.Of(7L) })]);
        return new ResultShaper(new RowFilter([], s_shape), new LimitCheck([], s_shape), null, choice, null).Shape(new CommandResult("cpu", [], table));
    }
}
