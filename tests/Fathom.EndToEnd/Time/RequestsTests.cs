using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>
/// Requests of <c>samples/Causes</c>, beside what its customers measured of each, and what the shop itself did: Kestrel's interval lies
/// between these two. All three clocks are CLOCK_MONOTONIC.
/// </summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed partial class RequestsTests
{
    private const long EdgeNs = 200_000_000;
    private const long SampleNs = 1_001_001;

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_request_is_recorded_once_and_lasts_as_long_as_the_program_and_its_customers_say()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string saved = folder.File("shop.fathom"), ordered = folder.File("ordered.csv"), served = folder.File("served.csv");
        using (SampleProcess shop = SampleProcess.Start("Causes", "shop"))
        using (SampleProcess customers = SampleProcess.Start("Causes", "customers", shop.Facts.GetProperty("address").GetString()!))
        {
            // The first requests of each route wait for the compiler.
            await Patience.UntilAsync(() => LeastAnswers(customers) >= 3);
            ToolRun run = await FathomTool.RunAsync("record", Text(shop.Pid), "--duration", "4s", "--save", saved);
            Assert.True(run.ExitCode is 0 or 1, run.ToString());
            customers.Ask("close");
            Assert.StartsWith("truth [", customers.Ask($"truth {ordered}"), StringComparison.Ordinal);
            Assert.StartsWith("done ", shop.Ask($"truth {served}"), StringComparison.Ordinal);
        }

        (long clock, long from, long to) = await WindowAsync(saved);
        Dictionary<string, string[]> own = File.ReadLines(served).Select(static line => line.Split(','))
            .Where(static fields => fields[0].Length > 0).ToDictionary(static fields => fields[0]);
        Truth[] all =
            [.. File.ReadLines(ordered).Select(static line => line.Split(',')).Select(fields => Truth.Of(fields, own[fields[0]]))];
        // No stack was taken for any of them.
        Assert.Empty(await FathomTool.RowsAsync("sql", "select stack_id from request where stack_id <> 0", saved));
        JsonElement[] each = await FathomTool.RowsAsync("requests", saved, "--each", "--columns", "all");
        (from, to) = (from + EdgeNs, to - EdgeNs);
        Recorded[] recorded = [.. each.Select(row => Recorded.Of(row, clock)).Where(one => one.StartNs >= from && one.StartNs <= to)];

        AssertCounts(all, recorded, from, to);
        AssertTimes([.. all.Where(one => one.AskedNs >= from && one.AnsweredNs <= to)], recorded);
        AssertRoutes(await FathomTool.RowsAsync("requests", saved, "--columns", "all"), each);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_recorded_program_sends_what_it_sends_otherwise()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string saved = folder.File("shop.fathom");
        using SampleProcess shop = SampleProcess.Start("Causes", "shop");
        using HttpClient client = new() { BaseAddress = new Uri(shop.Facts.GetProperty("address").GetString()!) };
        string before = await client.GetStringAsync("/partners/headers", TestContext.Current.CancellationToken);
        Task<ToolRun> recording = FathomTool.RunAsync("record", Text(shop.Pid), "--duration", "3s", "--save", saved);
        HashSet<string> meanwhile = [];
        while (!recording.IsCompleted)
            meanwhile.Add(await client.GetStringAsync("/partners/headers", TestContext.Current.CancellationToken));

        Assert.True((await recording).ExitCode is 0 or 1, (await recording).ToString());
        Assert.Equal([before], meanwhile);
        Assert.Contains("Host: ", before, StringComparison.Ordinal);
        JsonElement[] routes = await FathomTool.RowsAsync("requests", saved);
        Assert.Equal(["/headers", "/partners/headers"], routes.Select(RouteOf).Order(StringComparer.Ordinal));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_a_program_sends_has_durations_and_status_with_activities_only()
    {
        using TestFolder folder = new();
        string with = folder.File("with.fathom"), without = folder.File("without.fathom");
        using SampleProcess shop = SampleProcess.Start("Causes", "shop");
        using SampleProcess customers = SampleProcess.Start("Causes", "customers", shop.Facts.GetProperty("address").GetString()!);

        await FathomTool.RunAsync("record", Text(customers.Pid), "--duration", "1500ms", "--events", "System.Net.Http", "--save", without);
        await FathomTool.RunAsync(
            "record", Text(customers.Pid), "--duration", "1500ms", "--events", "System.Net.Http",
            "--events", "System.Threading.Tasks.TplEventSource:0x80:informational", "--save", with);

        JsonElement[] unmatched = await FathomTool.RowsAsync("requests", without, "--side", "client", "--columns", "all");
        Assert.NotEmpty(unmatched);
        Assert.All(unmatched, static row => Assert.Equal(JsonValueKind.Null, row.GetProperty("p50_ns").ValueKind));
        ToolRun said = await FathomTool.RunAsync("requests", without, "--side", "client");
        Assert.Contains("only activities match begin and end", said.Error, StringComparison.Ordinal);
        JsonElement[] matched = await FathomTool.RowsAsync("requests", with, "--side", "client", "--columns", "all");
        JsonElement[] slots = [.. matched.Where(static row => RouteOf(row).EndsWith("/slots/{…}", StringComparison.Ordinal))];
        // Of a booking 8 ms pass in the shop.
        Assert.True(Assert.Single(slots).GetProperty("p50_ns").GetDouble() > 8_000_000, slots[0].ToString());
        JsonElement[] expired = await FathomTool.RowsAsync("requests", with, "--side", "client", "--each", "--where", "url=*/vouchers/0");
        Assert.Contains(expired, static row => row.GetProperty("status").ToString() == "500");
    }

    // Kestrel's begin lies between the customer's and the shop's own.
    private static void AssertCounts(Truth[] all, Recorded[] recorded, long from, long to)
    {
        Dictionary<string, int> counts = recorded.CountBy(static one => one.Route).ToDictionary();
        Assert.All(all.GroupBy(static one => one.Route), route => Assert.InRange(
            counts.GetValueOrDefault(route.Key),
            Math.Max(1, route.Count(one => one.AskedNs >= from && one.BegunNs <= to)),
            route.Count(one => one.BegunNs >= from && one.AskedNs <= to)));
    }

    private static void AssertTimes(Truth[] inside, Recorded[] recorded)
    {
        Assert.True(inside.Length > 100, $"{inside.Length} requests");
        Dictionary<Recorded, Truth> taken = new(ReferenceEqualityComparer.Instance);
        ILookup<string, Recorded> byUrl = recorded.ToLookup(static one => one.Url);
        foreach (Truth truth in inside)
            Assert.True(Take(truth, [.. byUrl[truth.Url].Where(truth.IsIn)], new(ReferenceEqualityComparer.Instance)), $"{truth} is not among the recorded");
        (Truth Truth, Recorded Row)[] pairs = [.. taken.Select(static pair => (pair.Value, pair.Key))];

        // Several customers ask for the same at a time: who has a row takes another one where that fits too.
        bool Take(Truth truth, Recorded[] rows, HashSet<Recorded> tried)
        {
            foreach (Recorded row in rows)
            {
                if (tried.Add(row) && (!taken.TryGetValue(row, out Truth? owner) || Take(owner, [.. byUrl[owner.Url].Where(owner.IsIn)], tried)))
                {
                    taken[row] = truth;
                    return true;
                }
            }

            return false;
        }

        Assert.All(pairs, static pair => Assert.Equal(pair.Truth.Failed, pair.Row.Failed));
        // Kestrel's end comes after the last byte was handed over, so a customer may be ahead of it where that thread lost its processor.
        Assert.All(pairs.GroupBy(static pair => pair.Truth.Route), static route =>
        {
            Assert.InRange(
                Median(route.Select(static pair => pair.Row.EndNs - pair.Row.StartNs)),
                Median(route.Select(static pair => pair.Truth.EndedNs - pair.Truth.BegunNs)),
                Median(route.Select(static pair => pair.Truth.AnsweredNs - pair.Truth.AskedNs)));
            long longest = route.Max(static pair => pair.Row.EndNs - pair.Row.StartNs);
            Assert.InRange(longest, route.Max(static pair => pair.Truth.EndedNs - pair.Truth.BegunNs), long.MaxValue);
        });
    }

    private static void AssertRoutes(JsonElement[] routes, JsonElement[] each)
    {
        ILookup<string, JsonElement> byRoute = each.ToLookup(RouteOf);
        Assert.Equal(byRoute.Select(static one => one.Key).Order(StringComparer.Ordinal), routes.Select(RouteOf).Order(StringComparer.Ordinal));
        Assert.All(routes, row =>
        {
            JsonElement[] own = [.. byRoute[RouteOf(row)]];
            long[] durations =
            [
                .. own.Select(static one => one.GetProperty("duration_ns"))
                    .Where(static one => one.ValueKind != JsonValueKind.Null).Select(static one => one.GetInt64()),
            ];
            long failed = own.Count(static one => one.GetProperty("failed").GetBoolean());
            Assert.Equal(
                [own.Length, failed, own.Length - durations.Length, durations.Sum(), durations.Max()],
                ((string[])["count", "failed_count", "open_count", "sum_ns", "max_ns"]).Select(name => Number(row, name)));
            Assert.Equal(Median(durations), row.GetProperty("p50_ns").GetDouble(), 1.0);
            // What is attributed to requests is no more than they took, but for one sample of a millisecond each.
            long attributed = Number(row, "cpu_ns") + Number(row, "wait_ns") + Number(row, "ready_ns");
            Assert.InRange(attributed, 0, Number(row, "sum_ns") + (own.Length * SampleNs));
        });
        // It sleeps in its first thread.
        JsonElement labels = Assert.Single(routes, static row => RouteOf(row) == "/labels/{…}");
        Assert.True(Number(labels, "wait_ns") > Number(labels, "sum_ns") / 2, labels.ToString());
    }

    // Of the nine routes.
    private static int LeastAnswers(SampleProcess customers)
    {
        using JsonDocument routes = JsonDocument.Parse(customers.Ask("truth")["truth ".Length..]);
        int[] counts = [.. routes.RootElement.EnumerateArray().Select(static route => route.GetProperty("n").GetInt32())];
        return counts.Length < 9 ? 0 : counts.Min();
    }

    private static double Median(IEnumerable<long> values)
    {
        long[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2.0;
    }

    private static async Task<(long Clock, long From, long To)> WindowAsync(string saved)
    {
        JsonElement row = (await FathomTool.RowsAsync(
            "sql",
            "select min(t.clock_start_ns) as clock, max(s.start_ns) as start, min(s.stop_ns) as stop "
                + "from trace t, recorder_source s where t.trace_id = 1 and s.kind = 'runtime'",
            saved)).Single();
        long clock = Number(row, "clock");
        return (clock, clock + Number(row, "start"), clock + Number(row, "stop"));
    }

    private static string RouteOf(JsonElement row) => row.GetProperty("route").GetString()!;

    private static long Number(JsonElement row, string column) => row.GetProperty(column).GetInt64();

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private sealed record Truth(string Route, string Url, long AskedNs, long BegunNs, long EndedNs, long AnsweredNs, bool Failed)
    {
        public static Truth Of(string[] customer, string[] shop) => new(
            Named().Replace(customer[1], "{…}"), shop[1], Ns(customer[2]), Ns(shop[2]), Ns(shop[3]), Ns(customer[3]), shop[4] == "1");

        public bool IsIn(Recorded row) => row.Url == Url && row.StartNs >= AskedNs && row.StartNs <= BegunNs && row.EndNs >= EndedNs;

        private static long Ns(string text) => long.Parse(text, CultureInfo.InvariantCulture);
    }

    private sealed record Recorded(string Route, string Url, long StartNs, long EndNs, bool Failed)
    {
        public static Recorded Of(JsonElement row, long clock) => new(
            RouteOf(row),
            row.GetProperty("url").GetString()!,
            clock + Number(row, "start_ns"),
            row.GetProperty("duration_ns").ValueKind == JsonValueKind.Null
                ? long.MaxValue
                : clock + Number(row, "start_ns") + Number(row, "duration_ns"),
            row.GetProperty("failed").GetBoolean());
    }

    [GeneratedRegex(@"\{\w+\}")]
    private static partial Regex Named();
}
