using System.Diagnostics;
using Fathom.EndToEnd.Frame;
using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dac;

/// <summary>Code that the user of a target can have put beside its runtime never runs with the rights of whoever runs Fathom.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class UntrustedDacTests
{
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("heap")]
    [InlineData("stacks")]
    [InlineData("findings")]
    public async Task Of_a_strangers_folder_is_run_with_the_strangers_rights_and_no_capability(string verb)
    {
        Needs.Root();
        using StrangersRuntime runtime = new(StrangersRuntime.Stranger);
        using SampleProcess sample = runtime.StartAsStranger();

        ToolRun run = await FathomTool.ShellAsync($"fathom {verb} {sample.Pid} 3</etc/shadow");

        Assert.True(run.Code == ExitCode.Target, run.ToString());
        Assert.DoesNotContain('\e', run.Out);
        Assert.Contains("a helper process reads the target as user 12345 without capabilities", run.Error, StringComparison.Ordinal);
        Assert.Contains("is not a data access library that can be loaded", run.Error, StringComparison.Ordinal);
        string[] proof = runtime.ProofText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Contains("library 12345", proof);
        Assert.All(proof.Where(static line => line.StartsWith("Uid", StringComparison.Ordinal)), static line => Assert.Equal("Uid:\t12345\t12345\t12345\t12345", line));
        Assert.All(proof.Where(static line => line.StartsWith("Cap", StringComparison.Ordinal)), static line => Assert.EndsWith("\t0000000000000000", line, StringComparison.Ordinal));
        Assert.Contains("NoNewPrivs:\t1", proof);
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Of_a_strangers_folder_is_not_run_at_all_where_no_helper_answers()
    {
        Needs.Root();
        using StrangersRuntime runtime = new(StrangersRuntime.Stranger);
        using SampleProcess sample = runtime.StartAsStranger();

        ToolRun saved = await FathomTool.RunAsync("heap", $"{sample.Pid}", "--save", runtime.Beside("app.fathom"));
        ToolRun memory = await FathomTool.RunAsync("memory", $"{sample.Pid}");
        // The writer of the runtime loads the library beside it, here with the rights of this test.
        string core = runtime.Beside("core"), planted = runtime.Beside("planted.so");
        File.Copy(runtime.Library, planted);
        File.Copy(runtime.GenuineLibrary, runtime.Library, overwrite: true);
        await CoreDump.WriteAsync(sample.Pid, core);
        File.Copy(planted, runtime.Library, overwrite: true);
        ToolRun ofCore = await FathomTool.RunAsync("heap", core);

        Assert.True(saved.Code == ExitCode.NotPossible, saved.ToString());
        Assert.Matches(
            "^error: The data access library .* is code that another user could have placed there, so it was not loaded: .*/dotnet belongs "
            + "to user 12345; a helper process .* no files of ours .*\n  next: leave out '--save', or .*--dac PATH",
            saved.Error);
        Assert.True(memory.Code is ExitCode.Ok or ExitCode.Partial, memory.ToString());
        Assert.Contains("belongs to user 12345", memory.Error, StringComparison.Ordinal);
        Assert.True(ofCore.Code == ExitCode.NotPossible, ofCore.ToString());
        Assert.Empty(runtime.ProofText);
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    public async Task The_dump_writer_of_a_strangers_folder_runs_as_the_stranger_or_not_at_all()
    {
        Needs.Root();
        using StrangersRuntime runtime = new(StrangersRuntime.Stranger);
        using SampleProcess sample = runtime.StartAsStranger();

        ToolRun run = await FathomTool.RunAsync("dump", $"{sample.Pid}", "-o", runtime.Beside("proof/app.core"));

        Assert.NotEqual(ExitCode.Ok, run.Code);
        Assert.Equal("writer 12345\n", runtime.ProofText);
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    public async Task A_helper_with_the_genuine_library_gives_the_answer_that_root_would_get()
    {
        Needs.Root();
        using StrangersRuntime runtime = new(StrangersRuntime.Stranger);
        File.Copy(runtime.GenuineLibrary, runtime.Library, overwrite: true);
        using (Process own = Process.Start("chown", [$"{StrangersRuntime.Stranger}", runtime.Library]))
            await own.WaitForExitAsync(TestContext.Current.CancellationToken);
        using SampleProcess sample = runtime.StartAsStranger();

        ToolRun helper = await FathomTool.RunAsync("heap", $"{sample.Pid}", "--format", "json", "--where", "type=HeapMix.*");
        ToolRun direct = await FathomTool.RunAsync("heap", $"{sample.Pid}", "--format", "json", "--where", "type=HeapMix.*", "--dac", runtime.Library);

        Assert.True(helper.Code == ExitCode.Ok && direct.Code == ExitCode.Ok, helper + direct.ToString());
        Assert.Equal(Rows(direct), Rows(helper));
        Assert.Contains("a helper process", helper.Error, StringComparison.Ordinal);
        await TargetHealth.CheckAsync(sample);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(GuardedTool.Interrupt, 130)]
    [InlineData(GuardedTool.Terminate, 143)]
    public async Task A_signal_ends_the_helper_too(int signal, int code)
    {
        Needs.Root();
        using StrangersRuntime runtime = new(StrangersRuntime.Stranger);
        File.Copy(runtime.GenuineLibrary, runtime.Library, overwrite: true);
        using SampleProcess sample = runtime.StartAsStranger();
        using GuardedTool tool = GuardedTool.Start("stacks", $"{sample.Pid}", "--duration", "10min");
        int helper = 0;
        Assert.True(
            SpinWait.SpinUntil(
                () => File.ReadAllText($"/proc/{tool.Child}/task/{tool.Child}/children") is { Length: > 0 } children
                    && int.TryParse(children.Split(' ')[0], out helper)
                    && File.ReadAllText($"/proc/{helper}/maps").Contains("libmscordaccore.so", StringComparison.Ordinal),
                TimeSpan.FromSeconds(60)),
            "no helper has loaded the library");

        GuardedTool.Signal(signal, tool.Guard);
        ToolRun run = await tool.EndAsync();

        Assert.True(run.ExitCode == code, run.ToString());
        Assert.EndsWith("stopped before the result was complete\n", run.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists($"/proc/{helper}"), "the helper runs on");
        await TargetHealth.CheckAsync(sample);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("--mount")]
    [InlineData("--mount --user --map-root-user")]
    public async Task Of_a_container_is_never_run_whoever_owns_it_there(string namespaces)
    {
        Needs.Root();
        using StrangersRuntime runtime = new(StrangersRuntime.Stranger);
        using SampleProcess sample = runtime.Start(["unshare", .. namespaces.Split(' ')]);

        ToolRun run = await FathomTool.RunAsync("heap", $"{sample.Pid}");

        Assert.True(run.Code == ExitCode.NotPossible, run.ToString());
        Assert.Matches("^error: .* nor can a helper process with the rights of the target load it: .*\n  next: .*--dac PATH", run.Error);
        Assert.Empty(runtime.ProofText);
        await TargetHealth.CheckAsync(sample);
    }

    // In the namespace the folder of root that the program saw is another one than ours: what stands there is mounted over it.
    [Fact]
    public async Task Of_a_container_is_not_run_when_root_owns_it_there()
    {
        Needs.Root();
        using StrangersRuntime runtime = new(user: null);
        string over = Directory.CreateDirectory(runtime.Beside("over")).FullName;
        string program = $"mount --bind {runtime.Beside("dotnet")} {over} && DOTNET_ROOT={over} exec {over}/app/HeapMix 1200";
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo("unshare", ["--mount", "sh", "-c", program]));

        ToolRun run = await FathomTool.RunAsync("heap", $"{sample.Pid}");

        Assert.True(run.Code == ExitCode.NotPossible, run.ToString());
        Assert.Contains("in another mount namespace", run.Error, StringComparison.Ordinal);
        Assert.Empty(runtime.ProofText);
        await TargetHealth.CheckAsync(sample);
    }

    private static string[] Rows(ToolRun run)
    {
        using System.Text.Json.JsonDocument document = System.Text.Json.JsonDocument.Parse(run.Out);
        return [.. document.RootElement.GetProperty("rows").EnumerateArray().Select(static row => row.GetRawText())];
    }
}
