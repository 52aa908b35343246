using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>
/// Thousands of waits a second, of each kind that .NET has, in methods that are known: nearly all of them lead to their method. How many a second it were depends on the machine; that is said, and
/// decides nothing.
/// </summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class WaitStackTests(ITestOutputHelper output)
{
    private const double Share = 0.98;
    private const double MostLost = 0.01;
    private const int Seconds = 3;
    private const int FewWaits = 2_000;

    // Waits of each thread, and those with the method on one of their stacks that it waits in. The one that waits for threads to end starts them too, which waits as well.
    private const string Waits = """
        WITH right_stack AS (
            SELECT s.stack_id AS stack_id, MAX(CASE WHEN m.name LIKE 'Storm.Waiting.For%' THEN 1 ELSE 0 END) AS is_waiting
            FROM stack_method s JOIN method m ON m.rec = s.rec AND m.method_id = s.method_id
            WHERE m.name LIKE 'Storm.%'
            GROUP BY s.stack_id
        )
        SELECT t.name AS name, COUNT(*) AS waits,
            SUM(CASE WHEN EXISTS (
                SELECT 1 FROM right_stack r WHERE (r.is_waiting = 1 OR t.name = 'w-thread') AND (r.stack_id = w.stack_id OR r.stack_id IN (
                    SELECT e.stack_id FROM thread_wait_stack e WHERE e.thread_id = w.thread_id AND e.start_ns = w.start_ns))) THEN 1 ELSE 0 END) AS reached
        FROM thread_wait w JOIN thread t ON t.rec = w.rec AND t.thread_id = w.thread_id
        WHERE t.name LIKE 'w-%' GROUP BY t.name ORDER BY t.name
        """;

    // What it holds up to depends on what else the machine does: not in the usual run.
    [Fact]
    [Trait("Category", "Long")]
    public async Task Nearly_all_waits_lead_to_the_method_that_waits()
    {
        Needs.Root();
        using TestFolder folder = new();
        using SampleProcess storm = SampleProcess.Start("Storm");
        string saved = folder.File("storm.fathom");
        Task<ToolRun> recording = FathomTool.RunAsync(
            ["record", string.Create(CultureInfo.InvariantCulture, $"pid:{storm.Pid}"), "--save", saved, "--duration", $"{Seconds + 3}s"], null, timeout: TimeSpan.FromMinutes(2));
        // The file is made when the events of the program are on.
        while (!recording.IsCompleted && !File.Exists(folder.File($"storm.raw/{storm.Pid}.nettrace")))
            await Task.Delay(50, TestContext.Current.CancellationToken);
        string said = storm.Ask($"storm 500 {Seconds * 1000}");
        ToolRun record = await recording;

        Assert.True(record.ExitCode is 0 or 1, record.ToString());
        JsonElement[] kinds = await FathomTool.RowsAsync("sql", Waits, saved);
        long waits = kinds.Sum(static row => row.GetProperty("waits").GetInt64());
        output.WriteLine($"{waits / Seconds} waits/s of the waiting threads; the program: {said}");
        Assert.Equal(8, kinds.Length);
        Assert.InRange(waits, FewWaits, long.MaxValue);
        foreach (JsonElement kind in kinds)
        {
            long all = kind.GetProperty("waits").GetInt64(), reached = kind.GetProperty("reached").GetInt64();
            output.WriteLine($"{kind.GetProperty("name")}: {reached} of {all}");
        }

        long reach = kinds.Sum(static row => row.GetProperty("reached").GetInt64());
        Assert.True(reach >= waits * Share, $"{reach} of {waits} waits lead to their method");

        JsonElement trace = (await FathomTool.RowsAsync("sql", "SELECT sample_count AS kept, COALESCE(lost_count, 0) AS lost FROM trace WHERE format = 'perf.data'", saved)).Single();
        long kept = trace.GetProperty("kept").GetInt64(), lost = trace.GetProperty("lost").GetInt64();
        output.WriteLine($"lost {lost}, kept {kept}");
        Assert.True(lost <= kept * MostLost, $"{lost} lost, {kept} kept");

        // The recording says the share of its own.
        Dictionary<string, string> facts = (await FathomTool.RowsAsync("info", saved)).DistinctBy(static row => row.GetProperty("fact").GetString())
            .ToDictionary(static row => row.GetProperty("fact").GetString()!, static row => row.GetProperty("value").ToString());
        output.WriteLine(string.Join('\n', facts.Where(static fact => fact.Key.StartsWith("wait_stacks", StringComparison.Ordinal)).Select(static fact => $"{fact.Key}: {fact.Value}")));
        Assert.True(long.Parse(facts["wait_stacks managed"].Split(' ')[0], CultureInfo.InvariantCulture) >= reach, facts["wait_stacks managed"]);
    }
}
