using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Stacks;

/// <summary>A program that stands still is named by every verb, in bounded time, with the way to let it go on; it is left as it was.</summary>
[Trait(Needs.Trait, Needs.FreezerReason)]
[Trait(Needs.Trait, Needs.GroupsReason)]
public sealed class StandingStillTests : IDisposable
{
    // What is refused is refused at once; the rest is what a busy machine takes.
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(StandStillWay.Stopped, "stacks", 0)]
    [InlineData(StandStillWay.Stopped, "watch --count 2 --interval 1s", 0)]
    [InlineData(StandStillWay.FrozenVersion1, "stacks", 3)]
    [InlineData(StandStillWay.FrozenVersion1, "memory", 0)]
    [InlineData(StandStillWay.FrozenVersion1, "dump", 3)]
    [InlineData(StandStillWay.FrozenVersion2, "stacks", 0)]
    [InlineData(StandStillWay.FrozenVersion2, "dump", 3)]
    [InlineData(StandStillWay.Writer, "memory", 0)]
    public Task It_is_named(StandStillWay way, string verb, int code) => CheckAsync(way, verb, code);

    [Theory]
    [Trait("Category", "Long")]
    [InlineData(StandStillWay.Stopped, "stacks locks", 0)]
    [InlineData(StandStillWay.Stopped, "findings", 0)]
    [InlineData(StandStillWay.Stopped, "heap", 0)]
    [InlineData(StandStillWay.Stopped, "memory", 0)]
    [InlineData(StandStillWay.Stopped, "memory --live", 0)]
    [InlineData(StandStillWay.Stopped, "dump", 0)]
    [InlineData(StandStillWay.Stopped, "dump --when unresponsive", 3)]
    [InlineData(StandStillWay.FrozenVersion1, "stacks locks", 3)]
    [InlineData(StandStillWay.FrozenVersion1, "findings", 3)]
    [InlineData(StandStillWay.FrozenVersion1, "heap", 3)]
    [InlineData(StandStillWay.FrozenVersion1, "memory --live", 3)]
    [InlineData(StandStillWay.FrozenVersion1, "watch --count 2 --interval 1s", 0)]
    [InlineData(StandStillWay.FrozenVersion1, "dump --when unresponsive", 3)]
    [InlineData(StandStillWay.FrozenVersion2, "findings", 0)]
    [InlineData(StandStillWay.FrozenVersion2, "heap", 0)]
    [InlineData(StandStillWay.FrozenVersion2, "memory", 0)]
    [InlineData(StandStillWay.FrozenVersion2, "watch --count 2 --interval 1s", 0)]
    [InlineData(StandStillWay.FrozenVersion2, "dump --when unresponsive", 3)]
    [InlineData(StandStillWay.Writer, "stacks", 3)]
    [InlineData(StandStillWay.Writer, "findings", 3)]
    [InlineData(StandStillWay.Writer, "heap", 3)]
    [InlineData(StandStillWay.Writer, "watch --count 2 --interval 1s", 0)]
    [InlineData(StandStillWay.Writer, "dump", 3)]
    public Task Further_verbs_name_it(StandStillWay way, string verb, int code) => CheckAsync(way, verb, code);

    private async Task CheckAsync(StandStillWay way, string verb, int code)
    {
        using SampleProcess sample = SampleProcess.Start("Stalls", "deadlock");
        using (StandStill still = StandStill.Of(sample, way, _folder.Path))
        {
            string[] words = verb.Split(' '), options = [.. words.SkipWhile(static word => !word.StartsWith('-'))];
            string[] file = words[0] == "dump" ? ["-o", _folder.File("it.core")] : [];
            ToolRun run = await FathomTool.RunAsync(
                [.. words.TakeWhile(static word => !word.StartsWith('-')), $"pid:{sample.Pid}", .. options, .. file], null, timeout: s_limit);

            Assert.True(run.ExitCode == code, run.ToString());
            string expected = way switch
            {
                StandStillWay.Stopped => $"Process {sample.Pid} is stopped by a signal",
                StandStillWay.Writer => $"process {sample.Pid}",
                _ => $"Process {sample.Pid} is frozen by its control group",
            };
            Assert.Contains(expected, run.Error, StringComparison.OrdinalIgnoreCase);
            Assert.Contains(way switch { StandStillWay.Stopped => $"kill -CONT {sample.Pid}", StandStillWay.Writer => "process ", _ => "echo " }, run.Error, StringComparison.Ordinal);
            if (way == StandStillWay.Stopped)
                Assert.Contains("State:\tT (stopped)", File.ReadAllText($"/proc/{sample.Pid}/status"), StringComparison.Ordinal);
        }

        await TargetHealth.CheckAsync(sample, beats: false);
    }
}
