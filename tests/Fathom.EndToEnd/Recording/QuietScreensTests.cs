using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>A normal recording is answered with exit code 0 and no note. Where more than a percent of what an answer is made from was lost, one line says so and the exit code is 1.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class QuietScreensTests(ITestOutputHelper output)
{
    private const int Takes = 4;
    private const int Loops = 4;

    private static readonly string[] s_verbs = ["cpu", "waits", "threads", "processes", "events"];

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_recording_of_a_service_is_answered_quietly_also_beside_busy_programs(bool isBusy)
    {
        Needs.Root();
        using TestFolder folder = new();
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo("sh", ["-c", "echo 'ready {}'; exec \"$0\"", Path.Combine(Repository.SampleFolder("Slow"), "Slow")]));
        // Other tests may take all processors from the recorder for so long that it loses something; each take is checked for saying so.
        for (int take = 1; await LoudOfAsync(sample.Pid, folder.File($"{take}.fathom"), isBusy ? Loops : 0) is { Count: > 0 } loud; take++)
            Assert.True(take < Takes, string.Join('\n', loud));
    }

    // The loops are beside the recorder only.
    private static async Task<ToolRun> RecordAsync(int pid, string saved, int loops)
    {
        Process[] running = [.. Enumerable.Range(0, loops).Select(static _ => Process.Start("sh", ["-c", "ulimit -t 60; while :; do :; done"]))];
        try
        {
            return await FathomTool.RunAsync("record", pid.ToString(CultureInfo.InvariantCulture), "--duration", "3s", "--save", saved, "--quiet");
        }
        finally
        {
            foreach (Process loop in running)
            {
                loop.Kill();
                loop.Dispose();
            }
        }
    }

    private async Task<List<string>> LoudOfAsync(int pid, string saved, int loops)
    {
        List<string> loud = [];
        ToolRun record = await RecordAsync(pid, saved, loops);
        Assert.True(File.Exists(Path.Combine(saved, "manifest.json")), record.ToString());
        Note("record", record);
        foreach (string verb in s_verbs)
            Note(verb, await FathomTool.RunAsync(verb, saved));
        await CheckStrictAsync("waits", saved);
        await CheckFiguresAsync(record.Out, saved);
        output.WriteLine(string.Join('\n', loud));
        return loud;

        void Note(string verb, ToolRun run)
        {
            string[] said = run.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries);
            bool isPartial = said.Count(static line => line.StartsWith("warning: the answer ", StringComparison.Ordinal)) == 1;
            Assert.Equal((verb, isPartial ? 1 : 0), (verb, run.ExitCode));
            if (said.Length > 0)
                loud.Add($"{verb}: {run.Error}");
        }
    }

    // record, the header of an answer, info and the tables give the same figures.
    private static async Task CheckFiguresAsync(string record, string saved)
    {
        Match told = Regex.Match(record, @"^Recorded (?<scope>Slow \(pid [0-9]+\) on '.+', .+ s \(.+ busy\)): (?<samples>[0-9,]+) samples, (?<waits>[0-9,]+) waits, in ");
        Assert.True(told.Success, record);
        Assert.StartsWith($"Waits in {Path.GetFileName(saved)}: {told.Groups["scope"].Value}\n", (await FathomTool.RunAsync("waits", saved)).Out, StringComparison.Ordinal);
        ToolRun rows = await FathomTool.RunAsync(
            "sql", "select (select count(*) from cpu_sample) as samples, (select count(*) from thread_wait) as waits, (select sum(running_ns) from thread_life) as running", saved, "--format", "json");
        using JsonDocument answer = JsonDocument.Parse(rows.Out);
        JsonElement row = answer.RootElement.GetProperty("rows")[0];
        Assert.Equal((Number(told.Groups["samples"]), Number(told.Groups["waits"])), (row.GetProperty("samples").GetInt64(), row.GetProperty("waits").GetInt64()));
        string info = (await FathomTool.RunAsync("info", saved, "--format", "csv")).Out;
        Assert.Contains("\nclock,monotonic\n", info, StringComparison.Ordinal);
        Assert.Equal(Regex.Match(info, "\ntrace 1 start_utc,(.+)\n").Groups[1].Value, Regex.Match(info, "\nclock_utc_at_zero,(.+)\n").Groups[1].Value);
        Assert.Matches("\ntarget,Slow ", info);
        Assert.Matches("\nrecorder_use,\"?[0-9.]+ ms on a processor", info);

        static long Number(Group digits) => long.Parse(digits.Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
    }

    // The answer in JSON has all losses of its tables, and --strict ends with 1 where there is one.
    private static async Task CheckStrictAsync(string verb, string saved)
    {
        ToolRun strict = await FathomTool.RunAsync(verb, saved, "--strict", "--format", "json");
        using JsonDocument answer = JsonDocument.Parse(strict.Out);
        Assert.Equal((verb, answer.RootElement.GetProperty("losses").GetArrayLength() > 0 ? 1 : 0), (verb, strict.ExitCode));
    }
}
