using System.Globalization;
using System.Text.Json;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Recordings;

/// <summary>What a person sees first, on a terminal of 80 columns and 24 lines; what is left out of it is said, and is in the formats for programs.</summary>
public sealed class FirstScreenTests
{
    private static string Folder { get; } = System.IO.Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Cli", "Recordings", "2026-11");

    [Theory]
    [InlineData("first-heap.txt", "heap", "graph")]
    [InlineData("first-heap-diff.txt", "heap diff", "live", "histogram")]
    [InlineData("first-memory.txt", "memory", "memory")]
    [InlineData("first-memory-diff.txt", "memory diff", "memory", "dump")]
    [InlineData("first-watch.txt", "watch --input", "watch")]
    [InlineData("first-info.txt", "info", "watch")]
    public async Task A_verb_begins_with_what_matters(string snapshot, string verb, params string[] recordings)
    {
        HostRun run = await OnTerminalAsync([.. verb.Split(' '), .. recordings.Select(Path)]);

        Assert.Equal(ExitCode.Ok, run.Code);
        Assert.All(run.Out.Split('\n'), line => Assert.True(line.Length <= 80 || line.Contains(Folder, StringComparison.Ordinal), line));
        Snapshot.Match($"{run.Out}{run.Error}".Replace(Folder, "F", StringComparison.Ordinal), snapshot);
    }

    [Fact]
    public async Task Rows_of_memory_that_are_shown_as_one_keep_the_sum()
    {
        JsonElement[] all = await RowsAsync("memory", Path("memory"));
        HostRun shown = await RunAsync("memory", Path("memory"), "--unit", "B"), asked = await RunAsync("memory", Path("memory"), "--top", "100");

        long sum = all.Sum(static row => row.GetProperty("rss_bytes").GetInt64());
        string[] lines = Rows(shown.Out, "category");
        Assert.Equal(sum, lines.Sum(static line => long.Parse(Cells(line)[1], NumberStyles.AllowThousands, CultureInfo.InvariantCulture)));
        Assert.Matches("^[0-9]+ smaller", lines[^1]);
        int smaller = int.Parse(lines[^1].Split(' ')[0], CultureInfo.InvariantCulture);
        Assert.Equal(all.Length, lines.Length - 1 + smaller);
        Assert.Equal(all.Length, Rows(asked.Out, "category").Length);
    }

    [Fact]
    public async Task A_comparison_counts_the_rows_without_a_change()
    {
        JsonElement[] all = await RowsAsync("heap", "diff", Path("live"), Path("histogram"));
        int same = all.Count(static row => row.GetProperty("status").GetString() == "same");
        Assert.InRange(same, 1, all.Length - 1);

        string[] diff = ["heap", "diff", Path("live"), Path("histogram"), "--top", "1000"];
        HostRun shown = await RunAsync(diff), whole = await RunAsync([.. diff, "--all"]);
        Assert.Contains($"… {same:#,##0} row{(same == 1 ? "" : "s")} without a change (--all)", shown.Out, StringComparison.Ordinal);
        Assert.Equal((all.Length - same, all.Length), (Rows(shown.Out, "type").Length, Rows(whole.Out, "type").Length));
    }

