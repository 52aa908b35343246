using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>The verbs on runtime events, on what the runtime wrote of sample Events: 20 exceptions and 9 collections.</summary>
public sealed class EventTraceViewTests : IDisposable
{
    private readonly TestFolder _folder = new();

    // Its recording is kept beside it.
    public EventTraceViewTests() => File.Copy(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace"), Events);

    private string Events => _folder.File("events.nettrace");

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Collections_exceptions_and_events_are_those_of_the_program_and_a_saved_recording_answers_alike()
    {
        string saved = _folder.File("trace.fathom");
        Assert.Equal(9, (await RowsAsync("gc", Events, "--each", "--save", saved)).Length);

        JsonElement[] collections = await RowsAsync("gc", saved, "--each");
        JsonElement[] generations = await RowsAsync("gc", saved);
        Assert.Equal([(0, 3, "induced 3"), (1, 3, "induced 3"), (2, 3, "induced 3")], generations.Select(static row => (
            row.GetProperty("generation").GetInt32(), row.GetProperty("count").GetInt32(), row.GetProperty("reasons").GetString())));
        Assert.Equal(collections.Sum(static row => row.GetProperty("pause_ns").GetInt64()), generations.Sum(static row => row.GetProperty("pause_sum_ns").GetInt64()));
        Assert.Equal(Enumerable.Range(collections.Min(Number), 9), collections.Select(Number).Order());
        Assert.All(collections, static row => Assert.True(row.GetProperty("pause_ns").GetInt64() >= row.GetProperty("duration_ns").GetInt64()));
        JsonElement exceptions = Assert.Single(await RowsAsync("exceptions", saved));
        Assert.Equal(("Events.OrderException", 20, 20), (exceptions.GetProperty("type").GetString(), exceptions.GetProperty("count").GetInt32(), exceptions.GetProperty("message_count").GetInt32()));
        JsonElement[] throws = await RowsAsync("exceptions", saved, "--each");
        Assert.Equal(20, throws.Select(static row => row.GetProperty("message").GetString()).Distinct().Count());
        Assert.Equal(
            (exceptions.GetProperty("first_ns").GetInt64(), exceptions.GetProperty("last_ns").GetInt64()),
            (throws[0].GetProperty("ts_ns").GetInt64(), throws[^1].GetProperty("ts_ns").GetInt64()));
        JsonElement[] starts = await RowsAsync("events", saved, "--each", "--where", "event=*/GCStart");
        Assert.Equal(9, starts.Length);
        Assert.All(starts, static row => Assert.Equal(1, JsonDocument.Parse(row.GetProperty("fields").GetString()!).RootElement.GetProperty("Reason").GetInt32()));
        JsonElement[] kinds = await RowsAsync("events", saved), costs = await RowsAsync("events", saved, "--cost");
        Assert.Equal(Counts(costs), Counts(kinds));
        JsonElement started = Assert.Single(kinds, static row => row.GetProperty("event").GetString() == "Microsoft-Windows-DotNETRuntime/GCStart");
        Assert.Equal(("Events", 9), (started.GetProperty("process").GetString(), started.GetProperty("count").GetInt32()));
        Assert.Equal((Ns(starts[0]), Ns(starts[^1])), (started.GetProperty("first_ns").GetInt64(), started.GetProperty("last_ns").GetInt64()));
        Assert.Contains(
            kinds,
            static row => row.GetProperty("event").GetString() == "Microsoft-Windows-DotNETRuntime/ExceptionThrown" && row.GetProperty("count").GetInt32() == 20);

        static long Ns(JsonElement row) => row.GetProperty("ts_ns").GetInt64();

        // How often each event occurs, whoever is known to have sent it.
        static IEnumerable<(string?, long)> Counts(JsonElement[] rows) => rows
            .GroupBy(static row => row.GetProperty("event").GetString())
            .Select(static group => (group.Key, group.Sum(static row => row.GetProperty("count").GetInt64())))
            .OrderBy(static count => count.Key, StringComparer.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Info_of_a_trace_and_of_its_recording_tell_the_same_of_it()
    {
        string saved = _folder.File("trace.fathom");
        JsonElement process = Assert.Single(await RowsAsync("processes", Events, "--columns", "+command_line", "--save", saved));
        Assert.Equal(("Events", true), (process.GetProperty("process").GetString(), process.GetProperty("dotnet").GetBoolean()));
        Assert.Equal(JsonValueKind.Null, process.GetProperty("running_ns").ValueKind);
        Assert.Contains("Events", process.GetProperty("command_line").GetString(), StringComparison.Ordinal);

        (string, string)[] raw = Facts(await RowsAsync("info", Events)), kept = Facts(await RowsAsync("info", saved));

        Assert.Equal(("kind", "nettrace"), raw[0]);
        Assert.Contains(("verb gc", "yes: 9 collections"), raw);
        Assert.Contains(("verb exceptions", "yes: 20 throws"), raw);
        Assert.Contains(raw, static fact => fact.Item1 == "verb cpu" && fact.Item2.StartsWith("no: the trace has no sample of a thread", StringComparison.Ordinal));
        Assert.Contains(raw, static fact => fact.Item1 == "verb waits" && fact.Item2.Contains("(record again with: fathom record", StringComparison.Ordinal));
        (string, string)[] told = [.. raw.Where(static fact => fact.Item1.StartsWith("trace ", StringComparison.Ordinal) || fact.Item1.StartsWith("verb", StringComparison.Ordinal))];
        Assert.Equal(told, kept.Intersect(told));

        static (string, string)[] Facts(JsonElement[] rows) => [.. rows.Select(static row => (row.GetProperty("fact").GetString()!, row.GetProperty("value").GetString()!))];
    }

    [Fact]
    public async Task What_a_trace_does_not_hold_is_said_and_not_zero()
    {
        ToolRun cpu = await FathomTool.RunAsync("cpu", Events);
        Assert.Equal(0, cpu.ExitCode);
        Assert.Contains("the recorder did not request them, or the program is NativeAOT", cpu.Error, StringComparison.Ordinal);

        ToolRun waits = await FathomTool.RunAsync("waits", Events);
        Assert.Equal(3, waits.ExitCode);
        Assert.Contains("neither their waits for locks and handles nor when their threads had a processor", waits.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_cut_trace_is_told_in_part_and_one_without_a_head_is_refused()
    {
        byte[] whole = await File.ReadAllBytesAsync(Events, TestContext.Current.CancellationToken);
        string cut = _folder.File("cut.nettrace"), head = _folder.File("head.nettrace");
        await File.WriteAllBytesAsync(cut, whole[..(whole.Length * 2 / 3)], TestContext.Current.CancellationToken);
        await File.WriteAllBytesAsync(head, whole[..12], TestContext.Current.CancellationToken);

        ToolRun part = await FathomTool.RunAsync("events", cut, "--format", "csv");
        Assert.Equal(1, part.ExitCode);
        Assert.Contains("Microsoft-Windows-DotNETRuntime/", part.Out, StringComparison.Ordinal);
        ToolRun none = await FathomTool.RunAsync("events", head);
        Assert.Equal(3, none.ExitCode);
        Assert.DoesNotContain("   at ", none.Error, StringComparison.Ordinal);
    }

    private static int Number(JsonElement row) => row.GetProperty("number").GetInt32();

    private static async Task<JsonElement[]> RowsAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        Assert.Equal(0, run.ExitCode);
        return [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
    }
}
