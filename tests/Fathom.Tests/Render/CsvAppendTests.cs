using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Render.Output;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Render;

public sealed class CsvAppendTests : IDisposable
{
    private static readonly ResultColumn[] s_columns = [new("type", CellKind.Text), new("count", CellKind.Integer)];
    private static readonly TrendContext s_trend = new(ManualTime.Start, 1, "a", null, null, "before");

    private readonly TestFolder _folder = new();

    private string File => _folder.File("leak.csv");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_header_stands_only_in_a_new_file()
    {
        Append("a", 1);
        Append("b,c", 2);

        Assert.Equal("type,count\na,1\n\"b,c\",2\n", Text());
    }

    [Fact]
    public void Rows_of_a_snapshot_lead_with_when_and_whom()
    {
        CsvAppend.Write(File, Rows("a", 1), s_trend, TestContext.Current.CancellationToken);
        CsvAppend.Write(
            File,
            Rows("b", 2),
            s_trend with { Utc = ManualTime.Start.AddMilliseconds(250), Context = "after" },
            TestContext.Current.CancellationToken);

        Assert.Equal(
            "utc,pid,name,command_line,age_s,context,type,count\n2026-11-21T10:00:00Z,1,a,,,before,a,1\n2026-11-21T10:00:00.25Z,1,a,,,after,b,2\n",
            Text());
    }

    [Fact]
    public void An_empty_file_is_a_new_one()
    {
        System.IO.File.WriteAllText(File, "");
        Append("a", 1);

        Assert.Equal("type,count\na,1\n", Text());
    }

    [Fact]
    public void The_line_ends_of_the_file_are_kept()
    {
        System.IO.File.WriteAllText(File, "type,count\r\na,1\r\n");
        Append("b", 2);

        Assert.Equal("type,count\r\na,1\r\nb,2\r\n", Text());
    }

    [Fact]
    public void A_mark_of_an_editor_at_the_start_does_not_matter()
    {
        System.IO.File.WriteAllText(File, "type,count\na,1\n", new System.Text.UTF8Encoding(encoderShouldEmitUTF8Identifier: true));
        Append("b", 2);

        Assert.EndsWith("a,1\nb,2\n", Text(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("type\na\n", "it lacks count")]
    [InlineData("type,count,size_bytes\na,1,2\n", "it has size_bytes besides")]
    [InlineData("type,size_bytes\na,1\n", "it has size_bytes instead of count")]
    [InlineData("count,type\n1,a\n", "its columns have another order")]
    [InlineData("no table at all", "it has no table at all instead of type, count")]
    [InlineData("\n", "its first line is empty")]
    public void A_file_with_another_header_is_refused_and_stays_as_it_was(string content, string difference)
    {
        System.IO.File.WriteAllText(File, content);

        FathomException error = Assert.Throws<FathomException>(() => Append("a", 1));
        Assert.Equal((ExitCode.Target, $"'{File}' has another header, so nothing was appended: {difference}."), (error.ExitCode, error.Message));
        Assert.Contains("type,count", error.NextStep, StringComparison.Ordinal);
        Assert.Equal(content, Text());
        Assert.Throws<FathomException>(() => CsvAppend.Check(File, Rows("a", 1), withTrend: false, CancellationToken.None));
    }

    [Theory]
    [InlineData("type,count")]
    [InlineData("type,count\na,1")]
    [InlineData("type,count\n\"a\n")]
    public void A_file_whose_last_row_is_not_finished_is_refused_and_stays_as_it_was(string content)
    {
        System.IO.File.WriteAllText(File, content);

        FathomException error = Assert.Throws<FathomException>(() => Append("a", 1));
        Assert.Equal($"The last row of '{File}' is not finished, so nothing was appended.", error.Message);
        Assert.Equal(content, Text());
    }

    [Fact]
    public void A_long_file_is_checked_to_its_end()
    {
        System.IO.File.WriteAllText(File, $"type,count\n{string.Concat(Enumerable.Repeat("\"a,b\",1\n", 50_000))}\"a");

        Assert.Throws<FathomException>(() => Append("a", 1));
    }

    [Fact]
    public void Processes_that_append_at_once_lose_nothing()
    {
        const int Writers = 8;
        const int Appends = 25;
        Parallel.For(0, Writers, new ParallelOptions { MaxDegreeOfParallelism = Writers }, writer =>
        {
            for (int i = 0; i < Appends; i++)
            {
                CsvAppend.Check(File, Rows("", 0), withTrend: false, CancellationToken.None);
                Append($"writer {writer}", i);
            }
        });

        string[] lines = System.IO.File.ReadAllLines(File);
        Assert.Equal(1 + (Writers * Appends), lines.Length);
        Assert.Single(lines, "type,count");
        Assert.Equal(Writers * Appends, lines.Distinct().Count() - 1);
    }

    [Fact]
    public void Waiting_for_a_lock_ends_when_the_command_is_stopped()
    {
        using FileStream held = new(File, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None);
        using CancellationTokenSource stop = new(TimeSpan.FromMilliseconds(50));

        Assert.Throws<OperationCanceledException>(() => CsvAppend.Write(File, Rows("a", 1), null, stop.Token));
        Assert.Equal(0, held.Length);
    }

    [Fact]
    public void A_file_that_cannot_be_written_is_named()
    {
        FathomException error = Assert.Throws<FathomException>(() =>
            CsvAppend.Write("/proc/leak.csv", Rows("a", 1), null, TestContext.Current.CancellationToken));

        Assert.Equal(ExitCode.Target, error.ExitCode);
        Assert.StartsWith("Cannot append to '/proc/leak.csv': ", error.Message, StringComparison.Ordinal);
    }

    private void Append(string type, int count) => CsvAppend.Write(File, Rows(type, count), null, CancellationToken.None);

    private string Text() => System.IO.File.ReadAllText(File);

    private static ResultTable Rows(string type, int count) => new(s_columns, [[Cell.Of(type), Cell.Of(count)]]);
}
