using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Memory;

/// <summary>A program in a PID namespace of its own, seen from outside, has the heap, the memory and the metrics that its twin without one has.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed partial class NamespaceTwinTests : IDisposable
{
    private const long UnnoticedBytes = 1 << 20;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Heaps_are_equal_live_and_from_cores()
    {
        Needs.Root();
        using SampleProcess apart = SampleProcess.StartInNamespace("Stalls", "waits"), twin = SampleProcess.Start("Stalls", "waits");
        Settle(apart, twin);
        string outside = _folder.File("outside.core"), inside = _folder.File("inside.core");
        string[] expected = await TypesAsync($"pid:{twin.Pid}");

        await CoreDump.WriteAsync(apart.Pid, outside);
        await CoreDump.WriteInsideAsync(apart.Pid, inside);

        Assert.NotEmpty(expected);
        foreach (string subject in (string[])[$"pid:{apart.Pid}", outside, inside])
            Assert.Equal(expected, await TypesAsync(subject));
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DebuggerReason)]
    public async Task Heaps_are_equal_in_cores_of_a_debugger()
    {
        Needs.Root();
        Needs.Debugger();
        using SampleProcess apart = SampleProcess.StartInNamespace("Stalls", "waits"), twin = SampleProcess.Start("Stalls", "waits");
        Settle(apart, twin);
        string[] expected = await TypesAsync($"pid:{twin.Pid}");

        Assert.Equal(expected, await TypesAsync(await CoreDump.WriteByDebuggerAsync(apart.Pid, _folder.Path)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Balances_are_equal_and_stacks_have_the_numbers_of_this_machine()
    {
        Needs.Root();
        using SampleProcess apart = SampleProcess.StartInNamespace("MemoryMix"), twin = SampleProcess.Start("MemoryMix");
        apart.Ask("fill");
        twin.Ask("fill");

        Dictionary<string, JsonElement> expected = await BalanceAsync(twin), rows = await BalanceAsync(apart);

        foreach (string category in (string[])["managed heap", "not explained", "shared memory", "mapped files"])
            Near(category, expected[category].GetProperty("rss_bytes").GetInt64(), rows[category].GetProperty("rss_bytes").GetInt64());
        Near("held", expected.Values.Sum(static row => row.GetProperty("held_bytes").GetInt64()), rows.Values.Sum(static row => row.GetProperty("held_bytes").GetInt64()));
        string[] owners = await StacksAsync(apart), expectedOwners = await StacksAsync(twin);
        Assert.Equal(expectedOwners.Select(static owner => Tid().Replace(owner, "")).Order(), owners.Select(static owner => Tid().Replace(owner, "")).Order());
        Assert.Subset(
            Directory.GetDirectories($"/proc/{apart.Pid}/task").Select(static folder => Path.GetFileName(folder)!).ToHashSet(),
            owners.Select(static owner => Tid().Match(owner)).Where(static match => match.Success).Select(static match => match.Groups[1].Value).ToHashSet());
    }

    [Fact]
    public async Task Metrics_are_equal_with_those_that_the_program_sends()
    {
        Needs.Root();
        using SampleProcess apart = SampleProcess.StartInNamespace("Stalls", "waits"), twin = SampleProcess.Start("Stalls", "waits");
        Settle(apart, twin);

        JsonElement[] rows = await FathomTool.RowsAsync("watch", $"pid:{apart.Pid}", $"pid:{twin.Pid}", "--events", "--interval", "300ms", "--count", "15");

        Dictionary<string, double?> values = Last(rows, apart), expected = Last(rows, twin);
        Assert.Equal(expected.Keys.Order(), values.Keys.Order());
        foreach (string metric in (string[])["threads", "fds", "swap_bytes", "managed_committed_bytes", "assemblies", "timers", "thread_pool_queue"])
            Assert.Equal((metric, expected[metric]), (metric, values[metric]));
        foreach (string metric in (string[])["rss_bytes", "rss_anon_bytes", "managed_bytes"])
            Near(metric, (long)expected[metric]!.Value, (long)values[metric]!.Value);
    }

    // What a program makes for its input comes after it said that it is ready.
    private static void Settle(params SampleProcess[] samples)
    {
        foreach (SampleProcess sample in samples)
            sample.WaitUntilItReads();
    }

    // The text that a program makes of its own number is longer here than there.
    private static async Task<string[]> TypesAsync(string subject) =>
        [.. (await FathomTool.RowsAsync("heap", subject, "--top", "100000")).Select(Line).Order()];

    private static string Line(JsonElement row) => row.GetProperty("type").GetString() is var type && type == "System.String"
        ? $"{type} {row.GetProperty("count")}"
        : $"{type} {row.GetProperty("count")} {row.GetProperty("size_bytes")}";

    private static async Task<Dictionary<string, JsonElement>> BalanceAsync(SampleProcess sample) =>
        (await FathomTool.RowsAsync("memory", $"pid:{sample.Pid}")).ToDictionary(static row => row.GetProperty("category").GetString()!);

    // Without the thread that compiles methods again: it ends when it has had nothing to do for a while.
    private static async Task<string[]> StacksAsync(SampleProcess sample) =>
        [.. (await FathomTool.RowsAsync("memory", $"pid:{sample.Pid}", "--regions", "--where", "category=thread stacks", "--top", "1000")).Select(static row => row.GetProperty("owner").GetString()!)
            .Where(static owner => !owner.StartsWith(".NET Tiered Com", StringComparison.Ordinal))];

    private static Dictionary<string, double?> Last(JsonElement[] rows, SampleProcess sample) => rows.Where(row => row.GetProperty("pid").GetInt32() == sample.Pid)
        .ToDictionary(static row => row.GetProperty("metric").GetString()!, static row => row.GetProperty("last") is { ValueKind: JsonValueKind.Number } value ? value.GetDouble() : (double?)null);

    private static void Near(string what, long expected, long actual) => Assert.True(
        Math.Abs(actual - expected) <= Math.Max(UnnoticedBytes, expected / 10), string.Create(CultureInfo.InvariantCulture, $"{what}: {actual}, not {expected}"));

    [GeneratedRegex(@" \(tid ([0-9]+)\)")]
    private static partial Regex Tid();
}
