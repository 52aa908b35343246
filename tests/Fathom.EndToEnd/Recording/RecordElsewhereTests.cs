using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>
/// Programs that see other files than the recorder, as a service with a temporary folder of its own: the port in their environment leads to nothing there, and they start all the same.
/// </summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class RecordElsewhereTests : IDisposable
{
    // A bystander without the port in its environment keeps the files, so that what is left there is seen.
    private const string Bystander = "env -i sleep 300 < /dev/null > /dev/null 2>&1 & echo $! > ";

    private readonly TestFolder _folder = new();

    private static string Phases => Path.Combine(Repository.SampleFolder("Phases"), "Phases");

    // Of the repository, which is seen from there too.
    private string Notes => Path.Combine(Repository.Root, "artifacts", $"elsewhere-{Environment.ProcessId}-{Path.GetFileName(_folder.Path)}");

    public void Dispose()
    {
        if (File.Exists(Notes))
        {
            using Process kill = Process.Start("kill", ["-9", File.ReadAllText(Notes).Trim()]);
            kill.WaitForExit();
            File.Delete(Notes);
        }

        _folder.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task They_are_recorded_from_their_start_and_nothing_is_left_there()
    {
        Needs.Root();
        string saved = _folder.File("own.fathom");

        ToolRun run = await FathomTool.RunAsync(["record", "--save", saved, "--", .. Program("")], null, timeout: TimeSpan.FromMinutes(2));

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        ToolRun thrown = await FathomTool.RunAsync("exceptions", saved, "--format", "json");
        Assert.Equal(2000, JsonDocument.Parse(thrown.Out).RootElement.GetProperty("rows").EnumerateArray().Sum(static row => row.GetProperty("count").GetInt64()));
        Assert.DoesNotContain("waits at its start", run.Error, StringComparison.Ordinal);
        AssertBothRanAndNothingIsLeft();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_guard_lets_them_start_when_the_recorder_was_killed()
    {
        Needs.Root();
        using Process recorder = Process.Start(new ProcessStartInfo(FathomTool.Executable, ["record", "--save", _folder.File("own.fathom"), "--", .. Program("sleep 2;")])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        await Patience.UntilAsync(() => File.Exists(Notes) && File.ReadAllText(Notes).Length > 0);

        recorder.Kill();
        await recorder.WaitForExitAsync(TestContext.Current.CancellationToken);

        await Patience.UntilAsync(() => File.Exists(Place("end")));
        // The guard goes some seconds after the last program that could come.
        await Patience.UntilAsync(() => Directory.GetDirectories(Place(""), "fathom-*").Length == 0);
        AssertBothRanAndNothingIsLeft();
    }

    // As beside a container whose processes it sees: the kernel's own numbers, which switches have, are others than those there.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_recorder_in_another_PID_namespace_tells_running_and_waiting_of_the_threads_there()
    {
        Needs.Root();
        string saved = _folder.File("own.fathom"), facts = _folder.File("facts.json");
        using Process busy = Process.Start(new ProcessStartInfo("sh", ["-c", "ulimit -t 60; while :; do :; done"]))!;

        Task<ToolRun> recording = FathomTool.ShellAsync(
            $"unshare --pid --fork --mount-proc '{FathomTool.Executable}' record --save '{saved}' -- '{Phases}' run '{facts}' 1 monitor,semaphore,sleep,cpu", timeout: TimeSpan.FromMinutes(2));
        await Patience.UntilAsync(() => recording.IsCompleted || File.Exists(_folder.File("own.raw/marks.fathom-marks")));
        ToolRun mark = await FathomTool.RunAsync("mark", "from outside"), extract = await FathomTool.RunAsync("extract", _folder.File("own.raw"));
        ToolRun run = await recording;

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        Assert.True(mark.ExitCode == 0, mark.ToString());
        // Another test may mark all recordings that run.
        Assert.Single(
            (await FathomTool.RowsAsync("sql", "select text from marker where source = 'shell'", saved)).Select(static row => row.GetProperty("text").GetString()), "from outside");
        Assert.Equal((3, ""), (extract.ExitCode, extract.Out));
        Assert.Contains("is being recorded by a process in another PID namespace, where its pid is 1.", extract.Error, StringComparison.Ordinal);
        JsonElement said = JsonDocument.Parse(await File.ReadAllTextAsync(facts, TestContext.Current.CancellationToken)).RootElement;
        int pid = said.GetProperty("pid").GetInt32();
        Assert.InRange(pid, 2, 100);
        await PhaseTruth.AssertThreadsAsync(saved, pid, [.. said.GetProperty("phases").EnumerateArray()]);
        Assert.NotEmpty(await FathomTool.RowsAsync("waits", saved, "--where", $"pid={pid},method=Phases.*"));
        busy.Kill();
        // It runs outside: its samples are those of a thread without a process, and not lost.
        Assert.Contains(
            await FathomTool.RowsAsync("sql", $"select sum(s.weight_ns) as cpu_ns from cpu_sample s join thread t using (rec, thread_id) where t.tid = {busy.Id}", saved),
            static row => row.GetProperty("cpu_ns").GetInt64() > 200_000_000);
        Assert.Contains(
            await FathomTool.RowsAsync("sql", "select reason from loss", saved),
            static row => row.GetProperty("reason").GetString()!.StartsWith("threads outside the PID namespace", StringComparison.Ordinal));
    }

    private string[] Program(string first) =>
        ["unshare", .. OwnTemporaryFolder.Unshare([], "sh", "-c", $"{Bystander}{Notes}; {first} for i in 1 2; do {Phases} run /tmp/facts-$i.json 0 throw; done; touch /tmp/end")];

    private string Place(string name) => string.Create(CultureInfo.InvariantCulture, $"/proc/{File.ReadAllText(Notes).Trim()}/root/tmp/{name}");

    private void AssertBothRanAndNothingIsLeft()
    {
        Assert.All((int[])[1, 2], i => Assert.Contains("\"exceptions\":1000", File.ReadAllText(Place($"facts-{i}.json")), StringComparison.Ordinal));
        Assert.Empty(Directory.GetDirectories(Place(""), "fathom-*"));
    }
}
