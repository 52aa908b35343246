using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Watch;

/// <summary><c>watch</c> on points that a script took, and on command lines that make no sense.</summary>
public sealed class WatchCommandTests : IDisposable
{
    private const string Header = "utc,pid,name,command_line,age_s,context,type,module,count,size_bytes,average_bytes";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Points_of_test_runs_get_a_verdict_per_iteration()
    {
        string file = await LeakAsync("leak.csv", runs: 10);

        HostRun run = await RunAsync("watch", "--input", file, "--by", "context");

        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Snapshot.Match(run.Out, "watch-input.txt");
    }

    [Fact]
    public async Task The_figures_behind_the_sentences_are_in_JSON_and_CSV()
    {
        string file = await LeakAsync("leak.csv", runs: 10);

        HostRun run = await RunAsync("watch", "--input", file, "--by", "context", "--format", "csv", "--where", "item=MyApp.Order,metric=count");

        Snapshot.Match(run.Out, "watch-input.csv");
    }

    [Theory]
    [InlineData("watch 1 --on-breach dump", "'--on-breach dump' needs a limit of --fail-if.", "--fail-if rss_bytes=2GiB.. --on-breach dump")]
    [InlineData("watch 1 --duration 5", "'5' in '--duration 5' has no unit.", "--duration 5s for seconds; ms, min and h are units too")]
    [InlineData("watch 1 --interval 5", "'5' in '--interval 5' has no unit.", "--interval 5s for seconds; ms, min and h are units too")]
    [InlineData("dump 1 --when threads=1.. --lasting 5", "'5' in '--lasting 5' has no unit.", "--lasting 5s for seconds; ms, min and h are units too")]
    [InlineData("stacks 1 --duration 5", "'5' in '--duration 5' has no unit.", "--duration 5s for seconds; ms, min and h are units too")]
    [InlineData("orphans foo", "'foo' is not a recording, and 'fathom orphans' is about the whole machine.", "fathom orphans reads this machine; fathom orphans NAME.fathom shows a saved recording")]
    public async Task A_command_line_that_makes_no_sense_says_what_would(string line, string sentence, string next)
    {
        HostRun run = await RunAsync(line.Split(' '));

        Assert.Equal((ExitCode.Usage, "", $"error: {sentence}\n  next: {next}\n"), (run.Code, run.Out, run.Error));
    }

