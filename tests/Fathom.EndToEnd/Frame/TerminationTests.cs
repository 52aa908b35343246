using System.Diagnostics;
using System.Globalization;
using System.Text;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Frame;

/// <summary>
/// Every verb of the help ends within two seconds of SIGTERM, with what it has, and leaves its target as it was. A verb that is new is run with a pid; one that needs more words is in
/// <see cref="Words"/>.
/// </summary>
[Collection(nameof(WholeMachine))]
public sealed class TerminationTests(ITestOutputHelper output) : IDisposable
{
    private const int Attempts = 3;

    // As much processor time as the start of the runtime takes, and as is used in the middle of longer work.
    private const int StartedMs = 120;
    private const int AtWorkMs = 400;

    // They can have ended before they are signalled: they do little, or read or refuse a small recording. All others must be met at work.
    private static readonly string[] s_quick =
    [
        "ps", "info", "doctor", "mark", "schema", "completion", "man", "version", "orphans", "tour",
        "pack", "extract", "symbols", "cpu", "waits", "processes", "threads", "events", "gc", "exceptions",
    ];

    private static readonly string[] s_long = ["heap", "dump", "watch", "record", "sql", "stacks", "serializers"];

    // One for each way to wait: for the walk of a heap, a writer in the target, an event session, the kernel, the database.
    private static readonly string[] s_representative = ["heap", "dump", "watch", "record", "sql", "stacks"];

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Verbs_of_each_kind_end_within_two_seconds_of_SIGTERM_and_leave_their_target_as_it_was()
    {
        string[] verbs = Verbs(await FathomTool.RunAsync("--help"));
        Assert.Subset(verbs.ToHashSet(), s_representative.ToHashSet());
        await StopAllAsync(s_representative);
    }

    [Fact]
    [Trait("Category", "Long")]
    public async Task Every_verb_ends_within_two_seconds_of_SIGTERM_and_leaves_its_target_as_it_was()
    {
        string[] verbs = Verbs(await FathomTool.RunAsync("--help"));
        await StopAllAsync(verbs);
    }

