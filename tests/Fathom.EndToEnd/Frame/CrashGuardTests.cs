using System.Globalization;
using Fathom.EndToEnd.Dac;
using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Frame;

/// <summary>Commands that run in a second process: what a crash or a kill of either leaves, and that signals come through once.</summary>
public sealed class CrashGuardTests : IDisposable
{
    private const int Attempts = 10;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("heap {0} --live")]
    [InlineData("stacks {0} --duration 10ms")]
    [InlineData("findings {0} --duration 10ms")]
    [InlineData("memory {0} --stop")]
    public async Task A_crash_in_the_middle_of_a_stop_is_one_sentence_and_the_target_runs_on(string line)
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200000");

        using GuardedTool tool = Halted(line, sample);
        // What the runtime makes of a SIGSEGV from outside depends on what it was doing.
        tool.EndByFault();
        ToolRun run = await tool.EndAsync();

        Assert.True(run.Code == ExitCode.Target, run.ToString());
        Assert.Empty(run.Out);
        Assert.Matches(
            $@"^error: Reading '{sample.Pid}' crashed \(SIG(SEGV|ABRT)\), as the data access library can when the process changes meanwhile; the process was released\.\n  next: try it again; .*\n$",
            run.Error[run.Error.IndexOf("error: ", StringComparison.Ordinal)..]);
        await TargetHealth.CheckAsync(sample);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_target_runs_on_when_either_process_is_killed_in_the_middle_of_a_stop(bool first)
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200000");

        using GuardedTool tool = Halted("heap {0} --live", sample);
        GuardedTool.Signal(GuardedTool.Kill, first ? tool.Guard : tool.Child);
        ToolRun run = await tool.EndAsync();

        Assert.Equal(137, run.ExitCode);
        AssertLetGo(sample);
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    public async Task A_key_that_stops_jobs_stops_none_that_holds_a_target()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200000");

        using GuardedTool tool = Halted("heap {0} --live", sample, GuardedTool.StartAsJob);
        tool.StopByKey();

        AssertLetGo(sample);
        tool.ContinueToEnd();
        ToolRun run = await tool.EndAsync();
        Assert.True(run.Code == ExitCode.Ok, run.ToString());
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    public async Task A_library_that_crashes_on_a_process_is_one_sentence_with_the_name_of_the_signal()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");

        ToolRun run = await FathomTool.RunAsync("stacks", $"pid:{sample.Pid}", "--dac", Library("*(volatile int *)0 = 1;"));

        Assert.True(run.Code == ExitCode.Target, run.ToString());
        Assert.Empty(run.Out);
        Assert.StartsWith($"error: Reading 'pid:{sample.Pid}' crashed (SIGSEGV), ", run.Error, StringComparison.Ordinal);
        Assert.Equal(2, run.Error.Count(static c => c == '\n'));
        await TargetHealth.CheckAsync(sample);
    }

    // 'group': as the terminal does for Ctrl-C, and what timeout(1) does; otherwise the first process alone gets it.
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(GuardedTool.Interrupt, false, 130)]
    [InlineData(GuardedTool.Terminate, false, 143)]
    [InlineData(GuardedTool.Interrupt, true, 130)]
    [InlineData(GuardedTool.Terminate, true, 143)]
    public async Task One_signal_ends_a_look_at_a_process_in_good_order(int signal, bool group, int code)
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");
        using GuardedTool tool = GuardedTool.Start("stacks", $"{sample.Pid}", "--duration", "10min", "--save", _folder.File("kept.fathom"));
        tool.UntilMapped("libmscordaccore.so");

        GuardedTool.Signal(signal, group ? -tool.Guard : tool.Guard);
        ToolRun run = await tool.EndAsync();

        Assert.True(run.ExitCode == code, run.ToString());
        Assert.EndsWith("stopped before the result was complete\n", run.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
        await TargetHealth.CheckAsync(sample);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(GuardedTool.Interrupt, false, 130)]
    [InlineData(GuardedTool.Terminate, false, 143)]
    [InlineData(GuardedTool.Interrupt, true, 130)]
    [InlineData(GuardedTool.Terminate, true, 143)]
    public async Task Two_signals_end_a_look_at_a_core_that_answers_no_more_and_one_does_not(int signal, bool group, int code)
    {
        string core = _folder.File("core");
        using (SampleProcess sample = SampleProcess.Start("HeapMix", "1200"))
            await CoreDump.WriteAsync(sample.Pid, core);
        string called = _folder.File("called");
        string folder = NativeCode.DacThat("", _folder.File("dac"), $$"""int CLRDataCreateInstance(void *id, void *target, void **made) { fclose(fopen("{{called}}", "w")); for (;;) pause(); }""");
        using GuardedTool tool = GuardedTool.Start("heap", core, "--dac", folder);
        Assert.True(SpinWait.SpinUntil(() => File.Exists(called), TimeSpan.FromSeconds(60)), "the library was not asked");
        int to = group ? -tool.Guard : tool.Guard;

        GuardedTool.Signal(signal, to);
        await Task.Delay(1000, TestContext.Current.CancellationToken);
        Assert.True(tool.IsRunning, "one signal ended it at once");
        GuardedTool.Signal(signal, to);
        ToolRun run = await tool.EndAsync();

        Assert.Equal((code, ""), (run.ExitCode, run.Out));
        Assert.False(Directory.Exists($"/proc/{tool.Child}"), "the second process runs on");
    }

    private static void AssertLetGo(SampleProcess sample) => Assert.True(
        SpinWait.SpinUntil(() => File.ReadAllText($"/proc/{sample.Pid}/status").Contains("TracerPid:\t0\n", StringComparison.Ordinal), TimeSpan.FromSeconds(60)),
        "the target is held");

    private static GuardedTool Halted(string line, SampleProcess sample, Func<string[], GuardedTool>? start = null)
    {
        string[] args = string.Format(CultureInfo.InvariantCulture, line, sample.Pid).Split(' ');
        for (int i = 0; i < Attempts; i++)
        {
            GuardedTool tool = (start ?? GuardedTool.Start)(args);
            if (tool.TryHalt(sample.Pid))
                return tool;
            tool.Dispose();
        }

        throw new InvalidOperationException($"no stop was met in {Attempts} runs of 'fathom {line}'");
    }

    private string Library(string statements) => NativeCode.DacThat(statements, _folder.File("dac"));
}
