using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Threads;
using Fathom.Render.Formats;
using Fathom.Render.Stacks;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Render;

/// <summary>Text of several lines: below its row in tables, with breaks in Markdown, as it is in CSV.</summary>
public sealed class LinesColumnTests
{
    private static readonly ResultTable s_rows = new(
        [new("tid", CellKind.Integer), new("name", CellKind.Text), new("frames", CellKind.Text, ColumnUnit.Lines)],
        [
            [Cell.Of(1L), Cell.Of("main"), Cell.Of("App.List<Order>.Add()\nApp.Main()")],
            [Cell.Of(22L), Cell.Of("native"), default],
            [Cell.Of(333L), Cell.Of("worker"), Cell.Of("App.\u001b[31mRed()")],
        ]);

    [Fact]
    public void A_table_shows_lines_below_their_row_whole_and_without_control_characters() => Snapshot.Match(Table(80), "lines-table.txt");

    [Fact]
    public void Lines_are_broken_behind_a_sign_and_not_shortened_on_a_narrow_terminal() => Assert.Contains("    App.List<Order>.\n        Add()\n", Table(22), StringComparison.Ordinal);

    [Fact]
    public void Markdown_and_CSV_keep_the_lines_apart()
    {
        using StringWriter markdown = new() { NewLine = "\n" };
        MarkdownRenderer.Write(Shaped(), markdown, null);
        using StringWriter csv = new();
        CsvRenderer.Write(s_rows, csv);

        Snapshot.Match($"{markdown}\n{csv}", "lines-other.txt");
    }

    [Theory]
    [InlineData(true, "1,234 threads of Shop (pid 4711), .NET 10.0.12, watched for 500.0 ms, then stopped for 45.0 ms (expected about 60 ms).")]
    [InlineData(false, "1,234 threads of a process without a name, from a core dump.")]
    public void The_header_says_whose_threads_they_are_and_how_they_were_looked_at(bool isLive, string expected)
    {
        ThreadLookFacts facts = isLive
            ? new() { ThreadCount = 1_234, ProcessName = "Shop", Pid = 4711, RuntimeVersion = "10.0.12", IntervalNs = 500_000_000, PauseNs = 45_000_000, ExpectedPauseNs = 60_000_000 }
            : new() { ThreadCount = 1_234 };

        Assert.Equal([expected], ThreadHeader.Of(facts));
        Assert.Equal(
            "Thread pool: 3 of 4 workers at work (limits 2 to 100), 12 work items wait.",
            ThreadHeader.Of(facts with { Pool = new ThreadPoolFacts(2, 100, 4, 4, 3, 12) })[^1]);
    }

    private static string Table(int width)
    {
        using StringWriter text = new() { NewLine = "\n" };
        TableRenderer.Write(Shaped(), text, new TableStyle(width, Colour: false, null));
        return text.ToString();
    }

    private static ShapedResult Shaped() => SampleAnswer.Shaped with { Result = new CommandResult("stacks", ["Shop"], s_rows) };
}
