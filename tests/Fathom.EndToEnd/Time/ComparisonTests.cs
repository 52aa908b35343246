using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Two recordings of a program that says itself what it did, before and after it did more.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class ComparisonTests
{
    private const int Terminal80 = 80;
    private const double Share = 0.15;

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_a_program_did_more_is_the_change_that_it_says_itself()
    {
        Needs.Perf();
        using TestFolder folder = new();
        JsonElement[] before = await RecordAsync(folder, "before", "1", "cpu,throw"), after = await RecordAsync(folder, "after", "3", "cpu,throw,throw,sleep");
        string a = folder.File("before.fathom"), b = folder.File("after.fathom");

        // Exceptions are counted exactly.
        JsonElement thrown = Assert.Single(
            await RowsAsync("exceptions", a, b), static row => row.GetProperty("type").GetString() == "Phases.PhaseException");
        Assert.Equal((Sum(before, "exceptions"), Sum(after, "exceptions")), (Number(thrown, "a_value"), Number(thrown, "b_value")));
        Assert.Equal((1000, 2000, 100), (Number(thrown, "a_count"), Number(thrown, "b_count"), Number(thrown, "delta_percent")));

        // The time of a method is what it asked the kernel for, up to what its samples tell.
        JsonElement cpu = Assert.Single(await RowsAsync("cpu", a, b), static row => row.GetProperty("method").GetString() == "Phases.CpuPhase.First");
        Near(Sum(before, "first_ns"), Number(cpu, "a_value_ns"));
        Near(Sum(after, "first_ns"), Number(cpu, "b_value_ns"));
        Near(Sum(after, "first_ns") - Sum(before, "first_ns"), Number(cpu, "delta_value_ns"));

        // Only the second one slept, as long as its own clock says.
        JsonElement slept = Assert.Single(await RowsAsync("waits", a, b), static row => row.GetProperty("kind").GetString() == "sleep");
        Assert.Equal(("new", "Phases.SleepPhase.Sleep"), (slept.GetProperty("status").GetString(), slept.GetProperty("method").GetString()));
        long own = after.SelectMany(static phase => phase.GetProperty("threads").EnumerateArray())
            .Where(static thread => thread.GetProperty("name").GetString()!.StartsWith("sleep", StringComparison.Ordinal))
            .Sum(static thread => thread.GetProperty("wait_ns").GetInt64());
        Near(own, Number(slept, "b_value_ns"));

        // By the second, it is that in the time that each recording has.
        JsonElement rate = Assert.Single(await FathomTool.RowsAsync("waits", "diff", a, b), static row => row.GetProperty("kind").GetString() == "sleep");
        double seconds = (await FathomTool.RowsAsync("sql", "select max(duration_ns) as ns from trace", b)).Single().GetProperty("ns").GetInt64() / 1e9;
        Assert.Equal(Number(slept, "b_value_ns") / seconds, Number(rate, "b_value_ns"), 1);

        // What limits the second one, and not the first, is that wait.
        JsonElement[] causes = await RowsAsync("why", a, b);
        JsonElement sleeps = Assert.Single(causes, static row => row.GetProperty("cause").GetString() == "wait: sleep");
        Assert.Equal(("new", "Phases.SleepPhase.Sleep"), (sleeps.GetProperty("status").GetString(), sleeps.GetProperty("method").GetString()));
        Near(own, Number(sleeps, "b_value_ns"));
        ToolRun why = await FathomTool.ShellAsync("fathom why diff before.fathom after.fathom", folder: folder.Path);
        Assert.Contains("\nMost changed: ", why.Out, StringComparison.Ordinal);
        await FollowAsync(why, folder);
        await FollowAsync(await FathomTool.ShellAsync("fathom why diff before.fathom vs after.fathom 'aft*.fathom'", folder: folder.Path), folder);

        // One screen with all of it, and commands that work.
        ToolRun screen = await FathomTool.ShellAsync("fathom diff before.fathom after.fathom --per run", folder: folder.Path);
        Assert.True(screen.ExitCode is 0 or 1, screen.ToString());
        string[] lines = screen.Out.TrimEnd().Split('\n');
        Assert.InRange(lines.Length, 8, 24);
        Assert.Contains(lines, static line => line.Contains("sleep Phases.SleepPhase.Sleep", StringComparison.Ordinal));
        Assert.Contains(lines, static line => line.Contains("Phases.CpuPhase.", StringComparison.Ordinal));
        Assert.Contains(lines, static line => line.Contains("exceptions  ", StringComparison.Ordinal));
        await FollowAsync(screen, folder);

        ToolRun narrow = await Terminal.RunAsync(Terminal80, new Dictionary<string, string> { ["TERM"] = "xterm" }, "diff", a, b);
        Assert.Contains("share", narrow.Out, StringComparison.Ordinal);

        // A limit on a change ends with its code.
        ToolRun limit = await FathomTool.RunAsync("exceptions", "diff", a, b, "--per", "run", "--fail-if", "type=*PhaseException,delta_percent=50..", "-q");
        Assert.Equal(10, limit.ExitCode);
    }

    private static async Task FollowAsync(ToolRun run, TestFolder folder)
    {
        string[] next = [.. run.Out.Split('\n').Where(static line => line.StartsWith("next: ", StringComparison.Ordinal))];
        Assert.NotEmpty(next);
        foreach (string command in next)
            Assert.Equal(0, (await FathomTool.ShellAsync($"{command["next: ".Length..].TrimEnd()} --top 1 -q", folder: folder.Path)).ExitCode & ~1);
    }

    private static async Task<JsonElement[]> RecordAsync(TestFolder folder, string name, string scale, string phases)
    {
        string facts = folder.File($"{name}.json"), program = Path.Combine(Repository.SampleFolder("Phases"), "Phases");
        ToolRun record = await FathomTool.RunAsync(
            ["record", "--save", folder.File($"{name}.fathom"), "--", program, "run", facts, scale, phases], null, timeout: TimeSpan.FromMinutes(2));
        Assert.True(record.ExitCode is 0 or 1, record.ToString());
        string said = await File.ReadAllTextAsync(facts, TestContext.Current.CancellationToken);
        return [.. JsonDocument.Parse(said).RootElement.GetProperty("phases").EnumerateArray()];
    }

    private static Task<JsonElement[]> RowsAsync(string verb, string a, string b) => FathomTool.RowsAsync(verb, "diff", a, b, "--per", "run");

    private static double Sum(JsonElement[] phases, string fact) => phases.Sum(phase =>
        phase.TryGetProperty("facts", out JsonElement facts) && facts.TryGetProperty(fact, out JsonElement value) ? value.GetInt64() : 0);

    private static double Number(JsonElement row, string column) => row.GetProperty(column).GetDouble();

    private static void Near(double said, double told) => Assert.InRange(told, said * (1 - Share), said * (1 + Share));
}
