using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Stacks;

/// <summary>
/// A program in a PID namespace of its own, seen from outside, gives the answers that its twin without one gives: while it runs, from a core that was written outside, and from one that was
/// written inside.
/// </summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed partial class NamespaceTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("waits", "stacks", "stacks locks")]
    [InlineData("starvation", "findings")]
    public Task Twins_give_equal_answers_live_and_from_cores(string scene, params string[] verbs) => CompareAsync(scene, verbs);

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("deadlock", "findings")]
    [InlineData("async", "stacks async", "findings")]
    public Task Further_twins_give_equal_answers_live_and_from_cores(string scene, params string[] verbs) => CompareAsync(scene, verbs);

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DebuggerReason)]
    [InlineData("waits", "stacks", "stacks locks")]
    [InlineData("deadlock", "findings")]
    public async Task Twins_give_equal_answers_from_cores_of_a_debugger(string scene, params string[] verbs)
    {
        Needs.Root();
        Needs.Debugger();
        using SampleProcess apart = SampleProcess.StartInNamespace("Stalls", scene), twin = SampleProcess.Start("Stalls", scene);
        string core = await CoreDump.WriteByDebuggerAsync(apart.Pid, _folder.Path), twinCore = await CoreDump.WriteByDebuggerAsync(twin.Pid, _folder.Path);
        foreach (string verb in verbs)
        {
            string[] expected = await AnswersAsync(verb, twinCore, Names(twin, isInside: true));

            Assert.NotEmpty(expected);
            Assert.Equal(expected, await AnswersAsync(verb, core, Names(apart, isInside: false)));
        }
    }

    private async Task CompareAsync(string scene, string[] verbs)
    {
        Needs.Root();
        using SampleProcess apart = SampleProcess.StartInNamespace("Stalls", scene), twin = SampleProcess.Start("Stalls", scene);
        Dictionary<int, string> names = Names(apart, isInside: false), twinNames = Names(twin, isInside: true);
        foreach (string verb in verbs)
        {
            string[] expected = await AnswersAsync(verb, $"pid:{twin.Pid}", twinNames);

            Assert.NotEmpty(expected);
            Assert.Equal(expected, await AnswersAsync(verb, $"pid:{apart.Pid}", names));
        }

        string outside = _folder.File("outside.core"), inside = _folder.File("inside.core");
        await CoreDump.WriteAsync(apart.Pid, outside);
        ToolRun dump = await FathomTool.RunAsync("dump", $"pid:{apart.Pid}", "-o", inside);
        Assert.True(dump.ExitCode == 0, dump.ToString());
        await CoreDump.WriteAsync(twin.Pid, _folder.File("twin.core"));
        foreach (string verb in verbs)
        {
            string[] expected = await AnswersAsync(verb, _folder.File("twin.core"), twinNames);

            Assert.Equal(expected, await AnswersAsync(verb, outside, names));
            Assert.Equal(expected, await AnswersAsync(verb, inside, Names(apart, isInside: true)));
        }
    }

    [Fact]
    public async Task Each_thread_is_there_once_with_its_number_of_this_machine()
    {
        Needs.Root();
        using SampleProcess apart = SampleProcess.StartInNamespace("Stalls", "waits");

        // Threads of the runtime come and go.
        HashSet<int> tids = [.. Tids(apart)];

        JsonElement[] rows = await FathomTool.RowsAsync("stacks", $"pid:{apart.Pid}");

        Assert.Distinct(rows.Select(static row => row.GetProperty("tid").GetInt32()));
        tids.UnionWith(Tids(apart));
        Assert.Subset(
            tids,
            rows.Select(static row => row.GetProperty("tid").GetInt32()).ToHashSet());
        Dictionary<int, string> names = Names(apart, isInside: false);
        Assert.All(names, name => Assert.Equal(name.Value, rows.Single(row => row.GetProperty("tid").GetInt32() == name.Key).GetProperty("name").GetString()));
    }

    [Fact]
    public async Task Holders_on_threads_have_the_numbers_of_this_machine_and_hold_the_same()
    {
        Needs.Root();
        using SampleProcess apart = SampleProcess.StartInNamespace("ThreadStatics"), twin = SampleProcess.Start("ThreadStatics");

        JsonElement[] paths = await PathsAsync(apart), expected = await PathsAsync(twin);

        Assert.NotEmpty(expected);
        Assert.Equal(expected.Select(Holding).Order(), paths.Select(Holding).Order());
        Assert.Subset(
            Tids(apart).Select(static tid => $"{tid}").ToHashSet(),
            paths.Select(static row => ThreadNumber().Match(Holder(row))).Where(static match => match.Success).Select(static match => match.Groups[1].Value).ToHashSet());
    }

    private static Task<JsonElement[]> PathsAsync(SampleProcess sample) => FathomTool.RowsAsync("heap", "paths", $"pid:{sample.Pid}", "--type", "ThreadStatics.Held*", "--top", "1000");

    private static (long, string, string) Holding(JsonElement row) => (
        row.GetProperty("count").GetInt64(), row.GetProperty("root_kind").GetString()!, ThreadNumber().Replace(Holder(row), "thread"));

    private static string Holder(JsonElement row) => row.GetProperty("holder").GetString() ?? "";

    // Without numbers of threads, addresses and times; and without threads of the runtime, which come and go.
    private static async Task<string[]> AnswersAsync(string verb, string subject, Dictionary<int, string> names)
    {
        // What a busy machine delays is looked at too.
        string[] more = verb == "findings" ? ["--max-pause", "60s", "--columns", "!recording"] : [];
        ToolRun run = await FathomTool.RunAsync([.. verb.Split(' '), subject, .. more, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        JsonElement[] rows = [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
        return verb == "stacks"
            ? [.. rows.Where(row => names.ContainsKey(Number(row, "tid"))).Select(row => Stack(row, names)).Order()]
            : [.. rows.Where(static row => !IsHandle(row))
                .Select(static row => Without(string.Join(" | ", row.EnumerateObject().Where(static field => field.Name != "address").Select(Named)))).Order()];
    }

    // Threads without a name are their numbers only.
    private static string Named(JsonProperty field) => field.Name is "owners" or "waiters" ? Digits().Replace(field.Value.ToString(), "") : field.Value.ToString();

    private static string Stack(JsonElement row, Dictionary<int, string> names) => Without(string.Join(
        " | ",
        names[Number(row, "tid")],
        row.GetProperty("name"),
        row.GetProperty("kind"),
        IsHandle(row) ? "handle" : row.GetProperty("lock"),
        names.GetValueOrDefault(Number(row, "owner_tid"), "-"),
        row.GetProperty("frames")));

    // Whether the event or its handle is still held by the waiting frames depends on how far their methods were compiled.
    private static bool IsHandle(JsonElement row) =>
        (row.TryGetProperty("kind", out JsonElement kind) && kind.GetString() == "handle")
        || (row.TryGetProperty("lock", out JsonElement held) && held.GetString()?.StartsWith("handle", StringComparison.Ordinal) == true);

    private static int Number(JsonElement row, string field) => row.GetProperty(field) is { ValueKind: JsonValueKind.Number } number ? number.GetInt32() : 0;

    private static string Without(string text) => NumberBeforeName().Replace(Address().Replace(text, "0x"), "");

    // The names of the sample's own threads by their numbers; the sample says those that it sees itself.
    private static Dictionary<int, string> Names(SampleProcess sample, bool isInside)
    {
        Dictionary<int, string> inside = sample.Facts.GetProperty("threads").EnumerateObject().ToDictionary(static thread => thread.Value.GetInt32(), static thread => thread.Name);
        return isInside
            ? inside
            : Tids(sample).Where(tid => inside.ContainsKey(Inner(sample, tid))).ToDictionary(static tid => tid, tid => inside[Inner(sample, tid)]);
    }

    private static IEnumerable<int> Tids(SampleProcess sample) =>
        Directory.GetDirectories($"/proc/{sample.Pid}/task").Select(static folder => int.Parse(Path.GetFileName(folder), CultureInfo.InvariantCulture));

    private static int Inner(SampleProcess sample, int tid) => int.Parse(
        File.ReadLines($"/proc/{sample.Pid}/task/{tid}/status").Single(static line => line.StartsWith("NSpid:", StringComparison.Ordinal)).Split('\t')[^1], CultureInfo.InvariantCulture);

    [GeneratedRegex("0x[0-9a-f]+")]
    private static partial Regex Address();

    [GeneratedRegex("[0-9]+")]
    private static partial Regex Digits();

    [GeneratedRegex("[0-9]+ (?=')")]
    private static partial Regex NumberBeforeName();

    [GeneratedRegex("thread ([0-9]+)$")]
    private static partial Regex ThreadNumber();
}
