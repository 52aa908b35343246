using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary><c>heap suspects</c> on programs whose memory hangs in one long chain, of their own making or of the framework's.</summary>
public sealed class HeapChainTests
{
    private const int Links = 20_000;
    private const int PayloadBytes = 40;
    private const string Columns = "+chain_type,+chain_count,+chain_object_count,+behind_type,+behind_count,+behind_retained_bytes,+holder";

    [Theory]
    [InlineData("nodes", "Chains.Node", "Chains.Program.s_first")]
    [InlineData("list", "System.Collections.Generic.LinkedListNode<Chains.Payload>", "Chains.Program.s_list")]
    [InlineData("timers", "System.Threading.TimerQueueTimer", "System.Threading.TimerQueue.<Instances>k__BackingField")]
    [InlineData("callbacks", "System.Threading.CancellationTokenSource+CallbackNode", "Chains.Program.s_source")]
    public async Task A_chain_is_named_with_its_length_and_what_of_the_program_lies_behind_it(string chain, string link, string holder)
    {
        using SampleProcess sample = SampleProcess.Start("Chains", chain, $"{Links}");

        ToolRun run = await FathomTool.RunAsync("heap", "suspects", $"pid:{sample.Pid}", "--columns", Columns, "--format", "json");
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        JsonElement suspect = json.RootElement.GetProperty("rows")[0];

        Assert.Equal(link, suspect.GetProperty("chain_type").GetString());
        Assert.Equal(Links, suspect.GetProperty("chain_object_count").GetInt64());
        Assert.InRange(suspect.GetProperty("chain_count").GetInt64(), 1, Environment.ProcessorCount);
        Assert.Equal("Chains.Payload", suspect.GetProperty("behind_type").GetString());
        Assert.Equal(Links, suspect.GetProperty("behind_count").GetInt64());
        Assert.Equal(Links * PayloadBytes, suspect.GetProperty("behind_retained_bytes").GetInt64());
        Assert.Equal(holder, suspect.GetProperty("holder").GetString());
        await TargetHealth.CheckAsync(sample, beats: false);
    }
}
