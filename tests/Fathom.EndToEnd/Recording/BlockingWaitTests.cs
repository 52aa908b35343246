using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>A program that waits in the ways in which programs wait: nearly all of its waits, by count and by time, lead to the method that waits.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class BlockingWaitTests(ITestOutputHelper output)
{
    private const double Share = 0.98;
    private const int Kinds = 12;
    private const int FewWaits = 1_000;
    private const int Takes = 3;

    private const string Waits = """
        WITH named AS (
            SELECT DISTINCT s.stack_id AS stack_id, m.name AS name
            FROM stack_method s JOIN method m ON m.rec = s.rec AND m.method_id = s.method_id
            WHERE m.name LIKE 'Frames.Blocking.By%'
        ), kernel AS (
            SELECT DISTINCT s.stack_id AS stack_id FROM stack_method s JOIN method m ON m.rec = s.rec AND m.method_id = s.method_id WHERE m.module = '[kernel]'
        ), wait AS (
            SELECT t.name AS thread, w.kind AS kind, w.wait_ns AS wait_ns,
                EXISTS (SELECT 1 FROM named n WHERE n.name = 'Frames.Blocking.' || t.name AND (n.stack_id = w.stack_id OR n.stack_id IN (
                    SELECT e.stack_id FROM thread_wait_stack e WHERE e.thread_id = w.thread_id AND e.start_ns = w.start_ns))) AS is_known,
                EXISTS (SELECT 1 FROM kernel k WHERE k.stack_id = w.stack_id) AS has_kernel
            FROM thread_wait w JOIN thread t ON t.rec = w.rec AND t.thread_id = w.thread_id
            WHERE t.name LIKE 'By%' AND NOT w.open_at_start AND w.kind IN ('sleeping', 'uninterruptible')
        )
        SELECT thread, kind, COUNT(*) AS waits, SUM(wait_ns) AS wait_ns, COUNT(*) FILTER (is_known) AS known, COALESCE(SUM(wait_ns) FILTER (is_known), 0) AS known_ns,
            COUNT(*) FILTER (has_kernel) AS kernel
        FROM wait GROUP BY thread, kind ORDER BY thread, kind
        """;

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Frames")]
    public async Task Nearly_all_waits_have_their_caller_and_those_in_the_kernel_what_they_wait_for(string program)
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.Start(program, "blocking");

        // A very busy machine reads files of programs late; until then frame pointers are followed.
        for (int take = 1; await WrongOfAsync(sample.Pid) is { Length: > 0 } wrong; take++)
            Assert.True(take < Takes, wrong);
    }

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("Frames11")]
    public Task Nearly_all_waits_of_the_newest_runtime_have_their_caller_too(string program) =>
        Nearly_all_waits_have_their_caller_and_those_in_the_kernel_what_they_wait_for(program);

    private async Task<string> WrongOfAsync(int pid)
    {
        using TestFolder folder = new();
        string saved = folder.File("a.fathom"), id = pid.ToString(CultureInfo.InvariantCulture);
        ToolRun run = await FathomTool.RunAsync("record", id, "--duration", "3s", "--save", saved);
        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        JsonElement[] kinds = await FathomTool.RowsAsync("sql", Waits, saved);
        output.WriteLine(string.Join('\n', kinds));

        JsonElement[] deep = [.. kinds.Where(static row => row.GetProperty("kind").GetString() == "uninterruptible")];
        long waits = Sum(kinds, "waits"), ns = Sum(kinds, "wait_ns"), known = Sum(kinds, "known"), knownNs = Sum(kinds, "known_ns");
        Assert.Equal(Kinds, kinds.Select(static row => row.GetProperty("thread").GetString()).Distinct().Count());
        Assert.InRange(waits, FewWaits, long.MaxValue);
        Assert.Contains(deep, static row => row.GetProperty("thread").GetString() == "ByProcess");
        return known >= waits * Share && knownNs >= ns * Share && Sum(deep, "kernel") >= Sum(deep, "waits") * Share ? ""
            : $"{known} of {waits} waits, {knownNs} of {ns} ns, {Sum(deep, "kernel")} of {Sum(deep, "waits")} with callers in the kernel";
    }

    private static long Sum(IEnumerable<JsonElement> rows, string column) => rows.Sum(row => row.GetProperty(column).GetInt64());
}
