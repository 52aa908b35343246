using System.Diagnostics;
using Fathom.Model;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Microsoft.Diagnostics.NETCore.Client;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

/// <summary>Sessions on programs that wait at their start, are stopped, crash, or have ended.</summary>
public sealed class TargetConditionTests
{
    private static readonly EventSessionOptions s_impatient = new() { StartLimit = TimeSpan.FromSeconds(1), StopLimit = TimeSpan.FromSeconds(1) };

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_program_that_waits_at_its_start_is_silent_until_it_is_resumed_and_then_tells_all_from_the_first_event(bool byItsOwnPort)
    {
        using TestFolder folder = new();
        string port = folder.File("port");
        Task<DiagnosticsClientConnector>? other = byItsOwnPort ? null : DiagnosticsClientConnector.FromDiagnosticPort($"{port},listen", Stop);
        using WaitingProgram program = byItsOwnPort
            ? new("Events", "DOTNET_DefaultDiagnosticPortSuspend", "1")
            : new("Events", "DOTNET_DiagnosticPorts", $"{port},connect,suspend");
        await using DiagnosticsClientConnector? launcher = other is null ? null : await other;
        int collections = 0;
        int thrown = 0;
        RuntimeMetrics metrics = new(TimeSpan.FromSeconds(1));
        await using EventSession session = await EventSession.StartAsync(
            program.Pid,
            [
                metrics,
                new GcConsumer { OnEnd = (in EventOrigin at, in GcEnded e) => collections++ },
                new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => thrown++),
            ],
            stop: Stop);
        Assert.Null(metrics.SinceHeard);

        // Its input is there before it runs. It waits for everybody who asked it to.
        await program.Input.WriteLineAsync("throw 3\ncollect 4");
        (launcher?.Instance ?? new DiagnosticsClient(program.Pid)).ResumeRuntime();
        await program.ReadyAsync(Stop);
        Assert.Equal("done throw 3", await program.Output.ReadLineAsync(Stop));
        Assert.Equal("done collect 4", await program.Output.ReadLineAsync(Stop));
        EventSessionResult result = await session.StopAsync();

