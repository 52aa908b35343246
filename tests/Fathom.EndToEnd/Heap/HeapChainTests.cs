using System.Diagnostics;
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
    [Trait("Category", "Slow")]
    [InlineData("nodes", "Chains.Node", "Chains.Program.s_first")]
    [InlineData("list", "System.Collections.Generic.LinkedListNode<Chains.Payload>", "Chains.Program.s_list")]
    [InlineData("timers", "System.Threading.TimerQueueTimer", "System.Threading.TimerQueue.<Instances>k__BackingField")]
    [InlineData("callbacks", "System.Threading.CancellationTokenSource+CallbackNode", "Chains.Program.s_source")]
    public async Task A_chain_is_named_with_its_length_and_what_of_the_program_lies_behind_it(string chain, string link, string holder)
    {
        // With one processor there is one queue of timers; a thread that is moved meanwhile leaves some in the queue of another.
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("Chains"), "Chains"), [chain, $"{Links}"]);
        start.Environment["DOTNET_PROCESSOR_COUNT"] = "1";
        using SampleProcess sample = SampleProcess.Start(start);

        ToolRun run = await FathomTool.RunAsync("heap", "suspects", $"pid:{sample.Pid}", "--columns", Columns, "--format", "json");
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        JsonElement[] suspects = [.. json.RootElement.GetProperty("rows").EnumerateArray().TakeWhile(row => row.GetProperty("chain_type").GetString() == link)];

        JsonElement suspect = Assert.Single(suspects);
        Assert.Equal(Links, suspect.GetProperty("chain_object_count").GetInt64());
        Assert.Equal(1, suspect.GetProperty("chain_count").GetInt64());
        Assert.Equal(Links, suspect.GetProperty("behind_count").GetInt64());
        Assert.Equal(Links * PayloadBytes, suspect.GetProperty("behind_retained_bytes").GetInt64());
        Assert.Equal("Chains.Payload", suspect.GetProperty("behind_type").GetString());
        Assert.Equal(holder, suspect.GetProperty("holder").GetString());
        await TargetHealth.CheckAsync(sample, beats: false);
    }
}