    [Fact]
    public async Task Limits_are_about_the_rows_of_the_verdict()
    {
        string file = await LeakAsync("leak.csv", runs: 10);

        HostRun run = await RunAsync("watch", "--input", file, "--by", "context", "--fail-if", "verdict=grows,item=MyApp.*,growth=100..", "--top", "1");

        Assert.Equal(ExitCode.LimitBroken, run.Code);
        Assert.Contains("limit broken: verdict=grows,item=MyApp.*,growth=100..: verdict is grows, item is MyApp.Order, growth is ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Limits_on_growth_and_on_the_newest_value_hold_for_points_that_were_taken_before()
    {
        string file = await GrowingAsync(60);

        HostRun growth = await RunAsync("watch", "--input", file, "--fail-if", "growth.rss_bytes=5MiB..");
        HostRun slow = await RunAsync("watch", "--input", file, "--fail-if", "growth.rss_bytes=500MiB..");
        HostRun value = await RunAsync("watch", "--input", file, "--fail-if", "rss_bytes=100MiB..");
        HostRun absent = await RunAsync("watch", "--input", file, "--fail-if", "growth.managed_bytes=5MiB..");

        Assert.Equal((ExitCode.LimitBroken, ExitCode.Ok, ExitCode.LimitBroken, ExitCode.Usage), (growth.Code, slow.Code, value.Code, absent.Code));
        Assert.Contains("limit broken: growth.rss_bytes=5MiB..", growth.Error, StringComparison.Ordinal);
        Assert.Contains("in MyApp (4711), growth per hour", growth.Error, StringComparison.Ordinal);
        Assert.EndsWith(" in MyApp (4711)\n", value.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("limit", slow.Error, StringComparison.Ordinal);
        Assert.Equal("", absent.Out);
    }

    [Fact]
    public async Task Values_that_are_no_numbers_are_counted_and_empty_ones_are_absent()
    {
        string file = await GrowingAsync(60);
        await File.AppendAllTextAsync(
            file, "2026-11-21T20:00:00Z,4711,MyApp,MyApp,9,,about 5\n2026-11-21T20:01:00Z,4711,MyApp,MyApp,9,,NaN\n2026-11-21T20:02:00Z,4711,MyApp,MyApp,9,,\n", TestContext.Current.CancellationToken);

        HostRun run = await RunAsync("watch", "--input", file, "--format", "json");

        Assert.Equal(ExitCode.Partial, run.Code);
        Assert.Contains("values that are not numbers", run.Error, StringComparison.Ordinal);
        Assert.Contains("\"count\":2", run.Out.Replace(" ", "", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    // 10 MiB an hour, a point each minute.
    private async Task<string> GrowingAsync(int points)
    {
        string file = _folder.File("growing.csv");
        DateTime start = new(2026, 11, 21, 10, 0, 0, DateTimeKind.Utc);
        string rows = string.Concat(Enumerable.Range(0, points).Select(i => FormattableString.Invariant(
            $"{start.AddMinutes(i):yyyy-MM-ddTHH:mm:ssZ},4711,MyApp,MyApp,{100 + (60 * i)},,{(200L << 20) + (i * (10L << 20) / 60)}\n")));
        await File.WriteAllTextAsync(file, "utc,pid,name,command_line,age_s,context,rss_bytes\n" + rows, TestContext.Current.CancellationToken);
        return file;
    }

    [Fact]
    public async Task A_row_that_was_cut_off_is_a_loss()
    {
        string file = await LeakAsync("leak.csv", runs: 10);
        await File.AppendAllTextAsync(file, "2026-11-21T10:10:00Z,4711,MyApp,MyA", TestContext.Current.CancellationToken);

        HostRun run = await RunAsync("watch", "--input", file, "--top", "1");

        Assert.Equal(ExitCode.Partial, run.Code);
        Assert.Contains("warning:", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Files_of_other_columns_and_of_other_programs_are_said()
    {
        string first = await LeakAsync("leak-1.csv", runs: 10);
        string second = _folder.File("leak-2.csv");
        await File.WriteAllTextAsync(
            second, "utc,pid,name,command_line,age_s,context,type,count\n2026-11-21T12:00:00Z,4711,MyApp,MyApp --other,9,run-11,MyApp.Order,5\n", TestContext.Current.CancellationToken);

        HostRun run = await RunAsync("watch", "--input", Path.Combine(Path.GetDirectoryName(first)!, "leak-*.csv"), "--by", "context", "--top", "1");

        Assert.Contains("leak-2.csv' has other columns than", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Bad_input_is_one_sentence_and_a_next_step()
    {
        string other = _folder.File("other.csv"), empty = _folder.File("empty.csv"), bare = _folder.File("bare.csv"), dump = _folder.File("dump.bin");
        await File.WriteAllTextAsync(other, "time,what\n1,2\n", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(bare, Header + "\n", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(empty, "\n", TestContext.Current.CancellationToken);
        await File.WriteAllBytesAsync(dump, [0x7f, (byte)'X', 0, 1, 2, 3, 0xff, 0xfe], TestContext.Current.CancellationToken);
        string[][] lines =
        [
            ["watch"],
            ["watch", "--input", other],
            ["watch", "--input", bare],
            ["watch", "--input", empty],
            ["watch", "--input", dump],
            ["watch", "--input", _folder.File("none*.csv")],
            ["watch", "--input", await LeakAsync("plain.csv", runs: 3, context: "before"), "--by", "context"],
            ["watch", "--input", other, "MyApp"],
            ["watch", "--input", other, "--interval", "1s"],
            ["watch", "--input", other, "--by", "phase"],
            ["watch", "1", "--by", "context"],
            ["watch", "1", "--interval", "1us"],
            ["watch", "1", "--interval", "often"],
            ["watch", "1", "--count", "0"],
            ["watch", "1", "-o", "samples.json"],
            ["watch", "1", "--fail-if", "growth.rssbytes=5MiB.."],
            ["watch", "1", "--fail-if", "growth.cpu_ns=1h.."],
        ];
        List<string> answers = [];
        foreach (string[] line in lines)
        {
            HostRun run = await RunAsync(line);
            answers.Add($"$ fathom {string.Join(' ', line)}\n{run.Error}exit {(int)run.Code}\n");
        }

        Snapshot.Match(string.Join('\n', answers).Replace(Path.GetDirectoryName(other)!, "FOLDER", StringComparison.Ordinal), "watch-bad-input.txt");
    }

    private async Task<string> LeakAsync(string name, int runs, string? context = null)
    {
        string file = _folder.File(name);
        List<string> lines = [Header];
        for (int i = 1; i <= runs; i++)
        {
            string leading = $"2026-11-21T10:{i:00}:00Z,4711,MyApp,MyApp --serve,{60 * i},{context ?? $"run-{i}"}";
            lines.Add($"{leading},MyApp.Order,MyApp.dll,{1000 * i},{24_000 * i},24");
            lines.Add($"{leading},System.String,System.Private.CoreLib.dll,5000,200000,40");
        }

        await File.WriteAllLinesAsync(file, lines, TestContext.Current.CancellationToken);
        return file;
    }

    private static Task<HostRun> RunAsync(params string[] args) => HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, args, TestContext.Current.CancellationToken);
}