    // A shell sends Ctrl-C to the group, and timeout(1) to its child and then to the group.
    [Theory]
    [InlineData(0)]
    [InlineData(20)]
    public async Task Two_SIGINT_close_together_end_a_watch_with_its_verdict_and_a_complete_recording(int apartMs)
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "120");
        string saved = _folder.File("w.fathom");
        using Process tool = Process.Start(FathomTool.Start(FathomTool.Executable, ["watch", $"{sample.Pid}", "--interval", "200ms", "--save", saved], null, null))!;
        Task<string> error = tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> answer = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Until(() => File.Exists(Path.Combine(saved, "manifest.json")), "the watch did not begin");

        // By calls of this process: on a busy machine half a second may pass between the starts of two programs.
        GuardedTool.Signal(GuardedTool.Interrupt, tool.Id);
        await Task.Delay(apartMs, TestContext.Current.CancellationToken);
        GuardedTool.Signal(GuardedTool.Interrupt, tool.Id);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(tool.ExitCode == 0, await error);
        Assert.NotEmpty(await answer);
        Assert.Contains("\"complete\": true", await File.ReadAllTextAsync(Path.Combine(saved, "manifest.json"), TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(saved, "writer.lock")));
    }

    // Nobody reads the pipe, so the write blocks for ever.
    [Fact]
    public async Task SIGTERM_ends_a_verb_that_writes_to_a_pipe_that_nobody_reads()
    {
        string recording = _folder.File("small.fathom");
        using SampleProcess sample = SampleProcess.Start("HeapMix", "12000");
        Assert.Equal(0, (await FathomTool.RunAsync("heap", $"{sample.Pid}", "--save", recording)).ExitCode);
        using Process tool = Process.Start(FathomTool.Start(FathomTool.Executable, ["sql", "select range, repeat('x', 1000) from range(100000)", recording, "--format", "csv"], null, null))!;
        Until(() => IsBlockedInWrite(tool.Id), "it does not write");

        Signal("TERM", tool.Id);

        Assert.True(tool.WaitForExit(s_patience));
        Assert.Equal(143, tool.ExitCode);
    }

    private async Task StopAllAsync(IEnumerable<string> verbs)
    {
        string recording = _folder.File("small.fathom");
        using SampleProcess sample = SampleProcess.Start("HeapMix", "120000");
        Assert.Equal(0, (await FathomTool.RunAsync("heap", $"{sample.Pid}", "--save", recording)).ExitCode);
        string probes = Probes();
        int sessions = Sessions(sample);
        StringBuilder table = new();
        List<string> wrong = [];
        foreach (string verb in verbs)
        {
            foreach (string[] words in Words(verb, $"{sample.Pid}", recording))
            {
                Stopped stopped = await StopAsync(words);
                string line = string.Join(' ', words).Replace(_folder.Path, "", StringComparison.Ordinal);
                string time = stopped.Time is { } took ? string.Create(CultureInfo.InvariantCulture, $"{took.TotalMilliseconds,9:0} ms") : "   too quick";
                table.AppendLine(CultureInfo.InvariantCulture, $"{time}  exit {stopped.Code,3}  {line}{stopped.Left}");
                if (stopped.Wrong is { } what)
                    wrong.Add($"{string.Join(' ', words)}: {what}");
                await TargetHealth.CheckAsync(sample);
                Until(() => Sessions(sample) <= sessions, $"an event session is left in the target of {verb}");
            }
        }

        output.WriteLine(table.ToString());
        Assert.Empty(wrong);
        Assert.Equal(probes, Probes());
    }

    private static string[] Verbs(ToolRun help)
    {
        string[] verbs = [.. help.Out.Split('\n').Where(static line => line.StartsWith("  ", StringComparison.Ordinal) && line.Length > 2 && char.IsAsciiLetterLower(line[2]))
            .Select(static line => line.Trim().Split(' ')[0]).Distinct()];
        Assert.InRange(verbs.Length, 25, 100);
        Assert.Contains("heap", verbs);
        return verbs;
    }

    private IEnumerable<string[]> Words(string verb, string pid, string recording) => verb switch
    {
        "ps" or "doctor" or "tour" or "orphans" or "schema" or "completion" or "man" or "version" => [[verb, .. verb == "completion" ? ["bash"] : Array.Empty<string>()]],
        "dump" =>
        [
            [verb, pid, "-o", _folder.File("d.core")], [verb, pid, "--when", "rss_bytes=100GiB..", "-o", _folder.File("e.core")],
            [verb, pid, "--before-handlers", "--when", "exception=*", "-o", _folder.File("f.core")], [verb, "-o", _folder.File("g.core"), "--", "sleep", "20"],
        ],
        "watch" => [[verb, pid, "--events", "--save", _folder.File("watched.fathom")]],
        "stacks" => [[verb, pid], [verb, pid, "--duration", "1min"]],
        "record" => [[verb, "--save", _folder.File("all.fathom")], [verb, pid, "--save", _folder.File("one.fathom")], [verb, "--save", _folder.File("started.fathom"), "--", "sleep", "20"]],
        "mark" => [[verb, "a moment"]],
        "pack" => [[verb, recording, "-o", _folder.File("packed.fathom")]],
        "sql" => [[verb, "select count(*) from range(100000000000)", recording]],
        "serializers" => [[verb]],
        "extract" or "symbols" or "cpu" or "waits" or "processes" or "threads" or "events" or "gc" or "exceptions" => [[verb, recording]],
        _ => [[verb, pid]],
    };

    // A busy machine lets a process that is about to end wait. A verb that is deaf is late each time.
    private async Task<Stopped> StopAsync(string[] words)
    {
        Stopped stopped = default;
        for (int i = 0; i < Attempts; i++)
        {
            foreach (string left in Directory.EnumerateFileSystemEntries(_folder.Path).Where(static left => !left.EndsWith("/small.fathom", StringComparison.Ordinal)).ToArray())
                Remove(left);
            stopped = await StopOnceAsync(words);
            if (!stopped.IsLate)
                break;
        }

        return stopped;
    }

    private async Task<Stopped> StopOnceAsync(string[] words)
    {
        using Process tool = Process.Start(FathomTool.Start("setsid", [FathomTool.Executable, .. words], null, _folder.Path))!;
        Task<string> error = tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken), answer = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        tool.StandardInput.Close();
        // In the middle of its work: it has used as much as a start takes, waits for what it was asked, or has ended.
        Stopwatch life = Stopwatch.StartNew();
        Until(() => tool.HasExited || CpuMs(tool.Id) >= (s_long.Contains(words[0]) ? AtWorkMs : StartedMs) || life.Elapsed > TimeSpan.FromSeconds(2), "it does not begin");
        bool hadEnded = tool.HasExited;
        Stopwatch time = Stopwatch.StartNew();
        if (!hadEnded)
            Signal("TERM", tool.Id);
        Assert.True(tool.WaitForExit(s_patience), $"{string.Join(' ', words)} is deaf to SIGTERM");
        TimeSpan? took = hadEnded ? null : time.Elapsed;
        // What it started itself ends with it; the program of the user runs on, and holds its output open.
        Until(() => Session(tool.Id).All(static name => name == "sleep"), $"a process of {string.Join(' ', words)} runs on: {string.Join(' ', Session(tool.Id))}");
        string runsOn = Session(tool.Id).Length > 0 ? " (program runs on)" : "";
        EndSession(tool.Id);
        string said = await error;
        string text = await answer;
        string[] left = [.. Directory.EnumerateFileSystemEntries(_folder.Path).Select(static path => Path.GetFileName(path))
            .Where(static name => name != "small.fathom").Order(StringComparer.Ordinal)];
        string? wrong = took > s_limit ? $"took {took.Value.TotalSeconds:0.0} s"
            : took is null && !s_quick.Contains(words[0]) ? $"ended with {tool.ExitCode} before it was signalled: {said}"
            : words[0] == "record" && left.Length > 0 && !Names(text) ? $"does not name what it leaves: {text}{said}"
            : tool.ExitCode is not (0 or 1 or 3 or 4 or 143) ? $"exit {tool.ExitCode}: {said}"
            : said.Contains("   at ", StringComparison.Ordinal) || said.Contains("with -v to see where", StringComparison.Ordinal) ? said
            : left.FirstOrDefault(static name => name.Contains(".partial", StringComparison.Ordinal) || name.StartsWith(".fathom-", StringComparison.Ordinal)) is { } half ? $"leaves {half}"
            : null;
        return new Stopped(took, tool.ExitCode, (left.Length > 0 ? $"  leaves {string.Join(' ', left)}" : "") + runsOn, wrong, took > s_limit);
    }

    private static bool Names(string answer) => answer.Contains("The recording is '", StringComparison.Ordinal) || answer.Contains("fathom extract ", StringComparison.Ordinal);

    private static bool IsBlockedInWrite(int pid)
    {
        try
        {
            // The number of write(2) on x64 and its first argument; it waits in poll(2) where the pipe was made not to block.
            return Directory.EnumerateDirectories($"/proc/{pid}/task").Any(static task => File.ReadAllText($"{task}/syscall").StartsWith("1 0x1 ", StringComparison.Ordinal));
        }
        catch (IOException)
        {
            // A thread has just ended.
            return false;
        }
    }

    // With the process that it guards.
    private static long CpuMs(int pid)
    {
        long sum = 0;
        foreach (int one in SessionPids(pid))
        {
            try
            {
                string text = File.ReadAllText($"/proc/{one}/stat");
                string[] fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
                sum += 10 * (long.Parse(fields[11], CultureInfo.InvariantCulture) + long.Parse(fields[12], CultureInfo.InvariantCulture));
            }
            catch (IOException)
            {
                // It has just ended.
            }
        }

        return sum;
    }

    private static List<int> SessionPids(int session)
    {
        List<int> found = [];
        foreach (string process in Directory.EnumerateDirectories("/proc").Where(static path => char.IsAsciiDigit(Path.GetFileName(path)[0])))
        {
            try
            {
                string text = File.ReadAllText($"{process}/stat");
                string[] fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
                if (fields[3] == $"{session}" && fields[0] is not ("Z" or "X"))
                    found.Add(int.Parse(Path.GetFileName(process), CultureInfo.InvariantCulture));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It has just ended.
            }
        }

        return found;
    }

    private static string[] Session(int session) => [.. SessionPids(session).Select(static pid => File.Exists($"/proc/{pid}/comm") ? File.ReadAllText($"/proc/{pid}/comm").TrimEnd() : "")];

    private static void EndSession(int session)
    {
        foreach (int pid in SessionPids(session))
            Signal("KILL", pid);
    }

    private static int Sessions(SampleProcess sample) =>
        Directory.EnumerateDirectories($"/proc/{sample.Pid}/task").Count(static task => File.Exists($"{task}/comm") && ThreadName(task).Contains("EventPipe", StringComparison.Ordinal));

    private static string ThreadName(string task)
    {
        try
        {
            return File.ReadAllText($"{task}/comm");
        }
        catch (IOException)
        {
            return "";
        }
    }

    private static string Probes() => string.Concat(((string[])["uprobe_events", "kprobe_events"]).Select(static name => $"/sys/kernel/tracing/{name}").Where(File.Exists).Select(File.ReadAllText));

    private static void Remove(string path)
    {
        if (Directory.Exists(path))
            Directory.Delete(path, recursive: true);
        else
            File.Delete(path);
    }

    private static void Until(Func<bool> holds, string otherwise) => Assert.True(SpinWait.SpinUntil(holds, s_patience), otherwise);

    private static void Signal(string signal, int pid)
    {
        using Process kill = Process.Start("kill", [$"-{signal}", $"{pid}"]);
        kill.WaitForExit();
    }

    private readonly record struct Stopped(TimeSpan? Time, int Code, string Left, string? Wrong, bool IsLate);
}
