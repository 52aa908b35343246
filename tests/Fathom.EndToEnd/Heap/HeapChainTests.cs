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
        // A thread that is moved meanwhile leaves timers in the queues of several processors, each of which is a suspect of its own.
        JsonElement[] suspects = [.. json.RootElement.GetProperty("rows").EnumerateArray().TakeWhile(row => row.GetProperty("chain_type").GetString() == link)];

        Assert.InRange(suspects.Length, 1, chain == "timers" ? Environment.ProcessorCount : 1);
        Assert.Equal(Links, Sum("chain_object_count"));
        Assert.InRange(Sum("chain_count"), 1, Environment.ProcessorCount);
        Assert.Equal(Links, Sum("behind_count"));
        Assert.Equal(Links * PayloadBytes, Sum("behind_retained_bytes"));
        Assert.All(suspects, suspect =>
        {
            Assert.Equal("Chains.Payload", suspect.GetProperty("behind_type").GetString());
            Assert.Equal(holder, suspect.GetProperty("holder").GetString());
        });
        await TargetHealth.CheckAsync(sample, beats: false);

        long Sum(string column) => suspects.Sum(suspect => suspect.GetProperty(column).GetInt64());
    }
}
