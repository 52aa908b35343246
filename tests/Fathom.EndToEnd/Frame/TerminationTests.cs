using System.Diagnostics;
using System.Globalization;
using System.Text;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Frame;

/// <summary>
/// Every verb of the help ends within two seconds of SIGTERM, with what it has, and leaves its target as it was. A verb that is new is run with a pid; one that needs more words is in
/// <see cref="Words"/>. Each is met in the middle: what reads traces in a large one, what writes a file while that has its temporary name, and what is done at once where it writes its answer, into
/// a pipe that has no room.
/// </summary>
/// <remarks>On a busy machine a process that is about to end may wait for a processor: a verb that is late is tried again, twice at most. One that is deaf is late each time.</remarks>
[Collection(nameof(WholeMachine))]
public sealed class TerminationTests(ITestOutputHelper output) : IDisposable
{
    private const int Attempts = 3;

    // As much processor time as the start of the runtime takes, and as is used in the middle of longer work.
    private const int StartedMs = 120;
    private const int AtWorkMs = 400;

    // Read in two seconds or more; the start of the tool reads a tenth of what is waited for.
    private const int TraceSamples = 4_000_000;
    private const long ReadBytes = 24 << 20;

    private const int EndedByTerm = 143;

    // They are done at once, or wait for something else first, so they are met where they tell the answer.
    private static readonly string[][] s_answering =
    [
        ["ps"], ["doctor"], ["orphans"], ["mark", "a moment"], ["schema"], ["completion", "bash"], ["man"], ["version"], ["info", "PID"], ["info", "RECORDING"],
        ["info", "diff", "RECORDING", "RECORDING"], ["heap", "RECORDING"], ["heap", "diff", "RECORDING", "RECORDING"], ["stacks", "PID"], ["findings", "PID"],
    ];

    private static readonly string[] s_traces =
    [
        "extract", "symbols", "why", "cpu", "waits", "processes", "machine", "threads", "events", "gc", "allocs", "exceptions", "requests",
            "locks", "counters", "interrupts", "faults", "syscalls", "files", "disk", "tcp", "dns", "threadpool", "startup", "jit", "markers",
    ];

    private static readonly string[] s_long = ["dump", "watch", "record", "sql", "stacks", "serializers", "tour"];

