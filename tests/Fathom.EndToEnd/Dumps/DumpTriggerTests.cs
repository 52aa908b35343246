using System.Diagnostics;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dumps;

/// <summary>Dumps that wait for something.</summary>
public sealed class DumpTriggerTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("rss_bytes=1MiB..")]
    [InlineData("managed_bytes=1MiB..,threads=1..")]
    [InlineData("fds=1..10000")]
    public async Task A_condition_that_holds_leads_to_a_dump(string condition)
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "120000");

        ToolRun run = await FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "--kind", "mini", "--when", condition, "-o", _folder.File("it.core"), "--format", "json");

        Assert.True(Assert.Single(DumpJson.Of(run)).Verified);
        Assert.Contains($"was triggered by {condition} (", run.Error, StringComparison.Ordinal);
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Several_dumps_follow_each_other()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "120000");

        ToolRun run = await FathomTool.RunAsync(
            "dump", $"pid:{sample.Pid}", "--kind", "mini", "--when", "threads=1..", "--lasting", "100ms", "--count", "2", "--every", "10ms", "-o", _folder.File("{n}.core"), "--format", "json");

        Assert.Equal([_folder.File("1.core"), _folder.File("2.core")], DumpJson.Of(run).Select(static dump => dump.Path));
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_process_that_starts_later_is_waited_for()
    {
        // A name of its own, because other tests run the same sample.
        string program = _folder.File("starts-later");
        TestFolder.Copy(Repository.SampleFolder("Idle"), program);
        File.Move(Path.Combine(program, "Idle.dll"), Path.Combine(program, "StartsLater.dll"));
        File.Move(Path.Combine(program, "Idle.runtimeconfig.json"), Path.Combine(program, "StartsLater.runtimeconfig.json"));
        Task<ToolRun> run = FathomTool.RunAsync("dump", "--wait-for", "StartsLater", "--kind", "mini", "-o", _folder.File("it.core"), "--format", "json");

        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo("dotnet", [Path.Combine(program, "StartsLater.dll")]));

        Assert.True(Assert.Single(DumpJson.Of(await run)).Verified);
    }

    [Fact]
    public async Task A_process_that_ends_before_the_condition_holds_gives_no_dump()
    {
        SampleProcess sample = SampleProcess.Start("Idle");
        using Process tool = Process.Start(FathomTool.Start(
            FathomTool.Executable, ["dump", $"pid:{sample.Pid}", "--when", "rss_bytes=100GiB..", "-o", _folder.File("it.core")], null, null))!;
        tool.StandardInput.Close();
        while (await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line && !line.StartsWith("waiting for the condition", StringComparison.Ordinal))
        {
        }

        sample.Dispose();
        string error = await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(3, tool.ExitCode);
        Assert.Contains("ended before the condition held; there is no dump.\n  next: --wait-for Idle", error, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }
}
