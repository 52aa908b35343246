using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Watching;

/// <summary><c>fathom watch</c> on programs that run.</summary>
public sealed class WatchTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_native_leak_breaks_a_limit_and_the_file_and_the_recording_get_the_same_verdict()
    {
        using SampleProcess leak = SampleProcess.Start("Growth", "native");
        string csv = _folder.File("leak.csv"), recording = _folder.File("leak.fathom");

        ToolRun run = await WatchAsync(leak, "--interval", "100ms", "--count", "45", "-o", csv, "--save", recording, "--fail-if", "growth.rss_anon_bytes=1GiB..");

        Assert.True(run.ExitCode == 10, run.ToString());
        Assert.Contains("rss_anon_bytes", Assert.Single(run.Error.Split('\n'), static line => line.StartsWith("limit broken:", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.Equal("grows", await VerdictAsync("rss_anon_bytes", csv));
        Assert.Equal("grows", await VerdictAsync("rss_anon_bytes", recording));
        Assert.True(leak.IsRunning);
    }

    [Fact]
    public async Task Ctrl_C_is_the_normal_end()
    {
        using SampleProcess sample = SampleProcess.Start("Growth", "steady");
        string recording = _folder.File("stopped.fathom");
        ProcessStartInfo start = FathomTool.Start(FathomTool.Executable, ["watch", $"pid:{sample.Pid}", "--interval", "50ms", "--save", recording, "--format", "json"], null, null);
        using Process tool = Process.Start(start)!;
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        // Ten plain lines: it samples.
        for (int i = 0; i < 10; i++)
            Assert.NotNull(await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken));
        Task<string> error = tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);

        using (Process kill = Process.Start("kill", ["-INT", tool.Id.ToString(CultureInfo.InvariantCulture)]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(tool.ExitCode == 0, await error);
        using JsonDocument verdict = JsonDocument.Parse(await output);
        Assert.Contains(verdict.RootElement.GetProperty("rows").EnumerateArray(), static row => row.GetProperty("metric").GetString() == "rss_bytes");
        ToolRun info = await FathomTool.RunAsync("info", recording, "--format", "csv");
        Assert.Contains("complete,yes", info.Out, StringComparison.Ordinal);
        Assert.True(sample.IsRunning);
    }

    [Fact]
    public async Task A_target_that_ends_ends_the_watch_with_a_verdict()
    {
        SampleProcess sample = SampleProcess.Start("Growth", "steady");
        ProcessStartInfo start = FathomTool.Start(FathomTool.Executable, ["watch", $"pid:{sample.Pid}", "--interval", "50ms"], null, null);
        using Process tool = Process.Start(start)!;
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        for (int i = 0; i < 10; i++)
            Assert.NotNull(await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken));

        sample.Dispose();
        string error = await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(tool.ExitCode == 0, error);
        // Before 6.15 the kernel does not report it once the parent has asked.
        string why = Environment.OSVersion.Version >= new Version(6, 15) ? "killed by signal 9 (SIGKILL)" : "";
        Assert.Contains($"Growth ({sample.Pid}) has ended: {why}", error, StringComparison.Ordinal);
        Assert.Contains($"note: Growth ({sample.Pid}) ended after ", error, StringComparison.Ordinal);
        Assert.Contains("note: the watch ended because no process is left", error, StringComparison.Ordinal);
        Assert.Contains($"Growth ({sample.Pid}): resident memory ", await output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_named_program_is_followed_when_it_starts_again()
    {
        string mark = $"--mark-{Guid.NewGuid():N}", rules = _folder.File("rename.txt"), csv = _folder.File("restart.csv");
        await File.WriteAllTextAsync(rules, $"Growth: {mark} -> restarted\n", TestContext.Current.CancellationToken);
        SampleProcess first = SampleProcess.Start("Growth", "steady", "4096", "100", mark);
        ProcessStartInfo start = FathomTool.Start(FathomTool.Executable, ["watch", "restarted", "--rename", rules, "--interval", "50ms", "-o", csv], null, null);
        using Process tool = Process.Start(start)!;
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await ReadUntilAsync(tool, $"restarted ({first.Pid}):");

        first.Dispose();
        using SampleProcess second = SampleProcess.Start("Growth", "steady", "4096", "100", mark);
        await ReadUntilAsync(tool, $"watching restarted ({second.Pid})");
        await ReadUntilAsync(tool, $"restarted ({second.Pid}):");
        using (Process kill = Process.Start("kill", ["-INT", tool.Id.ToString(CultureInfo.InvariantCulture)]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        string error = await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(tool.ExitCode == 0, error);
        string text = await output;
        Assert.Contains($"restarted ({first.Pid}):", text, StringComparison.Ordinal);
        Assert.Contains($"restarted ({second.Pid}):", text, StringComparison.Ordinal);
        string[] pids = [.. (await File.ReadAllLinesAsync(csv, TestContext.Current.CancellationToken)).Skip(1).Select(static line => line.Split(',')[1]).Distinct()];
        Assert.Equal([$"{first.Pid}", $"{second.Pid}"], pids);
    }

    [Fact]
    public async Task Types_are_counted_by_a_process_of_its_own_and_a_breach_keeps_a_snapshot()
    {
        using SampleProcess leak = SampleProcess.Start("Growth", "managed");

        ToolRun run = await FathomTool.RunAsync(
            ["watch", $"pid:{leak.Pid}", "--interval", "100ms", "--count", "3", "--types", "2", "--fail-if", "rss_bytes=1MiB..", "--on-breach", "snapshot", "--format", "json"],
            null,
            folder: _folder.Path);

        Assert.True(run.ExitCode == 10, run.ToString());
        using JsonDocument verdict = JsonDocument.Parse(run.Out);
        Assert.Contains(verdict.RootElement.GetProperty("rows").EnumerateArray(), static row => row.GetProperty("item").GetString() == "System.Byte[]");
        string snapshot = Assert.Single(Directory.GetDirectories(_folder.Path, $"Growth_{leak.Pid}_*.fathom"));
        ToolRun types = await FathomTool.RunAsync("heap", snapshot, "--type", "System.Byte[]", "--format", "csv");
        Assert.Equal(0, types.ExitCode);
        Assert.Contains("System.Byte[]", types.Out, StringComparison.Ordinal);
        Assert.True(leak.IsRunning);
    }

    [Fact]
    public async Task On_a_terminal_the_table_is_drawn_in_place()
    {
        using SampleProcess sample = SampleProcess.Start("Growth", "steady");
        Dictionary<string, string> terminal = new() { ["TERM"] = "xterm" }, plain = new() { ["TERM"] = "xterm", ["NO_COLOR"] = "1" };
        string[] watch = ["watch", $"pid:{sample.Pid}", "--interval", "100ms", "--count", "3"];

        ToolRun drawn = await Terminal.RunAsync(120, terminal, watch), lines = await Terminal.RunAsync(120, plain, watch);

        Assert.Contains("\e[", drawn.Out, StringComparison.Ordinal);
        Assert.Contains("Ctrl-C ends it with a verdict", drawn.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("\e[", lines.Out, StringComparison.Ordinal);
        Assert.Contains($"Growth ({sample.Pid}): rss_bytes ", lines.Out, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_breach_keeps_a_snapshot_and_a_dump_and_the_target_runs_on()
    {
        using SampleProcess leak = SampleProcess.Start("Growth", "managed");

        ToolRun run = await FathomTool.RunAsync(
            ["watch", $"pid:{leak.Pid}", "--interval", "100ms", "--count", "3", "--fail-if", "rss_bytes=1MiB..", "--on-breach", "snapshot,dump"], null, folder: _folder.Path);

        Assert.True(run.ExitCode == 10, run.ToString());
        string dump = Assert.Single(Directory.GetFiles(_folder.Path, $"Growth_{leak.Pid}_*.core"));
        string snapshot = Path.ChangeExtension(dump, ".fathom");
        Assert.Contains($"snapshot saved as './{Path.GetFileName(snapshot)}'", run.Error, StringComparison.Ordinal);
        Assert.Contains($"dump saved as './{Path.GetFileName(dump)}'", run.Error, StringComparison.Ordinal);
        ToolRun verified = await FathomTool.RunAsync("dump", "--verify", dump), types = await FathomTool.RunAsync("heap", dump, "--type", "System.Byte[]", "--format", "csv");
        Assert.True(verified.ExitCode == 0, verified.ToString());
        Assert.True(types.ExitCode == 0, types.ToString());
        Assert.Contains("System.Byte[]", types.Out, StringComparison.Ordinal);
        await TargetHealth.CheckAsync(leak, beats: false);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_breach_saves_stacks_and_runs_a_command_that_knows_of_them()
    {
        using SampleProcess leak = SampleProcess.Start("Growth", "managed");
        await FathomTool.ShellAsync(
            "printf '#!/bin/sh\nenv | grep -E \"^FATHOM_(PID|CAUSE|FILE)=\" | sort > told\n' > notify && chmod +x notify",
            folder: _folder.Path);

        ToolRun run = await FathomTool.RunAsync(
            [
                "watch", $"pid:{leak.Pid}", "--interval", "100ms", "--count", "3", "--fail-if", "rss_bytes=1MiB..",
                "--then", "stacks", "--then", "exec ./notify",
            ],
            null,
            folder: _folder.Path);

        Assert.True(run.ExitCode == 10, run.ToString());
        string stacks = Assert.Single(Directory.GetDirectories(_folder.Path, $"Growth_{leak.Pid}_*.stacks.fathom"));
        Assert.NotEmpty(await FathomTool.RowsAsync("stacks", stacks, "--by", "thread"));
        string[] told = await File.ReadAllLinesAsync(_folder.File("told"), TestContext.Current.CancellationToken);
        Assert.Contains("rss_bytes", told[0], StringComparison.Ordinal);
        Assert.Equal([$"FATHOM_FILE={stacks}", $"FATHOM_PID={leak.Pid}"], told[1..]);
        Assert.Matches("'exec .*/notify' ended with exit code 0 after ", run.Error);
        await TargetHealth.CheckAsync(leak, beats: false);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_runtime_that_did_not_answer_at_first_is_asked_again()
    {
        using SampleProcess sample = SampleProcess.Start("Growth", "managed");
        await SignalAsync("-STOP", sample.Pid);
        string csv = _folder.File("again.csv");
        ProcessStartInfo start = FathomTool.Start(FathomTool.Executable, ["watch", $"pid:{sample.Pid}", "--interval", "50ms", "--events", "--top", "50", "-o", csv], null, null);
        using Process tool = Process.Start(start)!;
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await ReadUntilAsync(tool, $"Growth ({sample.Pid}): no figures from events yet");
        // Its memory is read all the same.
        await ReadUntilAsync(tool, "managed_bytes");

        await SignalAsync("-CONT", sample.Pid);
        while (!await SaysAsync(csv, ",timers,"))
            Assert.NotNull(await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken));
        await SignalAsync("-INT", tool.Id);
        await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(0, tool.ExitCode);
        Assert.Contains("managed_bytes", await output, StringComparison.Ordinal);
        await TargetHealth.CheckAsync(sample, beats: false);
    }

    [Fact]
    public async Task By_default_no_session_is_opened_and_the_collections_are_counted()
    {
        using SampleProcess sample = SampleProcess.Start("Growth", "managed");
        string quiet = _folder.File("quiet.csv"), events = _folder.File("events.csv");

        ToolRun run = await WatchAsync(sample, "--interval", "100ms", "--count", "5", "-o", quiet);
        bool isAsked = HasCounterThread(sample);
        ToolRun more = await WatchAsync(sample, "--interval", "100ms", "--count", "15", "-o", events, "--events");

        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.True(more.ExitCode == 0, more.ToString());
        Assert.Equal((false, true), (isAsked, HasCounterThread(sample)));
        HashSet<string> metrics = await MetricsAsync(quiet);
        Assert.Equal(5, metrics.Intersect(["managed_bytes", "managed_committed_bytes", "gen0_collections", "gen1_collections", "gen2_collections"]).Count());
        Assert.Empty(metrics.Intersect(["event_sessions", "timers", "thread_pool_threads", "gc_handles"]));
        Assert.Equal(4, (await MetricsAsync(events)).Intersect(["managed_bytes", "event_sessions", "timers", "thread_pool_threads"]).Count());
        Assert.Contains("an event session in each program uses memory there", more.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_limit_on_what_only_a_session_tells_is_refused_without_one()
    {
        ToolRun run = await FathomTool.RunAsync("watch", $"{Environment.ProcessId}", "--fail-if", "timers=5..");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("'timers' in '--fail-if timers=5..' needs an event session.", run.Error, StringComparison.Ordinal);
        Assert.Contains("--events", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_page_cache_of_the_control_group_is_among_the_samples()
    {
        using SampleProcess reader = SampleProcess.Start("Growth", "readfile", "4194304", "20");
        string csv = _folder.File("cache.csv");

        ToolRun run = await WatchAsync(reader, "--interval", "100ms", "--count", "5", "-o", csv);
        ToolRun group = await FathomTool.RunAsync("memory", $"pid:{reader.Pid}", "--cgroup", "--format", "csv");

        Assert.True(run.ExitCode == 0, run.ToString());
        // Where there is no memory controller, neither has it.
        Assert.Equal(
            group.ExitCode == 0 && group.Out.Contains("file,", StringComparison.Ordinal) ? 5 : 0,
            (await File.ReadAllLinesAsync(csv, TestContext.Current.CancellationToken)).Count(static line => line.Contains(",cgroup_cache_bytes,", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task What_malloc_has_in_use_and_keeps_free_is_among_the_samples()
    {
        using SampleProcess thumbs = SampleProcess.Start(new ProcessStartInfo("sh", ["-c", $"echo 'ready {{}}'; exec {Path.Combine(Repository.SampleFolder("Thumbs"), "Thumbs")}"]));
        Assert.Equal("done 1600", thumbs.Ask("work 1600"));
        Assert.Equal("done 100", thumbs.Ask("forget 16"));
        string csv = _folder.File("malloc.csv");

        ToolRun run = await WatchAsync(thumbs, "--interval", "100ms", "--count", "3", "-o", csv);
        JsonElement[] memory = await FathomTool.RowsAsync("memory", $"pid:{thumbs.Pid}");

        Assert.True(run.ExitCode == 0, run.ToString());
        string[][] lines = [.. (await File.ReadAllLinesAsync(csv, TestContext.Current.CancellationToken)).Select(static line => line.Split(','))];
        foreach ((string metric, string category, long least) in new[] { ("malloc_in_use_bytes", "malloc, in use", 100L * 65_536), ("malloc_free_bytes", "malloc, free", 1_400L * 65_536) })
        {
            long sampled = long.Parse(lines.First(line => line[^3] == metric)[^1], CultureInfo.InvariantCulture);
            long shown = memory.Single(row => row.GetProperty("category").GetString() == category).GetProperty("rss_bytes").GetInt64();
            Assert.InRange(sampled, least, 1_600L * 65_536);
            Assert.InRange(shown, sampled - (1 << 20), sampled + (1 << 20));
        }
    }

    private static Task<ToolRun> WatchAsync(SampleProcess sample, params string[] options) => FathomTool.RunAsync(["watch", $"pid:{sample.Pid}", .. options]);

    // The writer locks its file for a moment; the next line of the watch is as good a moment to look.
    private static async Task<bool> SaysAsync(string file, string text)
    {
        try
        {
            return (await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).Contains(text, StringComparison.Ordinal);
        }
        catch (IOException)
        {
            return false;
        }
    }

    // The thread that the runtime starts for the counters of a session, and keeps. The kernel cuts names at 15 letters.
    private static bool HasCounterThread(SampleProcess sample) =>
        ThreadNames.Of(sample.Pid).Any(static name => name.StartsWith(".NET Counter", StringComparison.Ordinal));

    private static async Task<HashSet<string>> MetricsAsync(string csv) =>
        [.. (await File.ReadAllLinesAsync(csv, TestContext.Current.CancellationToken)).Skip(1).Select(static line => line.Split(',')[^3])];

    private static async Task SignalAsync(string signal, int pid)
    {
        using Process kill = Process.Start("kill", [signal, pid.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
    }

    private static async Task ReadUntilAsync(Process tool, string text)
    {
        while (await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
        {
            if (line.Contains(text, StringComparison.Ordinal))
                return;
        }

        Assert.Fail($"'{text}' was not said.");
    }

    private static async Task<string?> VerdictAsync(string metric, string file)
    {
        ToolRun run = await FathomTool.RunAsync("watch", "--input", file, "--format", "json", "--where", $"metric={metric}");
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return Assert.Single(json.RootElement.GetProperty("rows").EnumerateArray()).GetProperty("verdict").GetString();
    }
}
