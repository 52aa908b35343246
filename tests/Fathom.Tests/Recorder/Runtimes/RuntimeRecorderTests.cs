using System.Diagnostics;
using System.Text.Json;
using Fathom.Formats.NetTrace;
using Fathom.Recorder;
using Fathom.Recorder.Runtimes;
using Fathom.Sources.Events.Sessions;
using Fathom.TestSupport;
using Fathom.Tests.Formats.NetTrace;
using Xunit;

namespace Fathom.Tests.Recorder.Runtimes;

/// <summary>Runtimes of programs that tell what they did, recorded into files.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class RuntimeRecorderTests : IDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    private readonly TestFolder _folder = new();

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_process_has_a_file_of_its_own_that_only_the_owner_reads()
    {
        using SampleProcess first = SampleProcess.Start("Events"), second = SampleProcess.Start("Events");
        await using RuntimeRecorder recorder = new(Options(RuntimeFollow.None));
        long beforeNs = Stopwatch.GetTimestamp();
        Assert.True(await recorder.AttachAsync(first.Pid));
        Assert.True(await recorder.AttachAsync(second.Pid));
        Assert.True(await recorder.AttachAsync(second.Pid));
        first.Ask("throw 3");
        second.Ask("throw 5");

        IReadOnlyList<RuntimeSource> sources = await recorder.StopAsync(s_limit);

        Assert.Equal([first.Pid, second.Pid], sources.Select(static source => source.ProcessId));
        Assert.Equal([3, 5], sources.Select(static source => Exceptions(source.Path)));
        Assert.Empty(recorder.Problems);
        Assert.All(sources, source =>
        {
            Assert.Equal((_folder.File($"{source.ProcessId}.nettrace"), source.ProcessId), (source.Path, source.InnerProcessId));
            Assert.Equal((false, false, null, 0), (source.EndedByItself, source.IsReduced, source.Problem, source.UnwrittenBytes));
            Assert.Equal(new FileInfo(source.Path).Length, source.Bytes);
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(source.Path));
            Assert.InRange(source.StartNs, beforeNs, source.StopNs);
            Assert.InRange(source.StopNs, source.StartNs, Stopwatch.GetTimestamp());
        });
        Assert.Equal("done work 3", first.Ask("work 3"));
    }

    [Fact]
    public async Task A_program_that_ends_meanwhile_leaves_a_whole_file()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        await using RuntimeRecorder recorder = new(Options(RuntimeFollow.None));
        Assert.True(await recorder.AttachAsync(sample.Pid));
        sample.Ask("throw 7");
        sample.Tell("exit");
        Assert.Equal(0, sample.WaitForEnd());

        RuntimeSource source = Assert.Single(await recorder.StopAsync(s_limit));

        Assert.Equal((true, null), (source.EndedByItself, source.Problem));
        Assert.Equal(7, Exceptions(source.Path));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_program_that_is_stopped_by_a_signal_does_not_hold_up_the_others_and_is_asked_nothing()
    {
        using SampleProcess stopped = SampleProcess.Start("Events"), free = SampleProcess.Start("Events");
        await using RuntimeRecorder recorder = new(Options(RuntimeFollow.None));
        Assert.True(await recorder.AttachAsync(stopped.Pid));
        Assert.True(await recorder.AttachAsync(free.Pid));
        free.Ask("throw 2");
        Signal(stopped.Pid, "STOP");

        IReadOnlyList<RuntimeSource> sources = await recorder.StopAsync(s_limit);
        Signal(stopped.Pid, "CONT");

        Assert.Matches($@"^Process {stopped.Pid} is stopped by a signal; its runtime did not listen for [\d.]+ s, so no request was sent to it\.$", sources[0].Problem);
        Assert.Null(sources[1].Problem);
        Assert.Equal(2, Exceptions(sources[1].Path));
        Assert.Equal("done work 3", stopped.Ask("work 3"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_has_no_runtime_is_told_and_the_rest_is_recorded()
    {
        using Process sleep = Process.Start("sleep", "60");
        using SampleProcess sample = SampleProcess.Start("Events");
        await using RuntimeRecorder recorder = new(Options(RuntimeFollow.None));

        bool[] attached = await Task.WhenAll(recorder.AttachAsync(sleep.Id), recorder.AttachAsync(sample.Pid), recorder.AttachAsync(int.MaxValue));
        IReadOnlyList<RuntimeSource> sources = await recorder.StopAsync(s_limit);
        sleep.Kill();

        Assert.Equal([false, true, false], attached);
        Assert.Equal([sample.Pid], sources.Select(static source => source.ProcessId));
        Assert.Equal(
            [$"Process {sleep.Id} has no diagnostic port, and no code of a .NET runtime is mapped in it: it is not a .NET process.", $"There is no process {int.MaxValue}."],
            recorder.Problems.OrderBy(static problem => problem.ProcessId).Select(static problem => problem.Sentence));
    }

    [Fact]
    public async Task A_disk_that_is_full_does_not_hold_up_the_program_and_is_told()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        using RawEvents stream = RawEvents.Open(sample.Pid, new RawEventsOptions { Providers = DefaultProviders.All }, Stop);
        using StreamCopy copy = StreamCopy.Start(stream, File.OpenHandle("/dev/full", FileMode.Open, FileAccess.Write, FileShare.ReadWrite), "copy", (SizeBudget.None, 0));
        sample.Ask("throw 900");
        stream.Stop(s_limit);

        await copy.End.WaitAsync(s_limit, Stop);
        Assert.Equal(0, copy.Bytes);
        Assert.InRange(copy.UnwrittenBytes, 100_000, long.MaxValue);
        Assert.NotNull(copy.Problem);
        Assert.Equal("done work 3", sample.Ask("work 3"));
    }

    // The first event of a launched program is that of its start, and its child waits for its own session too.
    [Fact]
    public async Task A_launched_program_and_its_child_are_recorded_from_their_start_to_their_end()
    {
        string facts = _folder.File("facts.json");
        await using RuntimeRecorder recorder = new(Options(RuntimeFollow.Children));
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("Phases"), "Phases"), ["run", facts, "0", "throw,child"]);
        recorder.PrepareLaunch(start.Environment);
        using Process launched = Process.Start(start)!;
        recorder.FollowLaunched(launched.Id);
        await launched.WaitForExitAsync(Stop).WaitAsync(s_limit, Stop);

        IReadOnlyList<RuntimeSource> sources = await recorder.StopAsync(s_limit);

        Assert.Equal(0, launched.ExitCode);
        int child = JsonDocument.Parse(File.ReadAllText(facts)).RootElement.GetProperty("phases")[1].GetProperty("facts").GetProperty("pid").GetInt32();
        Assert.Equal([launched.Id, child], sources.Select(static source => source.ProcessId));
        Assert.Equal([1000, 10], sources.Select(static source => Exceptions(source.Path)));
        Assert.All(sources, static source => Assert.Equal((true, null), (source.EndedByItself, source.Problem)));
        // What is compiled while a program starts.
        Assert.All(sources, static source => Assert.InRange(Count(source.Path, EventProvider.Runtime, 143), 20, int.MaxValue));
        Assert.Empty(recorder.Problems);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_program_that_starts_while_all_are_recorded_is_found()
    {
        await using RuntimeRecorder recorder = new(Options(RuntimeFollow.All));
        using SampleProcess sample = SampleProcess.Start("Events");
        Assert.True(SpinWait.SpinUntil(() => File.Exists(_folder.File($"{sample.Pid}.nettrace")), s_limit));
        sample.Ask("throw 4");

        IReadOnlyList<RuntimeSource> sources = await recorder.StopAsync(s_limit);

        Assert.Equal(4, Exceptions(Assert.Single(sources, source => source.ProcessId == sample.Pid).Path));
    }

    // No socket in our temporary folder tells of it, and its number is that of the shell, which is no news.
    [Fact]
    public async Task A_program_that_takes_the_place_of_a_shell_that_ran_before_and_has_a_temporary_folder_of_its_own_is_found()
    {
        using Process shell = StartShell("TMPDIR", _folder.Path);
        try
        {
            await using RuntimeRecorder recorder = new(Options(RuntimeFollow.All));
            await shell.StandardInput.WriteLineAsync("go");

            Assert.True(SpinWait.SpinUntil(() => File.Exists(_folder.File($"{shell.Id}.nettrace")), s_limit), string.Join('\n', recorder.Problems));
            Assert.Contains(await recorder.StopAsync(s_limit), source => source.ProcessId == shell.Id);
        }
        finally
        {
            shell.Kill();
        }
    }

    [Fact]
    public async Task A_program_whose_port_never_opens_is_told_at_the_end()
    {
        await using RuntimeRecorder recorder = new(Options(RuntimeFollow.All));
        using Process shell = StartShell("DOTNET_EnableDiagnostics", "0");
        try
        {
            await shell.StandardInput.WriteLineAsync("go");
            Assert.True(SpinWait.SpinUntil(() => File.ReadAllText($"/proc/{shell.Id}/maps").Contains("libcoreclr.so", StringComparison.Ordinal), s_limit));

            await recorder.StopAsync(s_limit);

            string expected = $"Process {shell.Id} has a .NET runtime, but its diagnostic port was not found.";
            Assert.Equal(expected, Assert.Single(recorder.Problems, problem => problem.ProcessId == shell.Id).Sentence);
        }
        finally
        {
            shell.Kill();
        }
    }

    private static Process StartShell(string variable, string value)
    {
        ProcessStartInfo start = new("sh", ["-c", "read line; exec \"$0\"", Path.Combine(Repository.SampleFolder("Events"), "Events")]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        start.Environment[variable] = value;
        return Process.Start(start)!;
    }

    private static int Exceptions(string path) => Count(path, EventProvider.Runtime, 80);

    private static int Count(string path, string provider, int number)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        int count = 0;
        NetTraceTotals totals = new NetTraceReader(file, path).Read(new Teller((in NetTraceEvent at) => count += at.Metadata.Provider == provider && at.Metadata.EventId == number ? 1 : 0), Stop);
        Assert.Equal((NetTraceEnd.Complete, 0), (totals.End, totals.DroppedEvents));
        return count;
    }

    private static void Signal(int pid, string signal)
    {
        using Process kill = Process.Start("kill", [$"-{signal}", $"{pid}"]);
        kill.WaitForExit();
        Assert.Equal(0, kill.ExitCode);
    }

    private RuntimeRecorderOptions Options(RuntimeFollow follow) => new() { Folder = _folder.Path, Follow = follow };
}
