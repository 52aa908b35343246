using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary>What looking leaves behind in a process, beside an equal one that nobody looks at: the figures of <c>docs/cost.md</c>.</summary>
[Trait("Category", "Long")]
public sealed class LookingCostTests : IDisposable
{
    // A thread of the pool that ends or begins, and what it touches; measured was up to 64 KiB.
    private const long Allowance = 512 * 1024;

    // Buffers and a thread of the runtime, which docs/watch.md and the help tell.
    private const long AllowanceOfRuntime = 40 * 1024 * 1024;
    private const long ManagedAllowanceOfRuntime = 4 * 1024 * 1024;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("memory")]
    [InlineData("memory", "--stop")]
    [InlineData("memory", "--live")]
    [InlineData("heap")]
    [InlineData("heap", "--live")]
    [InlineData("heap suspects")]
    [InlineData("heap strings")]
    [InlineData("heap objects", "--type", "Chains.*")]
    [InlineData("stacks")]
    [InlineData("findings")]
    [InlineData("watch", "--interval", "200ms", "--count", "20")]
    public Task A_process_that_was_looked_at_is_as_large_as_its_twin(params string[] verb) => CompareAsync(verb, Allowance, Allowance);

    // The runtime writes a dump itself, and tells its figures for the recording beside it by an event session.
    [Theory]
    [InlineData("watch", "--events", "--interval", "200ms", "--count", "20")]
    [InlineData("dump")]
    public Task What_the_runtime_is_asked_to_do_makes_a_process_grow_within_bounds(params string[] verb) => CompareAsync(verb, AllowanceOfRuntime, ManagedAllowanceOfRuntime);

    private async Task CompareAsync(string[] verb, long allowance, long managedAllowance)
    {
        using SampleProcess seen = SampleProcess.Start("Chains", "nodes", "100000"), twin = SampleProcess.Start("Chains", "nodes", "100000");

        // The first answer is the expensive one.
        _ = (Managed(seen), Managed(twin));
        (long managedBefore, long managedTwinBefore) = (Managed(seen), Managed(twin));
        (long seenBefore, long twinBefore) = (Resident(seen.Pid), Resident(twin.Pid));

        string[] words = [.. verb[0].Split(' '), $"pid:{seen.Pid}", .. verb[1..], .. verb[0] == "dump" ? (string[])["-o", _folder.File("seen.core")] : []];
        ToolRun run = await FathomTool.RunAsync(words);
        Assert.True(run.ExitCode == 0, run.ToString());

        long growth = Resident(seen.Pid) - seenBefore - (Resident(twin.Pid) - twinBefore);
        long managed = Managed(seen) - managedBefore - (Managed(twin) - managedTwinBefore);
        string figures = string.Create(CultureInfo.InvariantCulture, $"fathom {string.Join(' ', verb)}: resident {growth:#,##0} bytes, managed {managed:#,##0} bytes");
        TestContext.Current.TestOutputHelper?.WriteLine(figures);
        Assert.True(growth < allowance, figures);
        Assert.True(managed < managedAllowance, figures);
        await TargetHealth.CheckAsync(seen, beats: false);
    }

    // Bytes of the managed heap as the program itself knows them.
    private static long Managed(SampleProcess process) => long.Parse(process.Ask("managed"), CultureInfo.InvariantCulture);

    private static long Resident(int pid)
    {
        string line = File.ReadLines($"/proc/{pid}/smaps_rollup").First(static line => line.StartsWith("Rss:", StringComparison.Ordinal));
        return long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture) * 1024;
    }
}
