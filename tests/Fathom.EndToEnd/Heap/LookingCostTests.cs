using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary>What looking leaves behind in a process, beside an equal one that nobody looks at: the figures of <c>docs/cost.md</c>.</summary>
[Trait("Category", "Long")]
public sealed class LookingCostTests
{
    // A thread of the pool that ends or begins, and what it touches; measured was up to 64 KiB.
    private const long Allowance = 512 * 1024;

    [Theory]
    [InlineData("memory")]
    [InlineData("memory", "--stop")]
    [InlineData("memory", "--live")]
    [InlineData("heap")]
    [InlineData("heap", "--live")]
    [InlineData("heap", "suspects")]
    [InlineData("stacks")]
    public async Task A_process_that_was_looked_at_is_as_large_as_its_twin(params string[] verb)
    {
        using SampleProcess seen = SampleProcess.Start("Chains", "nodes", "100000"), twin = SampleProcess.Start("Chains", "nodes", "100000");
        (long seenBefore, long twinBefore) = (Resident(seen.Pid), Resident(twin.Pid));

        string[] words = verb is [var command, var view] && !view.StartsWith('-') ? [command, view, $"pid:{seen.Pid}"] : [verb[0], $"pid:{seen.Pid}", .. verb[1..]];
        ToolRun run = await FathomTool.RunAsync(words);
        Assert.True(run.ExitCode == 0, run.ToString());

        long growth = Resident(seen.Pid) - seenBefore - (Resident(twin.Pid) - twinBefore);
        Assert.True(growth < Allowance, $"fathom {string.Join(' ', words)} made the process grow by {growth:#,##0} bytes");
    }

    private static long Resident(int pid)
    {
        string line = File.ReadLines($"/proc/{pid}/smaps_rollup").First(static line => line.StartsWith("Rss:", StringComparison.Ordinal));
        return long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture) * 1024;
    }
}
