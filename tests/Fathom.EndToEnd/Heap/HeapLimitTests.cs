using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

public sealed class HeapLimitTests : IDisposable
{
    private readonly SampleProcess _sample = SampleProcess.Start("HeapMix", "1200");

    public void Dispose() => _sample.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("total.size_bytes=1KiB..", 10)]
    [InlineData("total.size_bytes=10GiB..", 0)]
    [InlineData("type=HeapMix.Plugin.Widget,count=1001..", 10)]
    [InlineData("type=HeapMix.Plugin.Widget,count=1000001..", 0)]
    [InlineData("type=No.Such.Type,count=1..", 0)]
    public async Task A_broken_limit_ends_with_10_and_prints_the_value(string limit, int code)
    {
        ToolRun run = await FathomTool.RunAsync("heap", $"pid:{_sample.Pid}", "--fail-if", limit, "-q");

        Assert.True(run.ExitCode == code, run.ToString());
        if (code == 10)
            Assert.Matches($"^limit broken: {System.Text.RegularExpressions.Regex.Escape(limit)}: .*[0-9]", run.Error);
        else
            Assert.Equal("", run.Error);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("--fail-if", "total.sizes=1..")]
    [InlineData("--fail-if", "all.size_bytes=1..")]
    [InlineData("--where", "sizes=1..")]
    [InlineData("--where", "count=1parsec..")]
    [InlineData("--sort", "weight")]
    [InlineData("--columns", "type,colour")]
    [InlineData("--by", "colour")]
    [InlineData("--time", "yesterday")]
    public async Task A_wrong_condition_fails_before_the_process_is_stopped(string option, string value)
    {
        ToolRun run = await FathomTool.RunAsync("heap", $"pid:{_sample.Pid}", option, value);

        Assert.Equal((2, ""), (run.ExitCode, run.Out));
        Assert.DoesNotContain("stopping", run.Error, StringComparison.Ordinal);
        Assert.Matches("^error: .*\n  next: .*\n$", run.Error);
    }
}