    [Theory]
    [InlineData("heap", "diff", "live")]
    [InlineData("memory", "diff", "memory")]
    public async Task Two_equal_sides_are_no_failure(string verb, string view, string recording)
    {
        HostRun run = await RunAsync(verb, view, Path(recording), Path(recording));

        Assert.Equal(ExitCode.Ok, run.Code);
        Assert.DoesNotContain("no rows", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("none of", run.Error, StringComparison.Ordinal);
        Assert.Contains("without a change (--all)", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_limit_on_rows_and_a_condition_on_the_status_see_all_of_them()
    {
        Assert.Equal(ExitCode.LimitBroken, (await RunAsync("heap", "diff", Path("live"), Path("live"), "--fail-if", "status=same")).Code);
        Assert.Contains("\nDead ", (await RunAsync("heap", "diff", Path("live"), Path("live"), "--where", "status=same")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task People_read_before_and_after_and_may_write_it()
    {
        HostRun run = await RunAsync(
            "heap", "diff", Path("live"), Path("histogram"), "--where", "before_size=1..", "--sort", "after_size",
            "--columns", "type,before_size,a_count,b_size_bytes");

        Assert.Equal(ExitCode.Ok, run.Code);
        Assert.Contains("before_size  before_count  after_size", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_watch_ends_with_what_grows_and_counts_the_other_metrics()
    {
        JsonElement[] all = await RowsAsync("watch", "--input", Path("watch"));
        int still = all.Count(static row => row.GetProperty("verdict").GetString() == "does not grow");
        int open = all.Count(static row => row.GetProperty("verdict").GetString() == "too short to tell");

        HostRun shown = await RunAsync("watch", "--input", Path("watch"));
        Assert.Contains($"… {still} metrics do not grow, {open} too short to tell (--top N)", shown.Out, StringComparison.Ordinal);
        Assert.DoesNotContain(": does not grow", shown.Out[shown.Out.IndexOf('\n', StringComparison.Ordinal)..], StringComparison.Ordinal);
        Assert.Equal(all.Length, Rows((await RunAsync("watch", "--input", Path("watch"), "--top", "100")).Out, "  pid").Length);
    }

    [Fact]
    public async Task The_facts_of_a_recording_are_brief_and_all_are_there()
    {
        JsonElement[] all = await RowsAsync("info", Path("watch"));
        HostRun brief = await RunAsync("info", Path("watch")), whole = await RunAsync("info", Path("watch"), "--all");

        Assert.InRange(brief.Out.Split('\n').Length, 6, 14);
        Assert.Contains($"… {all.Length} facts in all (--all)", brief.Out, StringComparison.Ordinal);
        Assert.Equal(all.Length + 2, whole.Out.Split('\n').Length);
        Assert.Contains("verbs  ", brief.Out, StringComparison.Ordinal);
        HostRun verbs = await RunAsync("info", Path("watch"), "--where", "fact=verb *");
        Assert.Equal(
            whole.Out.Split('\n').Where(static line => line.StartsWith("verb ", StringComparison.Ordinal)).Select(Cells),
            verbs.Out.TrimEnd('\n').Split('\n')[1..].Select(Cells));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("graph", true)]
    [InlineData("histogram", false)]
    public async Task The_heap_names_the_next_command_where_it_has_an_answer(string recording, bool isNamed)
    {
        HostRun heap = await RunAsync("heap", Path(recording)), suspects = await RunAsync("heap", "suspects", Path(recording));

        Assert.Equal(isNamed, heap.Out.EndsWith($"\nnext: fathom heap suspects {Path(recording)}\n", StringComparison.Ordinal));
        Assert.Equal(isNamed, suspects.Code == ExitCode.Ok);
        Assert.DoesNotContain("next:", (await RunAsync("heap", Path(recording), "--format", "md")).Out, StringComparison.Ordinal);
    }

    // A shortened name begins with the sign that a line about what is left out begins with, which has a blank behind it.
    private static string[] Rows(string table, string heading) =>
    [
        .. table.Split('\n').SkipWhile(line => !line.StartsWith(heading, StringComparison.Ordinal)).Skip(1)
            .TakeWhile(static line => line.Length > 0 && !line.StartsWith("… ", StringComparison.Ordinal)),
    ];

    private static string[] Cells(string line) => line.Split("  ", StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    private static string Path(string recording) => System.IO.Path.Combine(Folder, recording + ".fathom.zip");

    private static async Task<JsonElement[]> RowsAsync(params string[] args)
    {
        using JsonDocument json = JsonDocument.Parse((await RunAsync([.. args, "--format", "json"])).Out);
        return [.. json.RootElement.GetProperty("rows").EnumerateArray().Select(static row => row.Clone())];
    }

    private static Task<HostRun> RunAsync(params string[] args) => HostRun.OfAsync([.. VerbCatalog.All], TerminalFacts.Redirected, args, TestContext.Current.CancellationToken);

    private static Task<HostRun> OnTerminalAsync(string[] args) =>
        HostRun.OfAsync([.. VerbCatalog.All], new TerminalFacts(true, true, 80, Colour: false) { Height = 24 }, args, TestContext.Current.CancellationToken);
}
