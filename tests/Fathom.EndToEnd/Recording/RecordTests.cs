using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary><c>fathom record</c> on this machine: a recording that answers, however it ends.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class RecordTests
{
    private const string Sleeps = "for i in 1 2 3 4 5; do sleep 0.2 & echo $! >> \"$0\"; wait $!; done; exit 3";

    // A busy machine loses an event now and then, or a thread ends while it is sampled; an answer that may be short ends with 1.
    private static readonly int[] s_well = [0, 1];

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_program_is_recorded_from_start_to_end_and_its_sleeps_are_waits()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string saved = folder.File("app.fathom"), pids = folder.File("pids");

        ToolRun run = await FathomTool.RunAsync("record", "--save", saved, "--format", "json", "--", "sh", "-c", Sleeps, pids);

        Assert.Contains(run.ExitCode, s_well);
        Assert.False(Directory.Exists(folder.File("app.raw")));
        // Other tests sleep on the same machine.
        HashSet<string> own = [.. await File.ReadAllLinesAsync(pids, TestContext.Current.CancellationToken)];
        JsonElement[] sleeps =
            [.. (await FathomTool.RowsAsync("threads", saved, "--each", "--where", "process=sleep")).Where(row => own.Contains(row.GetProperty("pid").GetRawText()))];
        Assert.InRange(sleeps.Length, 4, 6);
        Assert.All(sleeps, static row =>
        {
            Assert.InRange(Ns(row, "waiting_ns"), 195_000_000, 400_000_000);
            Assert.Equal(Ns(row, "life_ns"), Ns(row, "running_ns") + Ns(row, "ready_ns") + Ns(row, "waiting_ns") + Ns(row, "unknown_ns"));
        });
        JsonElement[] processes = await FathomTool.RowsAsync("processes", saved);
        Assert.Contains(processes, static row => row.GetProperty("process").GetString() == "sh");
        Assert.NotEmpty(await FathomTool.RowsAsync("cpu", saved, "--top", "5"));
        Assert.NotEmpty(await FathomTool.RowsAsync("threads", saved, "--top", "5"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_exit_code_of_the_program_is_told_and_returned_where_that_is_asked_for()
    {
        Needs.Perf();
        using TestFolder folder = new();

        ToolRun told = await FathomTool.RunAsync("record", "--save", folder.File("a.fathom"), "--", "sh", "-c", "exit 7");
        ToolRun returned = await FathomTool.RunAsync("record", "--propagate-exit", "--save", folder.File("b.fathom"), "--", "sh", "-c", "exit 7");

        Assert.Contains(told.ExitCode, s_well);
        Assert.Contains("'sh' ended with exit code 7.", told.Out, StringComparison.Ordinal);
        Assert.Equal(7, returned.ExitCode);
        Assert.True(Directory.Exists(folder.File("b.fathom")), returned.ToString());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_recorder_itself_is_not_in_the_recording()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string saved = folder.File("own.fathom"), raw = folder.File("own.raw");

        ToolRun run = await FathomTool.RunAsync("record", "--duration", "2s", "--no-extract", "--save", saved);
        int own = Notes(raw).GetProperty("process_id").GetInt32();
        ToolRun extracted = await FathomTool.RunAsync("extract", raw);

        Assert.Contains(run.ExitCode, s_well);
        Assert.Contains(extracted.ExitCode, s_well);
        Assert.Empty(await FathomTool.RowsAsync("processes", saved, "--where", $"pid={own}"));
        Assert.Empty(await FathomTool.RowsAsync("waits", saved, "--where", $"pid={own}"));
        Assert.Empty(await FathomTool.RowsAsync("threads", saved, "--each", "--where", $"pid={own}"));
        Assert.NotEmpty(await FathomTool.RowsAsync("processes", saved));
    }

    [Fact]
    public async Task Raw_files_are_for_their_owner_only_and_stay_until_they_are_read()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string raw = folder.File("night.raw");

        ToolRun run = await FathomTool.RunAsync("record", "--duration", "300ms", "--no-extract", "--save", folder.File("night.fathom"));
        ToolRun again = await FathomTool.RunAsync("record", "--duration", "300ms", "--save", folder.File("night.fathom"));

        Assert.Equal(0, run.ExitCode);
        Assert.Equal("700", Mode(raw));
        Assert.All(Directory.GetFiles(raw), static file => Assert.Equal("600", Mode(file)));
        Assert.Equal(3, again.ExitCode);
        Assert.Contains("exists already", again.Error, StringComparison.Ordinal);
        Assert.Equal("duration", Notes(raw).GetProperty("end").GetString());
    }

    // It would be noticed after a night otherwise.
    [Theory]
    [InlineData("mkdir")]
    [InlineData("mkfifo")]
    public async Task A_name_that_is_taken_is_refused_before_anything_is_recorded(string maker)
    {
        Needs.Perf();
        using TestFolder folder = new();
        using (System.Diagnostics.Process made = System.Diagnostics.Process.Start(maker, [folder.File("taken.fathom")]))
            await made.WaitForExitAsync(TestContext.Current.CancellationToken);

        ToolRun run = await FathomTool.RunAsync("record", "--duration", "1h", "--save", folder.File("taken.fathom"));

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("taken.fathom' exists", run.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(folder.File("taken.raw")));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Max_size_ends_it()
    {
        Needs.Perf();
        using TestFolder folder = new();

        ToolRun run = await FathomTool.RunAsync(
            ["record", "--max-size", "2MiB", "--no-extract", "--save", folder.File("big.fathom"), "--", "perf", "bench", "sched", "pipe", "--loop", "100000"], null);

        Assert.Contains("because --max-size allows no more than 2.0 MiB", run.Out, StringComparison.Ordinal);
        Assert.Equal("maxsize", Notes(folder.File("big.raw")).GetProperty("end").GetString());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Two_recorders_at_the_same_time_do_not_disturb_each_other()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string[] names = [folder.File("one.fathom"), folder.File("two.fathom")];

        ToolRun[] runs = await Task.WhenAll(names.Select(static name => FathomTool.RunAsync("record", "--duration", "2s", "--save", name)));

        Assert.All(runs, static run => Assert.Contains(run.ExitCode, s_well));
        foreach (string name in names)
            Assert.NotEmpty(await FathomTool.RowsAsync("processes", name));
    }

    private static JsonElement Notes(string raw) => JsonDocument.Parse(File.ReadAllText(Path.Combine(raw, "recorder.json"))).RootElement;

    private static string Mode(string path) => OperatingSystem.IsWindows() ? "" : Convert.ToString((int)File.GetUnixFileMode(path), 8);

    private static long Ns(JsonElement row, string column) => row.GetProperty(column).GetInt64();
}
