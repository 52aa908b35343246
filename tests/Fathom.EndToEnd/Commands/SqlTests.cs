using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Commands;

public sealed class SqlTests
{
    private const string Endless = "select count(*) from range(100000000000) a, range(100000) b where a.range * b.range % 7 = 1";

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_query_over_two_snapshots_of_a_live_process_keeps_them_apart()
    {
        using TestFolder folder = new();
        using SampleProcess sample = SampleProcess.Start("Idle");
        foreach (string name in (string[])["a.fathom", "b.fathom"])
            Assert.Equal(ExitCode.Ok, (await FathomTool.RunAsync("heap", $"pid:{sample.Pid}", "--save", folder.File(name), "-q")).Code);

        ToolRun run = await FathomTool.RunAsync(
            "sql",
            "select rec, count(distinct type_id) > 10 as types, sum(size_bytes) > 1000 as bytes from heap_usage group by rec order by rec",
            folder.File("a.fathom"),
            folder.File("b.fathom"),
            "--format",
            "csv");
        Assert.Equal((0, "rec,types,bytes\n0,true,true\n1,true,true\n", ""), (run.ExitCode, run.Out, run.Error));

        Assert.Equal(ExitCode.Ok, (await FathomTool.RunAsync("pack", folder.File("a.fathom"), "-o", folder.File("a.zip"))).Code);
        const string Query = "select name, sum(size_bytes) as size_bytes from heap_usage join heap_type using (rec, type_id) group by name order by name";
        Assert.Equal(
            (await FathomTool.RunAsync("sql", Query, folder.File("a.fathom"), "--format", "json")).Out.Replace("a.fathom", "", StringComparison.Ordinal),
            (await FathomTool.RunAsync("sql", Query, folder.File("a.zip"), "--format", "json")).Out.Replace("a.zip", "", StringComparison.Ordinal));
        await TargetHealth.CheckAsync(sample, beats: false);
    }

    [Fact]
    public async Task A_reader_that_has_seen_enough_ends_the_command_quietly()
    {
        ToolRun run = await FathomTool.ShellAsync("fathom sql 'from range(1000000)' --format csv | head -1; echo \"${PIPESTATUS[@]}\"");

        Assert.Equal((0, "range\n0 0\n", ""), (run.ExitCode, run.Out, run.Error));
    }

    [Fact]
    public async Task A_full_disk_is_said()
    {
        ToolRun run = await FathomTool.ShellAsync("fathom sql 'select 1' > /dev/full");

        Assert.Equal(ExitCode.Target, run.Code);
        Assert.StartsWith("error: Cannot write to standard output: No space left on device.\n  next: ", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("INT", ExitCode.Interrupted)]
    [InlineData("TERM", ExitCode.Terminated)]
    public async Task A_signal_ends_a_query_and_leaves_nothing_behind(string signal, ExitCode expected)
    {
        using TestFolder folder = new();
        using Process tool = Process.Start(
            FathomTool.Start(FathomTool.Executable, ["sql", Endless], new Dictionary<string, string> { ["TMPDIR"] = folder.Path }, null))!;
        tool.StandardInput.Close();
        // By then the query is about to run or runs.
        while (tool.TotalProcessorTime < TimeSpan.FromMilliseconds(200))
            await Task.Delay(5, TestContext.Current.CancellationToken);
        using (Process kill = Process.Start("kill", [$"-{signal}", $"{tool.Id}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        string output = await tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        string error = await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal((expected, "", "stopped before the result was complete\n"), ((ExitCode)tool.ExitCode, output, error));
        Assert.Empty(WorkFolders(folder));
    }

    // The engine does not count such texts, and the function that makes them is not interrupted.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_query_ends_when_it_takes_more_memory_than_it_may()
    {
        ToolRun run = await FathomTool.RunAsync("sql", "select length(replace(repeat('a', 100000000), 'a', repeat('b', 30)))");

        Assert.Equal((ExitCode.Partial, ""), (run.Code, run.Out));
        Assert.Contains("error: The query needs more memory than it may use: ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_table_fits_the_terminal_and_is_plain_elsewhere()
    {
        const string Query = "select repeat('x', 300) as text, 1 as n";
        Dictionary<string, string> xterm = new() { ["TERM"] = "xterm-256color" };
        ToolRun terminal = await Terminal.RunAsync(60, xterm, "sql", Query);
        ToolRun pipe = await FathomTool.RunAsync(["sql", Query], xterm);

        Assert.Contains("\e[1mtext", terminal.Out, StringComparison.Ordinal);
        Assert.Contains("x…x", terminal.Out, StringComparison.Ordinal);
        Assert.DoesNotContain('\e', (await Terminal.RunAsync(60, new Dictionary<string, string>(xterm) { ["NO_COLOR"] = "1" }, "sql", Query)).Out);
        Assert.DoesNotContain('\e', pipe.Out);
        Assert.Contains(new string('x', 300), pipe.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Json_is_one_document_whatever_the_values_are()
    {
        ToolRun run = await FathomTool.RunAsync(
            "sql",
            "select 'a\"b' || chr(27) || chr(10) as t, 'NaN'::double as nan, 'inf'::double as inf, null as none, 9223372036854775807 as big",
            "--format",
            "json");

        Assert.Equal(
            """{"t":"a\"b\u001B\n","nan":null,"inf":null,"none":null,"big":9223372036854775807}""",
            JsonDocument.Parse(run.Out).RootElement.GetProperty("rows")[0].GetRawText());
    }

    [Fact]
    public async Task Programs_that_append_at_once_lose_no_row()
    {
        using TestFolder folder = new();
        ToolRun run = await FathomTool.ShellAsync(
            "for i in 1 2 3 4 5 6 7 8; do fathom sql \"select $i as i\" -o all.csv --append -q & done; wait", folder: folder.Path);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        string[] lines = await File.ReadAllLinesAsync(folder.File("all.csv"), TestContext.Current.CancellationToken);
        Assert.Equal(["i", "1", "2", "3", "4", "5", "6", "7", "8"], lines.Take(1).Concat(lines.Skip(1).Order()));
    }

    private static IEnumerable<string> WorkFolders(TestFolder folder) => Directory.EnumerateDirectories(folder.Path, "fathom-*");
}
