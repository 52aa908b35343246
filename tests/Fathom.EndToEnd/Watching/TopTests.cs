using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Watching;

/// <summary><c>fathom top</c> beside what programs did by their own word, and beside the kernel's clocks.</summary>
public sealed class TopTests
{
    [Fact]
    public async Task Rates_are_those_of_the_program_and_of_the_kernel_and_nothing_is_left_behind()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        int sessions = SessionThreads(sample.Pid);
        Task<JsonElement[]> looking = FathomTool.RowsAsync("top", Text(sample.Pid), "--interval", "3s");
        long start = Stopwatch.GetTimestamp(), thrown = 0;
        double cpu = CpuSeconds(sample.Pid);
        while (!looking.IsCompleted)
        {
            sample.Ask("throw 20");
            sample.Ask("collect 2");
            thrown += 20;
        }

        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds, busy = CpuSeconds(sample.Pid) - cpu;
        JsonElement row = Assert.Single(await looking);

        Assert.Equal(("Events", sample.Pid), (row.GetProperty("process").GetString(), row.GetProperty("pid").GetInt32()));
        // The last second, or three, of a program that does the same all the time on a machine that does not.
        Assert.InRange(Number(row, "exceptions_per_s"), thrown / seconds / 4, thrown / seconds * 4);
        Assert.InRange(Number(row, "cpu_percent"), 100 * busy / seconds / 4, 100 * busy / seconds * 4);
        Assert.InRange(Number(row, "gc_percent"), 0.01, 100);
        Assert.True(Number(row, "alloc_per_s_bytes") > 0 && Number(row, "rss_bytes") > 0 && Number(row, "threads") > Number(row, "waiting_threads"));
        await Patience.UntilAsync(() => SessionThreads(sample.Pid) == sessions);
        Assert.Equal("done throw 1", sample.Ask("throw 1"));
    }

    [Fact]
    public async Task Without_events_no_session_is_opened_and_what_only_the_runtime_knows_is_not_known()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");

        int sessions = SessionThreads(sample.Pid);
        JsonElement row = Assert.Single(await FathomTool.RowsAsync("top", $"pid:{sample.Pid}", "--no-events", "--interval", "200ms"));

        string[] known = [.. row.EnumerateObject().Where(static one => one.Value.ValueKind != JsonValueKind.Null).Select(static one => one.Name)];
        Assert.Empty(((string[])["process", "pid", "cpu_percent", "rss_bytes", "threads", "waiting_threads"]).Except(known));
        Assert.DoesNotContain(known, static name => name is "gc_percent" or "alloc_per_s_bytes" or "queue" or "pool_threads" or "exceptions_per_s");
        Assert.Equal(sessions, SessionThreads(sample.Pid));
    }

    [Fact]
    public async Task A_stopped_program_holds_up_nothing()
    {
        using SampleProcess still = SampleProcess.Start("Idle");
        using TestFolder folder = new();
        using StandStill stop = StandStill.Of(still, StandStillWay.Stopped, folder.Path);

        ToolRun run = await FathomTool.RunAsync("top", Text(still.Pid), "--interval", "200ms", "--format", "json");

        Assert.Equal(0, run.ExitCode);
        JsonElement answer = JsonDocument.Parse(run.Out).RootElement;
        Assert.Equal(0, Number(Assert.Single(answer.GetProperty("rows").EnumerateArray()), "cpu_percent"));
        Assert.Contains($"Idle ({still.Pid}) tells nothing of its runtime: ", answer.GetProperty("notes").ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task On_a_terminal_it_is_drawn_again_shows_the_threads_of_a_process_and_ends_with_q()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");

        (int exitCode, string text) = await PseudoTerminal.TypeAsync(
            80, 24, ["top", Text(sample.Pid), "--interval", "300ms"],
            ($" {sample.Pid} ", "\r"), ("thread +tid +cpu", "\e"), ("process +pid", "q"));

        Assert.Equal(0, exitCode);
        Assert.EndsWith("\e[?25h\e[?1049l", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_is_drawn_without_colours_and_in_the_size_that_the_terminal_gets()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");

        (int exitCode, string text) = await PseudoTerminal.TypeAsync(
            80, 24, ["top", Text(sample.Pid), "--interval", "200ms", "--no-color"],
            ($" {sample.Pid} ", PseudoTerminal.Resized(60, 20)), (@"(?s)\e\[H.*\e\[J.*\e\[H.*\e\[J", "q"));

        Assert.Equal(0, exitCode);
        Assert.StartsWith("\e[?1049h", text, StringComparison.Ordinal);
        Assert.DoesNotMatch(@"\e\[3[0-9]", text);
        string[][] screens = [.. text.Split("\e[H").Skip(1).Select(static screen => screen[..screen.IndexOf("\e[J", StringComparison.Ordinal)].Split("\r\n"))];
        Assert.InRange(Widest(screens[0]), 61, 80);
        Assert.InRange(Widest(screens[^1]), 1, 60);
        Assert.InRange(screens[^1].Length, 1, 20);

        static int Widest(string[] screen) => screen.SkipLast(1).Max(static line => Regex.Replace(line, "\e\\[[0-9;]*[A-Za-z]", "").Length);
    }

    private static double Number(JsonElement row, string name) => row.GetProperty(name).GetDouble();

    private static string Text(int pid) => pid.ToString(CultureInfo.InvariantCulture);

    private static double CpuSeconds(int pid)
    {
        using Process process = Process.GetProcessById(pid);
        return process.TotalProcessorTime.TotalSeconds;
    }

    // One of the runtime itself, and one more for each session.
    private static int SessionThreads(int pid) => Directory.EnumerateDirectories($"/proc/{pid}/task")
        .Count(static folder => File.ReadAllText(Path.Combine(folder, "comm")).Contains("EventPipe", StringComparison.Ordinal));
}