        Assert.True(result.IsWhole, result.ToString());
        Assert.Equal((4, 3), (collections, thrown));
    }

    [Fact]
    public async Task A_session_on_a_program_that_waits_at_its_start_ends_at_once_and_leaves_it_waiting()
    {
        using WaitingProgram program = new("Events", "DOTNET_DefaultDiagnosticPortSuspend", "1");
        EventSessionResult result;
        await using (EventSession session = await EventSession.StartAsync(program.Pid, [new RuntimeMetrics(TimeSpan.FromSeconds(1))], stop: Stop))
            result = await session.StopAsync();

        Assert.True(result.IsWhole, result.ToString());
        new DiagnosticsClient(program.Pid).ResumeRuntime();
        await program.ReadyAsync(Stop);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_stopped_program_is_one_sentence_and_goes_on_unharmed()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        int before = EventThreads(sample.Pid);
        await StopAsync(sample.Pid);
        FathomException stopped = await Assert.ThrowsAsync<FathomException>(() => EventSession.StartAsync(sample.Pid, [new RuntimeMetrics(TimeSpan.FromSeconds(1))], s_impatient, Stop));
        Signal(sample.Pid, "CONT");

        Assert.Equal($"Process {sample.Pid} is stopped by a signal; its runtime did not listen for 1 s, so no request was sent to it.", stopped.Message);
        Assert.Equal($"resume it with: kill -CONT {sample.Pid}", stopped.NextStep);
        Assert.Equal("done work 3", sample.Ask("work 3"));

        // Half a request lay in its port, which is none.
        int thrown = 0;
        await using (EventSession session = await EventSession.StartAsync(sample.Pid, [new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => thrown++)], stop: Stop))
        {
            sample.Ask("throw 2");
            Assert.True((await session.StopAsync()).IsWhole);
        }

        Assert.Equal(2, thrown);
        await EventuallyIsAsync(() => EventThreads(sample.Pid), before);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_program_that_is_stopped_during_the_session_is_abandoned_and_ends_its_side_when_it_goes_on()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        int before = EventThreads(sample.Pid);
        int thrown = 0;
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid, [new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => thrown++)], s_impatient, Stop);
        sample.Ask("throw 3");
        await EventuallyIsAsync(() => Volatile.Read(ref thrown), 3);
        await StopAsync(sample.Pid);
        EventSessionResult result = await session.StopAsync();
        Signal(sample.Pid, "CONT");

        Assert.Equal((EventSessionEnd.Abandoned, 0), (result.End, result.DroppedEvents));
        Assert.Equal($"Process {sample.Pid} is stopped by a signal and did not end its event session; its last events are missing.", result.Problem);
        Assert.Equal("done throw 4", sample.Ask("throw 4"));
        Assert.Equal(3, thrown);
        await EventuallyIsAsync(() => EventThreads(sample.Pid), before);
    }

    [Fact]
    public async Task A_program_that_crashes_ends_the_session_with_what_it_had_sent()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        List<string> thrown = [];
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid,
            [
                new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) =>
                {
                    lock (thrown)
                        thrown.Add(e.Message.ToString());
                }),
            ],
            stop: Stop);
        sample.Ask("throw 1");
        await EventuallyIsAsync(() => thrown.Count, 1);
        Assert.Throws<InvalidOperationException>(() => sample.Ask("crash"));

        EventSessionResult result = await session.Completion.WaitAsync(Stop);

        Assert.Equal(EventSessionEnd.TargetLost, result.End);
        Assert.StartsWith($"Process {sample.Pid} was lost while it sent events; its last events are missing (", result.Problem, StringComparison.Ordinal);
        Assert.Equal("order 0 is refused — naïve ✓", thrown[0]);
    }

    [Fact]
    public async Task A_process_that_has_ended_but_was_not_asked_how_has_ended()
    {
        // A shell would ask how its child ended, so the child waits until the shell has become a program that does not.
        using Process parent = Process.Start(new ProcessStartInfo("sh", ["-c", "(until grep -qx sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 600"]) { RedirectStandardOutput = true })!;
        try
        {
            int pid = int.Parse((await parent.StandardOutput.ReadLineAsync(Stop))!, System.Globalization.CultureInfo.InvariantCulture);

            await EventuallyIsAsync(() => TargetConditions.Of(pid), TargetCondition.Ended);
            FathomException ended = await Assert.ThrowsAsync<FathomException>(() => EventSession.StartAsync(pid, [new RuntimeMetrics(TimeSpan.FromSeconds(1))], stop: Stop));
            Assert.Equal($"Process {pid} has ended.", ended.Message);
        }
        finally
        {
            parent.Kill();
            parent.WaitForExit();
        }
    }

    [Theory]
    [InlineData("7 (a) S 1", "Runs")]
    [InlineData("7 (a) T) t 1", "Traced")]
    [InlineData("7 (a b) T 1", "Stopped")]
    [InlineData("7 (a) Z 1", "Ended")]
    [InlineData("", "Runs")]
    public void The_state_is_the_letter_behind_the_name(string stat, string condition) => Assert.Equal(condition, TargetConditions.Of(stat).ToString());

    private static void Signal(int pid, string signal)
    {
        using Process kill = Process.Start("kill", [$"-{signal}", $"{pid}"]);
        kill.WaitForExit();
        Assert.Equal(0, kill.ExitCode);
    }

    // The signal is sent at once; each thread stops when it meets it.
    private static async Task StopAsync(int pid)
    {
        Signal(pid, "STOP");
        await EventuallyIsAsync(() => Directory.GetDirectories($"/proc/{pid}/task").Count(static thread => !IsStopped(thread)), 0);
    }

    private static bool IsStopped(string thread) => File.ReadAllText(Path.Combine(thread, "stat")) is var stat && stat[stat.LastIndexOf(')') + 2] == 'T';

    private static int EventThreads(int pid) => ThreadNames.Of(pid).Count(static name => name == ".NET EventPipe");

    private static async Task EventuallyIsAsync<T>(Func<T> value, T expected)
    {
        Stopwatch patience = Stopwatch.StartNew();
        while (!Equals(value(), expected))
        {
            Assert.True(patience.Elapsed < TimeSpan.FromMinutes(1), $"{value()} instead of {expected}");
            await Task.Delay(20, Stop);
        }
    }
}
