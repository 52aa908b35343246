using System.Diagnostics;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Raw traces are read once, and the recording of each answers from then on.</summary>
public sealed class ExtractTests : IDisposable
{
    private static readonly string s_data = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace");

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_first_question_reads_a_trace_and_the_others_its_recording()
    {
        string file = Copy("app.nettrace");
        ToolRun first = await FathomTool.RunAsync("exceptions", file, "--format", "csv"), second = await FathomTool.RunAsync("exceptions", file, "--format", "csv");

        Assert.Equal((0, 0), (first.ExitCode, second.ExitCode));
        Assert.Equal(first.Out, second.Out);
        Assert.Contains($"was read into '{file}.fathom'", first.Error, StringComparison.Ordinal);
        Assert.Contains($"answered from '{file}.fathom'", second.Error, StringComparison.Ordinal);

        ToolRun extract = await FathomTool.RunAsync("extract", file, "--format", "csv", "--columns", "state,rows,losses");
        Assert.Equal((0, "kept"), (extract.ExitCode, extract.Out.Split('\n')[1].Split(',')[0]));
        ToolRun again = await FathomTool.RunAsync("extract", file, "--again", "--format", "csv", "--columns", "state");
        Assert.Equal((0, "state\nextracted\n"), (again.ExitCode, again.Out));
    }

    [Fact]
    public async Task A_trace_in_a_folder_that_others_may_write_to_is_kept_in_the_cache_of_the_user()
    {
        string folder = _folder.File("shared"), cache = _folder.File("cache");
        Directory.CreateDirectory(folder);
        File.Copy(s_data, Path.Combine(folder, "app.nettrace"));
        using (Process chmod = Process.Start("chmod", ["777", folder]))
            await chmod.WaitForExitAsync(TestContext.Current.CancellationToken);
        Dictionary<string, string> environment = new() { ["XDG_CACHE_HOME"] = cache };

        ToolRun run = await FathomTool.RunAsync(["gc", Path.Combine(folder, "app.nettrace"), "--format", "csv"], environment);

        Assert.Equal(0, run.ExitCode);
        Assert.Equal("app.nettrace", Path.GetFileName(Assert.Single(Directory.GetFileSystemEntries(folder))));
        string kept = Assert.Single(Directory.GetDirectories(Path.Combine(cache, "fathom", "traces")));
        Assert.StartsWith("app.nettrace-", Path.GetFileName(kept), StringComparison.Ordinal);
        Assert.Contains($"was read into '{kept}'", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Several_processes_at_once_answer_alike_and_leave_one_recording()
    {
        string file = Copy("app.nettrace");

        ToolRun[] runs = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => FathomTool.RunAsync("gc", file, "--format", "csv")));

        Assert.All(runs, run => Assert.Equal((0, runs[0].Out), (run.ExitCode, run.Out)));
        Assert.Equal(["app.nettrace", "app.nettrace.fathom"], Directory.GetFileSystemEntries(_folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Bad_traces_are_named_and_the_others_read()
    {
        string good = Copy("a.nettrace"), bad = _folder.File("b.nettrace");
        await File.WriteAllBytesAsync(bad, (await File.ReadAllBytesAsync(s_data, TestContext.Current.CancellationToken))[..20], TestContext.Current.CancellationToken);

        ToolRun both = await FathomTool.RunAsync("extract", _folder.Path, "--jobs", "2", "--format", "csv", "--columns", "file,state");
        ToolRun alone = await FathomTool.RunAsync("extract", bad), none = await FathomTool.RunAsync("extract", _folder.File("*.etl")), jobs = await FathomTool.RunAsync("extract", good, "--jobs", "0");

        Assert.Equal((1, $"file,state\n{good},extracted\n{bad},failed\n"), (both.ExitCode, both.Out));
        Assert.Contains($"'{bad}' was not read", both.Error, StringComparison.Ordinal);
        Assert.Equal((3, 3, 2), (alone.ExitCode, none.ExitCode, jobs.ExitCode));
        Assert.All((ToolRun[])[both, alone, none, jobs], static run => Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Several_traces_become_one_recording_that_answers_for_all()
    {
        string a = Copy("a.nettrace"), b = Copy("b.nettrace"), saved = _folder.File("all.fathom");

        ToolRun join = await FathomTool.RunAsync("extract", a, b, "--save", saved, "--format", "csv", "--columns", "file,state");
        ToolRun gc = await FathomTool.RunAsync("gc", saved, "--each", "--format", "csv"), exceptions = await FathomTool.RunAsync("exceptions", saved, "--format", "csv", "--columns", "count");

        Assert.Equal((0, $"file,state\n{a},extracted\n{b},extracted\n"), (join.ExitCode, join.Out));
        Assert.Equal((0, 19), (gc.ExitCode, gc.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length));
        Assert.Equal((0, "count\n40\n"), (exceptions.ExitCode, exceptions.Out));
        Assert.Contains("one recording", join.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(a + ".fathom"));
        ToolRun there = await FathomTool.RunAsync("extract", a, b, "--save", saved), both = await FathomTool.RunAsync("extract", a, "--save", saved, "--again");
        Assert.Equal((3, 2), (there.ExitCode, both.ExitCode));
    }

    [Fact]
    public async Task Bad_words_do_not_keep_other_traces_from_being_read()
    {
        string good = Copy("a.nettrace");

        ToolRun run = await FathomTool.RunAsync("extract", good, _folder.File("none.nettrace"), "--format", "csv", "--columns", "state");

        Assert.Equal((1, "state\nextracted\n"), (run.ExitCode, run.Out));
        Assert.Contains("none.nettrace", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_was_left_out_is_called_so_and_the_trace_itself_still_answers()
    {
        string file = Copy("a.nettrace"), part = _folder.File("part.fathom");

        ToolRun extract = await FathomTool.RunAsync("extract", file, "--skip", "events,gc", "--save", part);
        ToolRun gc = await FathomTool.RunAsync("gc", part), rows = await FathomTool.RunAsync("events", part, "--each"), events = await FathomTool.RunAsync("events", part);
        ToolRun exceptions = await FathomTool.RunAsync("exceptions", part, "--format", "csv", "--columns", "count"),
            info = await FathomTool.RunAsync("info", part, "--format", "csv", "--where", "fact=verb *");

        Assert.Equal((0, 3, 3, 0), (extract.ExitCode, gc.ExitCode, rows.ExitCode, events.ExitCode));
        Assert.Contains(
            "It was skipped at extraction (gc, gc_pause), although the trace may hold it.\n  next: read the whole trace: fathom extract TRACE\n",
            gc.Error,
            StringComparison.Ordinal);
        Assert.Contains("skipped at extraction (event)", rows.Error, StringComparison.Ordinal);
        Assert.Contains("the trace was read with '--skip events,gc'", events.Error, StringComparison.Ordinal);
        Assert.Equal((0, "count\n20\n"), (exceptions.ExitCode, exceptions.Out));
        Assert.Contains("\nverb gc,\"no: it was skipped at extraction (gc, gc_pause)", info.Out, StringComparison.Ordinal);
        Assert.Contains("(--each) was skipped at extraction", info.Out, StringComparison.Ordinal);

        ToolRun whole = await FathomTool.RunAsync("gc", file, "--each", "--format", "csv");
        Assert.Equal((0, 10), (whole.ExitCode, whole.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length));
    }

    private string Copy(string name)
    {
        File.Copy(s_data, _folder.File(name));
        return _folder.File(name);
    }
}
