using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary><c>fathom findings RECORDING</c> about programs with one bad habit, and about programs with none.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
[Trait(Needs.Trait, Needs.ThrottleReason)]
public sealed class TimeFindingsTests : IDisposable
{
    private const string Requests = "--events System.Net.Http";
    private const string Lookups = "--events System.Net.Http --events System.Net.NameResolution";
    private const string FileCalls = "--events System.Net.Http --profile io";

    // They are about the machine, on which others run too.
    private static readonly string[] s_ofMachine = ["neighbour", "machine-limit", "memory-pressure"];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Habits", "n-plus-one", "n-plus-one-requests", "sends 20 requests to http://127.0.0.1:", Requests)]
    [InlineData("Habits", "client-each", "client-per-request", "/prices/{…}: each HttpClient or handler has its own", Requests)]
    [InlineData("Habits", "poll", "idle-wakeups", "1 threads woke up ", Requests)]
    [InlineData("Habits", "garbage", "gc-share", "System.String", Requests)]
    [InlineData("Habits", "lookups", "slow-dns", " failed (", Lookups)]
    [InlineData("Habits", "pieces", "small-reads", ", 32 B each time, in Habits.StockList.Look;", FileCalls)]
    [InlineData("Habits", "batch", "", "", FileCalls)]
    [InlineData("Idle", "", "", "", Requests)]
    [InlineData("Web", "", "", "", Lookups)]
    public async Task A_rule_speaks_of_the_program_that_it_is_for(string sample, string mode, string rule, string evidence, string record)
    {
        Needs.Root();
        using SampleProcess program = SampleProcess.Start(sample, mode.Length == 0 ? [] : [mode]);
        if (sample == "Habits")
            Assert.Equal("done 20", program.Ask("orders 20"));

        string saved = await RecordAsync(program, "3s", record.Split(' '));

        // What the recorder itself puts into each call of a program that makes little else is a large share of its time.
        JsonElement[] rows = [.. (await FindingsAsync(saved)).Where(row => record != FileCalls || Text(row, "rule") != "watchers")];
        Assert.Equal(rule, string.Join(',', rows.Select(static row => Text(row, "rule"))));
        Assert.All(rows, row => Assert.Contains(evidence, Text(row, "evidence"), StringComparison.Ordinal));
        // What leads further has an answer.
        foreach (JsonElement row in rows)
            Assert.Equal(0, (await FathomTool.ShellAsync($"{Text(row, "next")} --top 1 -q")).ExitCode & ~1);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_service_with_several_causes_has_a_row_for_each_also_in_a_window()
    {
        Needs.Root();
        string saved;
        using (SampleProcess shop = SampleProcess.Start("Causes", "shop"))
        using (SampleProcess customers = SampleProcess.Start("Causes", "customers", shop.Facts.GetProperty("address").GetString()!))
            saved = await RecordAsync(shop, "5s");

        foreach (string[] window in (string[][])[[], ["--from", "1s", "--to", "4s"]])
        {
            JsonElement[] rows = await FathomTool.RowsAsync(["findings", saved, .. window]);
            Assert.Equal("Store.PriceQuotes.Of", Text(rows.Single(static row => Text(row, "rule") == "sync-over-async"), "subject"));
            Assert.Contains(rows, static row => Text(row, "rule") == "exception-storm" && Text(row, "subject") == "Store.VoucherBook.Parse");
            // What was not asked for is said, with the way to have it.
            JsonElement open = rows.Single(static row => Text(row, "rule") == "n-plus-one-requests");
            Assert.Equal("not judged", Text(open, "severity"));
            Assert.Contains("--events System.Net.Http", Text(open, "evidence"), StringComparison.Ordinal);
            // People see one line for all of these.
            string table = (await FathomTool.RunAsync(["findings", saved, .. window])).Out;
            Assert.Matches(@"… not judged: [a-z ,-]*n-plus-one-requests[^\n]*\(why: --where", table.ReplaceLineEndings(" "));
            Assert.DoesNotContain("--events System.Net.Http", table, StringComparison.Ordinal);
        }

        // The count is that of the verb.
        JsonElement thrown = (await FathomTool.RowsAsync("exceptions", saved)).First(static row => Text(row, "method") == "Store.VoucherBook.Parse");
        JsonElement storm = (await FathomTool.RowsAsync("findings", saved, "--where", "rule=exception-storm"))[0];
        Assert.Contains(
            string.Create(CultureInfo.InvariantCulture, $", {thrown.GetProperty("count").GetInt64():N0} in all"), Text(storm, "evidence"), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Waits_for_a_lock_and_a_blocked_pool_have_the_method_that_is_at_fault()
    {
        Needs.Root();
        using SampleProcess slow = SampleProcess.Start(new ProcessStartInfo("sh")
        {
            ArgumentList = { "-c", $"echo 'ready {{}}'; exec '{Path.Combine(Repository.SampleFolder("Slow"), "Slow")}'" },
        });
        Assert.Equal("done 5", slow.Ask("orders 5"));
        JsonElement convoy = Assert.Single(await FindingsAsync(await RecordAsync(slow, "3s")));
        Assert.Equal(("lock-convoy", "Shop.Stock.Reserve"), (Text(convoy, "rule"), Text(convoy, "subject")));
        Assert.Contains("its owner: sleep in Shop.Warehouse.Ask", Text(convoy, "evidence"), StringComparison.Ordinal);

        using SampleProcess pool = SampleProcess.Start("Events");
        Task<string> recording = RecordAsync(pool, "6s");
        await Patience.UntilAsync(() => recording.IsCompleted || Directory.EnumerateFiles(_folder.Path, $"{pool.Pid}.nettrace", SearchOption.AllDirectories).Any());
        pool.Ask("block 40");
        string saved = await recording;
        pool.Ask("unblock");
        JsonElement starved = (await FindingsAsync(saved)).Single(static row => Text(row, "rule") == "pool-starvation");
        Assert.Contains("because no work was taken up", Text(starved, "evidence"), StringComparison.Ordinal);
        Assert.Contains(" of it in Program+<>c.", Text(starved, "evidence"), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Long")]
    public async Task A_start_that_compiles_much_is_found_and_so_are_a_limit_of_processor_time_and_a_neighbour()
    {
        Needs.Root();
        string start = _folder.File("start.fathom"), sample = Path.Combine(Repository.SampleFolder("SlowStart"), "SlowStart");
        ToolRun record = await FathomTool.ShellAsync($"fathom record --save '{start}' -- '{sample}' < /dev/null");
        Assert.True(record.ExitCode is 0 or 1, record.ToString());
        JsonElement jit = (await FindingsAsync(start)).Single(static row => Text(row, "rule") == "startup-jit");
        Assert.Contains("most of System.Text.RegularExpressions.dll", Text(jit, "evidence"), StringComparison.Ordinal);

        string group = Path.Combine(Needs.Processors(), $"fathom-findings-{Environment.ProcessId}");
        Directory.CreateDirectory(group);
        string saved;
        SampleProcess[] others = [.. Enumerable.Range(0, 2 * Environment.ProcessorCount).Select(_ => Endless())];
        using (SampleProcess loop = Endless())
        {
            JsonElement[] crowded = await FathomTool.RowsAsync("findings", await RecordAsync(loop, "3s"), "--where", "rule=neighbour");
            Assert.Contains("most ran ", Text(Assert.Single(crowded), "evidence"), StringComparison.Ordinal);
            foreach (SampleProcess other in others)
                other.Dispose();
            File.WriteAllText(Path.Combine(group, "cpu.cfs_period_us"), "20000");
            File.WriteAllText(Path.Combine(group, "cpu.cfs_quota_us"), "5000");
            File.WriteAllText(Path.Combine(group, "cgroup.procs"), loop.Pid.ToString(CultureInfo.InvariantCulture));
            saved = await RecordAsync(loop, "3s");
        }

        Directory.Delete(group);
        JsonElement throttled = (await FindingsAsync(saved)).Single(static row => Text(row, "rule") == "throttled");
        Assert.Equal($"control group /{Path.GetFileName(group)}", Text(throttled, "subject"));
    }

    [Fact]
    [Trait("Category", "Long")]
    public async Task Files_that_are_scanned_when_they_are_opened_are_found()
    {
        Needs.Root();
        string files = _folder.File("archive");
        using SampleProcess archive = SampleProcess.Start(new ProcessStartInfo("sh")
        {
            ArgumentList = { "-c", $"echo 'ready {{}}'; exec '{Path.Combine(Repository.SampleFolder("Archive"), "Archive")}' '{files}'" },
        });
        Assert.Equal("done 200", archive.Ask("read 200"));
        Assert.DoesNotContain(await FindingsAsync(await RecordAsync(archive, "2s")), static row => Text(row, "rule") == "watchers");
        using SampleProcess scanner = SampleProcess.Start("Scanner", files);
        Assert.Equal("done 20", archive.Ask("read 20"));

        JsonElement cost = (await FindingsAsync(await RecordAsync(archive, "3s"))).Single(static row => Text(row, "rule") == "watchers");

        Assert.Contains("Security and tracing/File access (fanotify)", Text(cost, "evidence"), StringComparison.Ordinal);
    }

    private static SampleProcess Endless() =>
        SampleProcess.Start(new ProcessStartInfo("sh") { ArgumentList = { "-c", "ulimit -t 60; echo 'ready {}'; while :; do :; done" } });

    private async Task<string> RecordAsync(SampleProcess program, string duration, params string[] more)
    {
        string saved = _folder.File($"{Guid.NewGuid():N}.fathom");
        ToolRun run = await FathomTool.RunAsync(
            ["record", program.Pid.ToString(CultureInfo.InvariantCulture), "--duration", duration, "--save", saved, .. more]);
        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        return saved;
    }

    private static async Task<JsonElement[]> FindingsAsync(string saved) =>
    [
        .. (await FathomTool.RowsAsync("findings", saved))
            .Where(static row => Text(row, "severity") != "not judged" && !s_ofMachine.Contains(Text(row, "rule"))),
    ];

    private static string Text(JsonElement row, string column) => row.GetProperty(column).ToString();
}
