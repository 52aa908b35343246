using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>What <c>fathom record</c> says at its end, and while it records.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed partial class RecordSummaryTests
{
    private static readonly int[] s_well = [0, 1];

    private static string Phases => Path.Combine(Repository.SampleFolder("Phases"), "Phases");

    // The sample spins in Work, and its threads wait behind each other's locks.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_program_leads_with_its_methods_and_the_commands_that_look_closer_work_as_they_stand_there()
    {
        Needs.Perf();
        using TestFolder folder = new();

        ToolRun run = await FathomTool.ShellAsync($"fathom record --save phases.fathom -- '{Phases}' run facts.json 1 cpu,lock,sleep", folder: folder.Path);

        Assert.Contains(run.ExitCode, s_well);
        int pid = JsonDocument.Parse(await File.ReadAllTextAsync(folder.File("facts.json"), TestContext.Current.CancellationToken)).RootElement.GetProperty("pid").GetInt32();
        string[] lines = run.Out.Split('\n');
        string[] commands = [.. lines.Where(static line => line.StartsWith("next: ", StringComparison.Ordinal)).Select(static line => line["next: ".Length..])];
        // Each leads to a whole list, not to the row that is on the screen already.
        Assert.Equal(["fathom why phases.fathom", "fathom waits phases.fathom", "fathom cpu phases.fathom"], commands);
        Assert.Single(lines, static line => line.StartsWith("Slow because: 1. ", StringComparison.Ordinal));
        string[][] rows = [.. lines.Where(static line => Row().IsMatch(line)).Select(static line => Blanks().Split(line))];
        string[][] waits = [.. rows.Where(static row => row[0] == "wait")];
        Assert.Equal("Phases.CpuPhase.Work", rows.First(static row => row[0] == "cpu")[2]);
        // Main waits for each phase. Of the four waits of a second in them, two of which are sleeps, three have a row.
        Assert.Equal(["join", "Phases.Phase.Run"], waits[0][1..3]);
        Assert.Contains(waits, static row => row[1] == "sleep");
        // One figure for one thing: what it waited, without the time until it had a processor.
        JsonElement[] all = await FathomTool.RowsAsync("waits", folder.File("phases.fathom"), "--where", $"pid={pid}");
        foreach (string[] row in waits.Where(static row => row[2] != "-"))
        {
            JsonElement same = Assert.Single(all, one => $"{one.GetProperty("kind")}" == row[1] && $"{one.GetProperty("method")}" == row[2]);
            string[] shown = row[3].Split(' ');
            double seconds = double.Parse(shown[0], CultureInfo.InvariantCulture) / (shown[1] == "s" ? 1 : 1000);
            Assert.Equal(same.GetProperty("wait_sum_ns").GetInt64() / 1e9, seconds, 0.001 + (0.0005 * seconds));
        }

        // Threads that the runtime keeps for itself wait for work: nothing without a method and a kind is a cause.
        Assert.DoesNotContain(all, static one => one.GetProperty("method").ValueKind == JsonValueKind.Null && one.GetProperty("kind").ValueKind == JsonValueKind.Null
            && one.GetProperty("wait_sum_ns").GetInt64() > 1_500_000_000);
        JsonElement[] saved = await FathomTool.RowsAsync("processes", folder.File("phases.fathom"), "--where", $"pid={pid}");
        Assert.Single(saved);
        foreach (string command in commands)
        {
            ToolRun closer = await FathomTool.ShellAsync($"{command} --format json", folder: folder.Path);
            Assert.Contains(closer.ExitCode, s_well);
            Assert.NotEmpty(JsonDocument.Parse(closer.Out).RootElement.GetProperty("rows").EnumerateArray());
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Recordings_without_a_name_get_one_with_the_date_and_replace_nothing()
    {
        Needs.Perf();
        using TestFolder folder = new();
        using SampleProcess sample = SampleProcess.Start("Idle");
        List<string> said = [];
        // With --force too: it is for names that a user gives.
        foreach (string option in (string[])["-q", "--force"])
        {
            string[] words = ["record", $"{sample.Pid}", "--duration", "300ms", option];
            ToolRun run = await FathomTool.RunAsync(words, null, folder: folder.Path);
            Assert.True(run.ExitCode is 0 or 1, run.ToString());
            string line = Assert.Single(run.Out.Split('\n'), static line => line.StartsWith("The recording is '", StringComparison.Ordinal));
            said.Add(line.Split('\'')[1]);
        }

        Assert.All(said, static name => Assert.Matches(@"^Idle-\d{4}-\d\d-\d\d-\d{4}(-2)?\.fathom$", name));
        Assert.Equal(said.Order(StringComparer.Ordinal), Directory.GetFileSystemEntries(folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.NotEmpty(await FathomTool.RowsAsync("processes", folder.File(said[0]), "--where", $"pid={sample.Pid}"));
    }

    [Fact]
    public async Task Progress_has_lines_of_its_own_in_a_file()
    {
        Needs.Perf();
        using TestFolder folder = new();

        ToolRun run = await FathomTool.ShellAsync("fathom record --save a.fathom -- sh -c 'sleep 2; echo said >&2' 2> error.txt", folder: folder.Path);

        Assert.Contains(run.ExitCode, s_well);
        string[] lines = await File.ReadAllLinesAsync(folder.File("error.txt"), TestContext.Current.CancellationToken);
        Assert.Equal(["recording (Ctrl-C ends it)…", "said"], lines[..2]);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task On_a_terminal_nothing_is_drawn_between_what_the_program_writes()
    {
        Needs.Perf();
        using TestFolder folder = new();
        Dictionary<string, string> terminal = new() { ["TERM"] = "xterm" };

        ToolRun run = await Terminal.RunAsync(80, terminal, "record", "--save", folder.File("a.fathom"), "--", "sh", "-c", "for i in 1 2 3; do sleep 0.8; echo line $i; done");

        Assert.Contains(run.ExitCode, s_well);
        string[] lines = run.Out[..run.Out.IndexOf("line 3\n", StringComparison.Ordinal)].Split('\n');
        Assert.Equal(["line 1", "recording (Ctrl-C ends it)…", "line 2", ""], lines);
    }

    [GeneratedRegex("^(cpu|wait) ")]
    private static partial Regex Row();

    [GeneratedRegex(" {2,}")]
    private static partial Regex Blanks();
}