    // One for each way to wait: for the walk of a heap, a writer in the target, an event session, the kernel, the database.
    private static readonly string[] s_representative = ["heap", "dump", "watch", "record", "sql", "stacks"];

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
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
        string[] answering = [.. s_answering.Select(static words => words[0]).Except(["heap", "findings", "stacks"])];
        Assert.Subset(verbs.ToHashSet(), answering.ToHashSet());
        LargeTrace.Write(Trace, TraceSamples);
        await StopAllAsync(verbs.Except(answering));
    }

    // At once, because each of them waits until it is ended.
    [Fact]
    [Trait("Category", "Long")]
    public async Task SIGTERM_ends_verbs_that_nobody_lets_tell_their_answer()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "120");
        Assert.Equal(0, (await FathomTool.RunAsync("heap", $"{sample.Pid}", "--save", Recording)).ExitCode);
        List<string> wrong = [];
        StringBuilder table = new();
        List<(string[] Words, FullPipe Pipe, Process Tool)> held = [];
        try
        {
            foreach (string[] verb in s_answering)
            {
                string[] words = [.. verb.Select(word => word switch { "PID" => $"{sample.Pid}", "RECORDING" => Recording, _ => word })];
                FullPipe pipe = new(_folder.File($"pipe-{held.Count}"));
                held.Add((words, pipe, Process.Start("setsid", ["sh", "-c", "out=$1; shift; exec \"$0\" \"$@\" < /dev/null > \"$out\" 2> \"$out\"", FathomTool.Executable, pipe.Path, .. words])));
            }

            foreach ((string[] words, _, Process tool) in held)
                Until(() => tool.HasExited || SessionPids(tool.Id).Any(FullPipe.IsWaitedForBy), $"{string.Join(' ', words)} does not come to its answer");
            foreach ((string[] words, FullPipe pipe, Process tool) in held)
            {
                if (tool.HasExited)
                    wrong.Add($"{string.Join(' ', words)}: ended with {tool.ExitCode} although nobody reads its answer");
                Stopwatch time = Stopwatch.StartNew();
                GuardedTool.Signal(GuardedTool.Terminate, tool.Id);
                Assert.True(tool.WaitForExit(s_patience), $"{string.Join(' ', words)} is deaf to SIGTERM");
                string line = string.Join(' ', words).Replace(_folder.Path, "", StringComparison.Ordinal);
                table.AppendLine(CultureInfo.InvariantCulture, $"{time.Elapsed.TotalMilliseconds,9:0} ms  exit {tool.ExitCode,3}  {line}");
                if (tool.ExitCode != EndedByTerm || time.Elapsed > s_limit)
                    wrong.Add($"{string.Join(' ', words)}: exit {tool.ExitCode} after {time.Elapsed.TotalSeconds:0.0} s");
            }

            output.WriteLine(table.ToString());
            Assert.Empty(wrong);
            Assert.Equal(["small.fathom"], Left().Where(static name => !name.StartsWith("pipe-", StringComparison.Ordinal)).Append("small.fathom").Distinct());
        }
        finally
        {
            foreach ((_, FullPipe pipe, Process tool) in held)
            {
                EndSession(tool.Id);
                tool.Dispose();
                pipe.Dispose();
            }
        }

        await TargetHealth.CheckAsync(sample);
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
        string recording = Recording;
        using SampleProcess sample = SampleProcess.Start("HeapMix", "120000");
        // With all objects, so that packing it takes a while.
        Assert.Equal(0, (await FathomTool.RunAsync("heap", $"{sample.Pid}", "--graph", "--save", recording)).ExitCode);
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
        "dump" =>
        [
            [verb, pid, "-o", _folder.File("d.core")], [verb, pid, "--when", "rss_bytes=100GiB..", "-o", _folder.File("e.core")],
            [verb, pid, "--before-handlers", "--when", "exception=*", "-o", _folder.File("f.core")], [verb, "-o", _folder.File("g.core"), "--", "sleep", "20"],
        ],
        "heap" => [[verb, pid], [verb, pid, "--graph", "--save", _folder.File("heap.fathom")]],
        "watch" => [[verb, pid, "--events", "--save", _folder.File("watched.fathom")]],
        "stacks" => [[verb, pid], [verb, pid, "--duration", "1min"]],
        "record" => [[verb, "--save", _folder.File("all.fathom")], [verb, pid, "--save", _folder.File("one.fathom")], [verb, "--save", _folder.File("started.fathom"), "--", "sleep", "20"]],
        "pack" => [[verb, recording, "-o", _folder.File("packed.fathom")]],
        "sql" => [[verb, "select count(*) from range(100000000000)", recording]],
        "serializers" or "tour" => [[verb]],
        "extract" => [[verb, Trace], [verb, Trace, "--save", _folder.File("extracted.fathom")]],
        _ when s_traces.Contains(verb) => [[verb, Trace]],
        _ => [[verb, pid]],
    };

    // A busy machine lets a process that is about to end wait, or ends its conversion half-way, under a temporary name.
    private async Task<Stopped> StopAsync(string[] words)
    {
        Stopped stopped = default;
        for (int i = 0; i < Attempts; i++)
        {
            foreach (string left in Left())
                Remove(_folder.File(left));
            // One that had ended is met earlier the next time.
            stopped = await StopOnceAsync(words, share: 1.0 / (1 << i));
            if (!stopped.IsLate && stopped.Time is not null)
                break;
        }

        return stopped;
    }

    private async Task<Stopped> StopOnceAsync(string[] words, double share)
    {
        using Process tool = Process.Start(FathomTool.Start("setsid", [FathomTool.Executable, .. words], null, _folder.Path))!;
        Task<string> error = tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken), answer = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        tool.StandardInput.Close();
        Stopwatch life = Stopwatch.StartNew();
        Until(() => tool.HasExited || IsAtWork(tool.Id, words, life.Elapsed, share), $"{words[0]} does not begin");
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
        string[] left = Left();
        string? wrong = took > s_limit ? $"took {took.Value.TotalSeconds:0.0} s"
            : took is null ? $"ended with {tool.ExitCode} before it was signalled: {said}"
            : words[0] == "record" && left.Length > 0 && !Names(text) ? $"does not name what it leaves: {text}{said}"
            : !Codes(words).Contains(tool.ExitCode) ? $"exit {tool.ExitCode}: {said}"
            : said.Contains("   at ", StringComparison.Ordinal) || said.Contains("with -v to see where", StringComparison.Ordinal) ? said
            : left.FirstOrDefault(name => !MayBeLeft(words[0], name)) is { } wrongly ? $"leaves {wrongly}"
            : null;
        return new Stopped(took, tool.ExitCode, (left.Length > 0 ? $"  leaves {string.Join(' ', left)}" : "") + runsOn, wrong, took > s_limit || left.Any(IsUnfinished));
    }

    private string Recording => _folder.File("small.fathom");

    private string Trace => _folder.File("large.perf.data");

    // What had not ended 1.3 s after the signal was ended there.
    private static bool IsUnfinished(string name) => name.EndsWith(".partial", StringComparison.Ordinal);

    // What was made before is no part of what a verb leaves.
    private string[] Left() => [.. Directory.EnumerateFileSystemEntries(_folder.Path).Select(static path => Path.GetFileName(path))
        .Where(static name => name is not ("small.fathom" or "large.perf.data")).Order(StringComparer.Ordinal)];

    // In the middle of its work: it has read a part of the trace, has begun with its file, or has used as much time as a start takes and more; or it waits for what it was asked.
    private bool IsAtWork(int session, string[] words, TimeSpan life, double share) =>
        s_traces.Contains(words[0]) ? SessionPids(session).Sum(BytesRead) >= ReadBytes * share
        : words[0] == "pack" ? Left().Any(IsUnfinished)
        : CpuMs(session) >= (s_long.Contains(words[0]) || words.Contains("--graph") ? AtWorkMs : StartedMs) * share || life > TimeSpan.FromSeconds(2);

    // A watch and a recording that are ended are complete: nobody said how long they would be.
    private static int[] Codes(string[] words) => words[0] is "watch" or "record" ? [0, 1] : [EndedByTerm];

    // Whole, or under a name that nothing reads.
    private bool MayBeLeft(string verb, string name) => verb switch
    {
        "record" when name.EndsWith(".raw", StringComparison.Ordinal) => true,
        // What had its name before the signal came is whole; only the answer is missing.
        "record" or "watch" or "heap" when File.Exists(_folder.File($"{name}/manifest.json")) =>
            File.ReadAllText(_folder.File($"{name}/manifest.json")).Contains("\"complete\": true", StringComparison.Ordinal),
        _ => false,
    };

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

    private static long BytesRead(int pid)
    {
        try
        {
            return long.Parse(File.ReadAllText($"/proc/{pid}/io").Split('\n')[0]["rchar: ".Length..], CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has just ended.
            return 0;
        }
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
