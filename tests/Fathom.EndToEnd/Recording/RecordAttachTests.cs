using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>Programs that ran before the recorder did: each tells all exceptions that it threw meanwhile, wherever it runs and whoever owns it, and is unharmed.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class RecordAttachTests : IDisposable
{
    // A user without an account.
    private const string Stranger = "4711";
    private static readonly string[] s_asStranger = ["setpriv", $"--reuid={Stranger}", $"--regid={Stranger}", "--clear-groups"];

    private readonly TestFolder _folder = new();

    private static string Events => Path.Combine(Repository.SampleFolder("Events"), "Events");

    private string Saved => _folder.File("a.fathom");

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_server_that_started_before()
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.Start("Events");

        ToolRun run = await RecordAsync(sample, sample.Pid, []);

        Assert.Equal(7, await ExceptionsAsync(sample.Pid));
        Assert.Contains($"Recorded Events (pid {sample.Pid}) on '", run.Out, StringComparison.Ordinal);
    }

    // Its /tmp, and with it the port, is its own too.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task One_in_another_PID_and_mount_namespace()
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo("unshare", OwnTemporaryFolder.Unshare(["--pid", "--fork", "--mount-proc"], Events)));
        string children = await File.ReadAllTextAsync($"/proc/{sample.Pid}/task/{sample.Pid}/children", TestContext.Current.CancellationToken);
        int pid = int.Parse(children.Trim(), CultureInfo.InvariantCulture);

        await RecordAsync(sample, pid, []);

        Assert.Equal(7, await ExceptionsAsync(pid));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task One_of_another_user()
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(s_asStranger[0], [.. s_asStranger[1..], Events]));

        await RecordAsync(sample, sample.Pid, []);

        Assert.Equal(7, await ExceptionsAsync(sample.Pid));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_ordinary_user_records_an_own_process()
    {
        Needs.Root();
        Open();
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(s_asStranger[0], [.. s_asStranger[1..], Events]));

        ToolRun run = await RecordAsync(sample, sample.Pid, s_asStranger);

        Assert.Equal(7, await ExceptionsAsync(sample.Pid));
        if (int.Parse(await File.ReadAllTextAsync("/proc/sys/kernel/perf_event_paranoid", TestContext.Current.CancellationToken), CultureInfo.InvariantCulture) >= 1)
        {
            Assert.Matches(@"^Recorded Events \(pid [0-9]+\) on '", run.Out);
            Assert.Contains("not recorded: other processes, and callers and wakers of waits.", run.Error, StringComparison.Ordinal);
        }

        // It takes signals, and none came: without its state at the start nothing is known of it.
        JsonElement still = (await RowsAsync("threads", $"pid={sample.Pid}", "--each")).Single(static row => row.GetProperty("thread").GetString() == ".NET SigHandler");
        Assert.Equal(
            (still.GetProperty("life_ns").GetInt64(), 0L),
            (still.GetProperty("waiting_ns").GetInt64(), still.GetProperty("unknown_ns").GetInt64()));
    }

    [Fact]
    public async Task An_ordinary_user_records_a_program_from_its_start()
    {
        Needs.Root();
        Open();
        string phases = Path.Combine(Repository.SampleFolder("Phases"), "Phases"), facts = _folder.File("facts.json");

        ToolRun run = await FathomTool.ShellAsync($"{string.Join(' ', s_asStranger)} fathom record --save '{Saved}' -- '{phases}' run '{facts}' 0 cpu,throw");

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        int pid = JsonDocument.Parse(await File.ReadAllTextAsync(facts, TestContext.Current.CancellationToken)).RootElement.GetProperty("pid").GetInt32();
        Assert.Equal(1000, await ExceptionsAsync(pid, "type=Phases.PhaseException"));
        Assert.NotEmpty(await RowsAsync("cpu", $"pid={pid}"));
    }

    // It slept all the time, and what an ordinary user may record tells nothing of that.
    [Fact]
    public async Task A_recording_of_nothing_is_no_success()
    {
        Needs.Root();
        Open();
        using SampleProcess sleep = SampleProcess.Start(new ProcessStartInfo(s_asStranger[0], [.. s_asStranger[1..], "sh", "-c", "echo 'ready {}'; exec sleep 600"]));

        ToolRun run = await FathomTool.ShellAsync($"{string.Join(' ', s_asStranger)} fathom record {sleep.Pid} --duration 1s --save '{Saved}'");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("warning: nothing was recorded: no thread of the recorded processes ran", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_native_program_lacks_no_runtime_events()
    {
        Needs.Root();
        using SampleProcess loop = SampleProcess.Start(new ProcessStartInfo("sh", ["-c", "echo 'ready {}'; while :; do sleep 0.05; done"]));

        ToolRun run = await FathomTool.RunAsync("record", loop.Pid.ToString(CultureInfo.InvariantCulture), "--duration", "1s", "--save", Saved);

        Assert.DoesNotContain("runtime events", string.Join('\n', run.Error.Split('\n').Where(static line => line.StartsWith("warning", StringComparison.Ordinal))), StringComparison.Ordinal);
        Assert.Contains("it is not a .NET process", run.Error, StringComparison.Ordinal);
    }

    // No tracepoint and no right for one: the kernel's own records of switches tell when threads ran.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_ordinary_user_records_when_threads_of_an_own_program_waited()
    {
        Needs.Root();
        Open();
        string phases = Path.Combine(Repository.SampleFolder("Phases"), "Phases"), facts = _folder.File("facts.json");

        ToolRun run = await FathomTool.ShellAsync($"{string.Join(' ', s_asStranger)} fathom record --save '{Saved}' -- '{phases}' run '{facts}' 1 monitor,sleep,cpu", timeout: TimeSpan.FromMinutes(2));

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        JsonElement said = JsonDocument.Parse(await File.ReadAllTextAsync(facts, TestContext.Current.CancellationToken)).RootElement;
        int pid = said.GetProperty("pid").GetInt32();
        Dictionary<int, JsonElement> lives = (await RowsAsync("threads", $"pid={pid}", "--each")).ToDictionary(static row => row.GetProperty("tid").GetInt32());
        JsonElement[] threads = PhaseTruth.Threads([.. said.GetProperty("phases").EnumerateArray()]);
        Assert.NotEmpty(threads);
        long stolenNs = await PhaseTruth.StolenAsync(Saved);
        Assert.All(threads, thread =>
        {
            (JsonElement life, string name) = (lives[thread.GetProperty("tid").GetInt32()], thread.GetProperty("name").GetString()!);
            long runningNs = thread.GetProperty("run_ns").GetInt64(), wallNs = thread.GetProperty("wall_ns").GetInt64(), lifeNs = life.GetProperty("life_ns").GetInt64();
            PhaseTruth.Near(name, "running", runningNs, PhaseTruth.NotStolen(runningNs, life.GetProperty("running_ns").GetInt64(), stolenNs));
            // The program asks after its thread began and before it ends.
            long offNs = life.GetProperty("waiting_ns").GetInt64() + life.GetProperty("ready_ns").GetInt64() + life.GetProperty("unknown_ns").GetInt64();
            PhaseTruth.Near(name, "not running", wallNs - runningNs, Math.Clamp(wallNs - runningNs, offNs - Math.Max(0, lifeNs - wallNs), offNs + stolenNs));
            Assert.Equal(0, life.GetProperty("unknown_ns").GetInt64());
        });
        Assert.NotEmpty(await RowsAsync("waits", $"pid={pid},method=Phases.*"));
    }

    // A twin that nobody records tells what the program does by itself.
    [Fact]
    [Trait("Category", "Long")]
    public async Task Fifty_recordings_leave_nothing_in_the_program_and_none_of_our_processes()
    {
        Needs.Root();
        const int rounds = 50;
        const long marginBytes = 24 << 20;
        using SampleProcess sample = SampleProcess.Start("Events"), twin = SampleProcess.Start("Events");
        (int Descriptors, int Sockets, int Threads, long Rss) first = default, twinFirst = default;
        for (int i = 0; i <= rounds; i++)
        {
            ToolRun run = await FathomTool.RunAsync("record", "--save", Saved, "--force", "--duration", "100ms", $"{sample.Pid}");
            Assert.True(run.ExitCode is 0 or 1, run.ToString());
            // The first one makes what a runtime keeps once and for all.
            if (i == 0)
                (first, twinFirst) = (Look(sample.Pid), Look(twin.Pid));
        }

        (int Descriptors, int Sockets, int Threads, long Rss) last = Look(sample.Pid), twinLast = Look(twin.Pid);
        Assert.InRange(last.Descriptors - first.Descriptors, int.MinValue, twinLast.Descriptors - twinFirst.Descriptors);
        Assert.Equal(first.Sockets, last.Sockets);
        Assert.InRange(last.Threads - first.Threads, int.MinValue, twinLast.Threads - twinFirst.Threads + 2);
        Assert.InRange(last.Rss - first.Rss, long.MinValue, twinLast.Rss - twinFirst.Rss + marginBytes);
        Assert.Equal("done work 3", sample.Ask("work 3"));
        Assert.Empty(OwnProcesses());
        Assert.Equal([Saved], Directory.GetFileSystemEntries(_folder.Path));
        TestContext.Current.TestOutputHelper?.WriteLine($"program {first} -> {last}, twin {twinFirst} -> {twinLast}");
    }

    // Timings: not in the usual run.
    [Fact]
    [Trait("Category", "Long")]
    public async Task Thirty_busy_programs_freeze_together_and_are_through_in_ten_seconds()
    {
        Needs.Root();
        const int programs = 30;
        SampleProcess[] samples = [.. Enumerable.Range(0, programs).Select(static _ => SampleProcess.Start("Events"))];
        try
        {
            using Process recorder = Process.Start(FathomTool.Start(FathomTool.Executable, ["record", "--save", Saved, "--no-extract"], null, null))!;
            Task<string> output = recorder.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
            Task<string> error = recorder.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
            await Patience.UntilAsync(() => samples.All(sample => File.Exists(_folder.File($"a.raw/{sample.Pid}.nettrace"))));
            foreach (SampleProcess sample in samples)
                sample.Tell("throw 20000");
            await Task.Delay(3000, TestContext.Current.CancellationToken);
            long start = Stopwatch.GetTimestamp();
            using Process kill = Process.Start("kill", ["-INT", $"{recorder.Id}"]);
            await recorder.WaitForExitAsync(TestContext.Current.CancellationToken);
            TimeSpan took = Stopwatch.GetElapsedTime(start);

            string text = await output + await error;
            JsonElement[] sources = [.. JsonDocument.Parse(await File.ReadAllTextAsync(_folder.File("a.raw/recorder.json"), TestContext.Current.CancellationToken))
                .RootElement.GetProperty("sources").EnumerateArray()];
            Assert.Single(sources, static source => source.GetProperty("kind").GetString() == "kernel");
            Assert.All(samples, sample => Assert.Contains(sources, source => source.GetProperty("process_id") is { ValueKind: JsonValueKind.Number } id && id.GetInt32() == sample.Pid));
            Assert.All(sources, static source => Assert.True(source.GetProperty("stop_ns").GetInt64() > source.GetProperty("start_ns").GetInt64()));
            long[] stops = [.. sources.Select(static source => source.GetProperty("stop_ns").GetInt64())];
            TestContext.Current.TestOutputHelper?.WriteLine($"stop took {took}, sources froze within {(stops.Max() - stops.Min()) / 1e9} s");
            Assert.True(took < TimeSpan.FromSeconds(10), $"{took}: {text}");
            Assert.InRange(stops.Max() - stops.Min(), 0, 1_000_000_000);
        }
        finally
        {
            foreach (SampleProcess sample in samples)
                sample.Dispose();
        }
    }

    private static (int Descriptors, int Sockets, int Threads, long Rss) Look(int pid)
    {
        string[] links = [.. Directory.GetFiles($"/proc/{pid}/fd").Select(static path => new FileInfo(path).LinkTarget ?? "")];
        long pages = long.Parse(File.ReadAllText($"/proc/{pid}/statm").Split(' ')[1], CultureInfo.InvariantCulture);
        int sockets = links.Count(static link => link.StartsWith("socket:", StringComparison.Ordinal));
        return (links.Length, sockets, Directory.GetDirectories($"/proc/{pid}/task").Length, pages * Environment.SystemPageSize);
    }

    // Those that were started with the folder of this test; other tests record too.
    private IEnumerable<string> OwnProcesses() => Directory.GetDirectories("/proc").Where(static path => int.TryParse(Path.GetFileName(path), out _)).Select(CommandOf)
        .Where(command => command.Contains(_folder.Path, StringComparison.Ordinal));

    private static string CommandOf(string process)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, "cmdline"));
        }
        catch (IOException)
        {
            // It has ended meanwhile.
            return "";
        }
    }

    // The stranger writes into it.
    private void Open() => File.SetUnixFileMode(_folder.Path, (UnixFileMode)0x1FF);

    private async Task<ToolRun> RecordAsync(SampleProcess sample, int pid, string[] wrapper)
    {
        Task<ToolRun> recording = FathomTool.ShellAsync($"{string.Join(' ', wrapper)} fathom record --save '{Saved}' --duration 4s {pid}");
        await Patience.UntilAsync(() => recording.IsCompleted || File.Exists(_folder.File($"a.raw/{pid}.nettrace")));
        await Task.Delay(500, TestContext.Current.CancellationToken);
        sample.Ask("throw 7");
        ToolRun run = await recording;
        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        Assert.Equal("done work 3", sample.Ask("work 3"));
        return run;
    }

    private async Task<long> ExceptionsAsync(int pid, string? more = null) =>
        (await RowsAsync("exceptions", $"pid={pid}{(more is null ? "" : $",{more}")}")).Sum(static row => row.GetProperty("count").GetInt64());

    private Task<JsonElement[]> RowsAsync(string verb, string where, params string[] more) => FathomTool.RowsAsync([verb, Saved, "--where", where, .. more]);
}
