using System.Diagnostics;
using System.Net.Sockets;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dumps;

/// <summary>A program that stands still reads no request. However fathom ends meanwhile, nothing is left to be answered that harms the program when it goes on.</summary>
public sealed class DumpSilentTargetTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);
    private static readonly string[] s_signals = ["INT", "TERM", "KILL"];

    // Of the tool and of the programs: their ports lie there, and the folders of hooks.
    private readonly TestFolder _folder = new();

    // Of tools that were killed. The next run removes them, unless it is ended before it comes to that.
    private readonly HashSet<string> _left = [];

    // A runtime has one without a session.
    private int _eventThreads;

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(StandStillWay.Stopped)]
    [InlineData(StandStillWay.FrozenVersion1)]
    [InlineData(StandStillWay.FrozenVersion2)]
    [InlineData(StandStillWay.Writer)]
    public Task An_interrupted_tool_leaves_nothing_that_harms_a_program_that_stood_still(StandStillWay way) => InterruptAsync(way, 3);

    [Theory]
    [Trait("Category", "Long")]
    [InlineData(StandStillWay.Stopped)]
    [InlineData(StandStillWay.FrozenVersion1)]
    [InlineData(StandStillWay.FrozenVersion2)]
    [InlineData(StandStillWay.Writer)]
    public Task A_tool_that_is_interrupted_at_any_of_many_moments_leaves_nothing_that_harms_a_program_that_stood_still(StandStillWay way) => InterruptAsync(way, 100);

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(
        StandStillWay.Stopped,
        "^error: Process [0-9]+ is stopped by a signal; its runtime did not listen for [0-9]+ s, so no request was sent to it\\.\n  next: resume it with: kill -CONT [0-9]+\n$")]
    [InlineData(
        StandStillWay.FrozenVersion1,
        "^error: Process [0-9]+ is frozen by its control group, so it cannot be stopped to be read\\.\n  next: resume it: echo THAWED > /sys/fs/cgroup/.*\n$")]
    [InlineData(
        StandStillWay.FrozenVersion2,
        "^error: Process [0-9]+ is frozen by its control group; its runtime did not listen for [0-9]+ s, so no request was sent to it\\.\n  next: resume it: echo 0 > /sys/fs/cgroup/.*\n$")]
    [InlineData(StandStillWay.Writer, "^error: A dump of process [0-9]+ is being written by process [0-9]+ \\(createdump\\), which holds it until it is done\\.\n  next: wait for its end")]
    public async Task A_program_that_does_not_answer_is_refused_first_and_goes_on_unharmed(StandStillWay way, string sentence)
    {
        using SampleProcess sample = StartSample();
        ToolRun run;
        using (StandStill.Of(sample, way, _folder.Path))
            run = await FathomTool.RunAsync(Command(sample), new Dictionary<string, string> { ["TMPDIR"] = _folder.Path });

        Assert.Equal((3, ""), (run.ExitCode, run.Out));
        Assert.Matches(sentence, run.Error);
        await CheckAsync(sample, mayLeave: false);
    }

    [Fact]
    public async Task A_started_program_keeps_its_hook_for_its_children_when_the_tool_has_gone()
    {
        using Process tool = Process.Start(FathomTool.Start(
            FathomTool.Executable,
            ["dump", "--before-handlers", "--when", "exception=No.Such", "-o", _folder.File("it.core"), "--", Path.Combine(Repository.SampleFolder("Throws"), "Throws")],
            new Dictionary<string, string> { ["TMPDIR"] = _folder.Path },
            null))!;
        Assert.Equal("ready {}", await tool.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
        await tool.StandardInput.WriteLineAsync("throw 1");
        Assert.Equal("handled 1", await tool.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
        using (Process kill = Process.Start("kill", ["-TERM", $"{tool.Id}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        // The program has the pipes of the tool.
        await tool.StandardInput.WriteLineAsync("child");
        Assert.Equal("handled 1", await tool.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
        Assert.NotEmpty(HookFolders());
        tool.StandardInput.Close();
        Assert.Null(await tool.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
        await AssertALaterRunCleansUpAsync();
    }

    // In half of the cases the program stands still before the tool starts, in half it comes to that at any moment; a new program each time, as one loads its hook once.
    private async Task InterruptAsync(StandStillWay way, int times)
    {
        const int seed = 4711;
        Random random = new(seed);
        for (int i = 0; i < times; i++)
        {
            string signal = s_signals[i % s_signals.Length];
            using SampleProcess sample = StartSample();
            if (i % 2 == 0)
            {
                using StandStill still = StandStill.Of(sample, way, _folder.Path);
                await EndAtAnyMomentAsync(StartTool(sample), signal, random);
            }
            else
            {
                using Process tool = StartTool(sample);
                await Task.Delay(random.Next(1000), TestContext.Current.CancellationToken);
                using StandStill still = StandStill.Of(sample, way, _folder.Path);
                await EndAtAnyMomentAsync(tool, signal, random);
            }

            // A tool that is killed while the hook is at work leaves the file for a later run.
            await CheckAsync(sample, mayLeave: signal == "KILL");
        }

        await AssertALaterRunCleansUpAsync();
    }

    private static async Task EndAtAnyMomentAsync(Process tool, string signal, Random random)
    {
        await Task.Delay(random.Next(1500), TestContext.Current.CancellationToken);
        if (!tool.HasExited)
        {
            using Process kill = Process.Start("kill", [$"-{signal}", $"{tool.Id}"]);
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        }

        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        patience.CancelAfter(s_patience);
        await tool.WaitForExitAsync(patience.Token);
    }

    // What was asked is done before a request of ours is answered; then nobody sees throws, and no session is open.
    private async Task CheckAsync(SampleProcess sample, bool mayLeave)
    {
        await TargetHealth.CheckAsync(sample, beats: false);
        Assert.Equal("handled 1", sample.Ask("throw 1"));
        AskPort(sample);
        Assert.Equal("handled 2", sample.Ask("throw 2"));
        await UntilAsync(() => sample.Ask("listeners") == "listeners 0", "the hook still sees throws");
        await UntilAsync(() => EventThreads(sample.Pid) <= _eventThreads, "an event session is open");
        if (mayLeave)
            _left.UnionWith(HookFolders());
        else
            await UntilAsync(
                () => _left.IsSupersetOf(HookFolders()),
                () => $"a folder of a hook is left, with {string.Join(", ", HookFolders().Except(_left).SelectMany(Directory.EnumerateFiles).Select(Path.GetFileName))}");
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path, "it.core*"));
    }

    // Who it is; a runtime answers one request after the other.
    private void AskPort(SampleProcess sample)
    {
        using Socket port = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) { ReceiveTimeout = (int)s_patience.TotalMilliseconds };
        port.Connect(new UnixDomainSocketEndPoint(Assert.Single(Directory.GetFiles(_folder.Path, $"dotnet-diagnostic-{sample.Pid}-*-socket"))));
        port.Send([.. "DOTNET_IPC_V1\0"u8, 20, 0, 4, 0, 0, 0]);
        Assert.NotEqual(0, port.Receive(new byte[1]));
    }

    // Any run that makes a folder of its own; the ended programs have no use for theirs.
    private async Task AssertALaterRunCleansUpAsync()
    {
        using SampleProcess sample = StartSample();
        using Process tool = StartTool(sample);
        while (await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line && !line.StartsWith("waiting for the condition", StringComparison.Ordinal))
            Assert.False(line.StartsWith("error:", StringComparison.Ordinal), line);
        Assert.Single(HookFolders(), HasBegun);
        using (Process kill = Process.Start("kill", ["-INT", $"{tool.Id}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.DoesNotContain(HookFolders(), HasBegun);
    }

    // A tool that was killed right after it had made its folder leaves neither note nor socket in it; such a folder stays for its first minute.
    private static bool HasBegun(string folder) => File.Exists(Path.Combine(folder, "target")) || File.Exists(Path.Combine(folder, "socket"));

    private string[] HookFolders() => Directory.GetDirectories(_folder.Path, "fathom-hook-*");

    private static int EventThreads(int pid) => ThreadNames.Of(pid).Count(static name => name == ".NET EventPipe");

    private static Task UntilAsync(Func<bool> holds, string otherwise) => UntilAsync(holds, () => otherwise);

    private static async Task UntilAsync(Func<bool> holds, Func<string> otherwise)
    {
        Stopwatch patience = Stopwatch.StartNew();
        while (!holds())
        {
            if (patience.Elapsed > s_patience)
                Assert.Fail(otherwise());
            await Task.Delay(20, TestContext.Current.CancellationToken);
        }
    }

    private SampleProcess StartSample()
    {
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("Throws"), "Throws"));
        start.Environment["TMPDIR"] = _folder.Path;
        SampleProcess sample = SampleProcess.Start(start);
        _eventThreads = EventThreads(sample.Pid);
        return sample;
    }

    private Process StartTool(SampleProcess sample)
    {
        ProcessStartInfo start = FathomTool.Start(FathomTool.Executable, Command(sample), new Dictionary<string, string> { ["TMPDIR"] = _folder.Path }, null);
        start.RedirectStandardOutput = false;
        Process tool = Process.Start(start)!;
        tool.StandardInput.Close();
        return tool;
    }

    private string[] Command(SampleProcess sample) => ["dump", $"pid:{sample.Pid}", "--before-handlers", "--when", "exception=No.Such", "-o", _folder.File("it.core")];
}
