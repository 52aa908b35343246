using System.Text;
using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Output;

public sealed class OutputOptionsTests : IDisposable
{
    private static readonly Verb[] s_verbs = [new("heap", VerbGroup.Memory, "Answers with a small table.", () => new ResultProbeCommand())];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Every_format_shows_the_same_answer()
    {
        StringBuilder text = new();
        foreach (string[] line in (string[][])[[], ["--format", "md"], ["--format", "csv"], ["--format", "json"], ["--unit", "KiB"]])
            text.Append($"$ fathom heap {string.Join(' ', line)}\n{await RunAsync(line)}\n");

        Snapshot.Match(text.ToString(), "formats.txt");
    }

    [Theory]
    [InlineData("a.csv", "utc,pid,name,command_line,age_s,context,type,module,")]
    [InlineData("a.json", "{\"schema\":2,\"fathom\":\"0.2.0\",\"command\":\"heap\"")]
    [InlineData("a.md", "Heap of MyApp\n\n| type |")]
    [InlineData("a.TXT", "Heap of MyApp\n\ntype ")]
    public async Task The_name_of_the_file_says_the_format(string name, string start)
    {
        HostRun run = await RunAsync("-o", _folder.File(name));

        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Out));
        Assert.StartsWith(start, await File.ReadAllTextAsync(_folder.File(name), TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.Contains($"4 rows written to '{_folder.File(name)}'", run.Error, StringComparison.Ordinal);
        Assert.Equal([name], _folder.FileNames());
    }

    [Fact]
    public async Task A_table_in_a_file_has_no_escapes_and_is_not_fitted_to_the_terminal()
    {
        await HostRun.OfAsync(
            s_verbs, new TerminalFacts(true, true, 40, Colour: true), ["heap", "-o", _folder.File("a.txt")], TestContext.Current.CancellationToken);
        string text = await File.ReadAllTextAsync(_folder.File("a.txt"), TestContext.Current.CancellationToken);

        Assert.DoesNotContain('\e', text);
        Assert.Contains("Dictionary<string,Order>", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(24, 12, 13)]
    [InlineData(60, 25, 0)]
    [InlineData(8, 5, 20)]
    public async Task A_terminal_shows_the_rows_that_fit_and_five_at_least(int height, int shown, int omitted)
    {
        HostRun run = await OnTerminalAsync(height, "--many");

        Assert.Equal(shown, run.Out.Split('\n').Count(static line => line.StartsWith("System.String", StringComparison.Ordinal)));
        int lines = (run.Out + run.Error).Count(static c => c == '\n');
        // The last line of the terminal is for the prompt.
        Assert.True(omitted == 0 ? lines < height : shown == 5 || lines == height - 1, run.ToString());
        Assert.Equal(omitted > 0, run.Out.Contains($"… {omitted} more rows (--top N)", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--top", "25")]
    [InlineData("--format", "csv")]
    [InlineData("--format", "json")]
    public async Task Its_height_matters_only_for_tables_whose_rows_nobody_counted(string option, string value)
    {
        string[] args = ["--many", option, value];

        Assert.Equal((await RunAsync(args)).Out.Count(static c => c == '\n'), (await OnTerminalAsync(10, args)).Out.Count(static c => c == '\n'));
    }

    [Fact]
    public async Task Tables_show_twenty_rows_and_csv_and_json_all()
    {
        HostRun table = await RunAsync("--many");
        Assert.Contains("… 5 more rows (--top N)", table.Out, StringComparison.Ordinal);
        Assert.Equal(26, (await RunAsync("--many", "--format", "csv")).Out.Count(c => c == '\n'));
        HostRun cut = await RunAsync("--many", "--format", "csv", "--top", "3");
        Assert.Equal(4, cut.Out.Count(c => c == '\n'));
        Assert.Contains("22 more rows (--top N)", cut.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Rows_and_columns_are_chosen()
    {
        HostRun run = await RunAsync("--format", "csv", "--where", "count=100..", "--sort", "size_bytes:asc", "--columns", "type,count");

        Assert.Equal("type,count\nMyApp.Order,1001\nSystem.String,1000\n", run.Out);
    }

    [Fact]
    public async Task Nothing_that_meets_the_conditions_is_a_good_answer_and_said()
    {
        HostRun run = await RunAsync("--format", "csv", "--where", "count=5000..", "--columns", "type");

        Assert.Equal((ExitCode.Ok, "type\n"), (run.Code, run.Out));
        Assert.Contains("none of 4 rows meets the conditions", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(ExitCode.LimitBroken, "--fail-if", "total.size_bytes=3MiB..")]
    [InlineData(ExitCode.Ok, "--fail-if", "total.size_bytes=600MiB..")]
    [InlineData(ExitCode.LimitBroken, "--fail-if", "type=MyApp.Order,count=1001..")]
    [InlineData(ExitCode.Ok, "--fail-if", "type=MyApp.Order,count=1002..")]
    [InlineData(ExitCode.LimitBroken, "--fail-if", "count=5000..", "--fail-if", "free.count=1..")]
    [InlineData(ExitCode.Ok, "--fail-if", "count=1000..", "--where", "type=Free")]
    [InlineData(ExitCode.Partial, "--fail-if", "allocated.count=1..")]
    [InlineData(ExitCode.Partial, "--short")]
    [InlineData(ExitCode.Partial, "--short", "--fail-if", "count=1..")]
    public async Task The_exit_code_says_whether_a_limit_is_broken_and_a_partial_answer_wins(ExitCode expected, params string[] options) =>
        Assert.Equal(expected, (await RunAsync(options)).Code);

    [Fact]
    public async Task A_broken_limit_is_printed_with_its_value_even_when_quiet_and_kept_in_json()
    {
        const string Sentence = "limit broken: total.size_bytes=3MiB..: total.size_bytes is 3,149,984 (3.0 MiB)";
        HostRun run = await RunAsync("-q", "--fail-if", "total.size_bytes=3MiB..", "--format", "json");

        Assert.Equal($"{Sentence}\n", run.Error);
        Assert.Contains($"\"notes\":[\"dead objects are included\",\"{Sentence}\"]", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Losses_are_said_even_when_quiet() =>
        Assert.Equal(
            "warning: the answer may be incomplete: heap segment 3: not readable; 1 more in --format json\n", (await RunAsync("-q", "--short")).Error);

    [Fact]
    public async Task Snapshots_are_appended_to_one_csv_file()
    {
        string file = _folder.File("leak.csv");
        await RunAsync("-o", file, "--append", "--columns", "type,count", "--where", "count=1001");
        HostRun second = await RunAsync("-o", file, "--append", "--columns", "type,count", "--where", "count=7");
        string before = await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);
        HostRun other = await RunAsync("-o", file, "--append", "--columns", "type");

        Assert.Equal(
            "utc,pid,name,command_line,age_s,context,type,count\n2026-11-21T10:00:00Z,4711,MyApp,dotnet "
            + "MyApp.dll,12.5,before,MyApp.Order,1001\n2026-11-21T10:00:00Z,4711,MyApp,dotnet MyApp.dll,12.5,before,Free,7\n",
            before);
        Assert.Contains($"1 row appended to '{file}'", second.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Target, other.Code);
        Assert.Equal(before, await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Wrong_options_are_refused_before_any_work()
    {
        await File.WriteAllTextAsync(_folder.File("there.csv"), "a\n1\n", TestContext.Current.CancellationToken);
        string[][] lines =
        [
            ["--format", "xml"], ["-o", "F/a.xlsx"], ["-o", "F/a"], ["-o", "F/there.csv"], ["-o", "F/no/a.csv"], ["-o", "F"],
            ["-o", "F/a.md", "--append"], ["--append"],
            ["-o", "F/there.csv", "--append"], ["-o", "F/there.csv", "--append", "--force"], ["--top", "0"], ["--top", "-3"], ["--top", "x"],
            ["--sort", "sise_bytes"], ["--sort", "count:up"],
            ["--columns", "typ"], ["--columns", "type,!type"], ["--where", "unheard=1"], ["--where", "count=many"], ["--where", "total.count=1"],
            ["--fail-if", "totl.count=1"],
            ["--unit", "TiB"], ["--unit", "MiB", "--format", "csv"],
        ];
        StringBuilder text = new();
        foreach (string[] line in lines)
        {
            HostRun run = await RunAsync([.. line.Select(word => word.Replace("F", _folder.Path, StringComparison.Ordinal))]);
            text.Append($"$ fathom heap {string.Join(' ', line)}\n{run.ToString().Replace(_folder.Path, "F", StringComparison.Ordinal)}\n");
        }

        Snapshot.Match(text.ToString(), "refused.txt");
        Assert.Equal("a\n1\n", await File.ReadAllTextAsync(_folder.File("there.csv"), TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task The_help_lists_the_options() => Snapshot.Match((await RunAsync("--help")).Out, "help.txt");

    private static Task<HostRun> OnTerminalAsync(int height, params string[] args) => HostRun.OfAsync(
        s_verbs, new TerminalFacts(true, true, 100, Colour: false) { Height = height }, ["heap", .. args], TestContext.Current.CancellationToken);

    private static Task<HostRun> RunAsync(params string[] options) =>
        HostRun.OfAsync(s_verbs, TerminalFacts.Redirected, ["heap", .. options], CancellationToken.None);
}
