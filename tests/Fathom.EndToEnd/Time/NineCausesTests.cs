using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>
/// <c>samples/Causes</c> has nine causes to be slow, made by somebody who did not make the verbs: each stands in the first screen of one of five
/// commands.
/// </summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class NineCausesTests
{
    // A terminal of 24 lines has room for so many rows.
    private const int Screen = 14;

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_cause_is_in_the_first_screen_of_a_verb()
    {
        Needs.Root();
        using TestFolder folder = new();
        string saved = folder.File("shop.fathom");
        using (SampleProcess shop = SampleProcess.Start("Causes", "shop"))
        using (SampleProcess customers = SampleProcess.Start("Causes", "customers", shop.Facts.GetProperty("address").GetString()!))
        {
            ToolRun run = await FathomTool.RunAsync("record", shop.Pid.ToString(CultureInfo.InvariantCulture), "--duration", "5s", "--save", saved);
            Assert.True(run.ExitCode is 0 or 1, run.ToString());
        }

        JsonElement[] waits = await ScreenAsync("waits", saved);
        // 1 to 4: sleeping in a handler, a task that is waited for, and a lock that is held while a file is written.
        Assert.Contains(waits, static row => Is(row, "kind", "sleep") && Starts(row, "method", "Store.LabelPrinter."));
        Assert.Contains(waits, static row => Is(row, "kind", "task") && Is(row, "method", "Store.PriceQuotes.Of"));
        Assert.Contains(waits, static row => Is(row, "kind", "lock") && Is(row, "method", "Store.Ledger.Book"));
        Assert.Contains(waits, static row => Is(row, "kind", "file") && Starts(row, "method", "Store.Ledger."));

        // The thread that has the lock is in the ledger too, and there it writes, or waits for a processor.
        JsonElement[] locks = await ScreenAsync("locks", saved);
        Assert.Equal("Store.Ledger.Book", locks[0].GetProperty("method").GetString());
        Assert.Contains(locks, static row => Is(row, "method", "Store.Ledger.Book") && Starts(row, "owner_method", "Store.Ledger.")
            && (Is(row, "owner_does", "file") || Is(row, "owner_does", "ready")));

        // 5 to 7: a sort of too much, exceptions, text that is put together.
        JsonElement[] cpu = await ScreenAsync("cpu", saved);
        Assert.Contains(cpu, static row => Starts(row, "method", "Store.Recommendations."));
        Assert.Contains(cpu, static row => Starts(row, "method", "Store.VoucherBook."));
        Assert.All(cpu, static row => Assert.Equal("own", row.GetProperty("origin").GetString()));
        Assert.Equal("Store.VoucherBook.Parse", (await ScreenAsync("exceptions", saved))[0].GetProperty("method").GetString());
        Assert.Equal("Store.ReceiptText.Of", (await ScreenAsync("allocs", saved, "--by", "method"))[0].GetProperty("method").GetString());

        // 8 and 9: what is awaited, for a booking of others and for a service elsewhere, is in no thread. 10: a list that is serialized has been
        // inlined into code made at run time; its requests take CPU time.
        JsonElement[] requests = await ScreenAsync("requests", saved);
        JsonElement catalog = Assert.Single(requests, static row => Is(row, "route", "/catalog"));
        Assert.True(catalog.GetProperty("cpu_ns").GetInt64() > 1_000_000 * catalog.GetProperty("count").GetInt64(), catalog.ToString());
        foreach (string route in (string[])["/slots/{…}", "/rates/EUR"])
        {
            JsonElement awaits = Assert.Single(requests, row => Is(row, "route", route));
            Assert.True(awaits.GetProperty("unattributed_percent").GetDouble() > 80 && Is(awaits, "mostly", "not attributed"), awaits.ToString());
        }

        Assert.Contains(requests, static row => Is(row, "route", "/labels/{…}") && Is(row, "mostly", "sleep: Store.LabelPrinter.WaitForPaper"));
        // Last, because it is skipped where there is no outside reader.
        foreach ((string verb, double total) in await CheckTreesAsync(saved))
        {
            string profile = folder.File(verb + ".pb.gz");
            // On a busy machine the answer may be partial, as its rows are.
            Assert.Equal(0, (await FathomTool.RunAsync(verb, saved, "-o", profile)).ExitCode & ~1);
            Assert.Equal(total, await PprofReader.TotalAsync(profile, folder, TestContext.Current.CancellationToken), 1.0);
        }
    }

    // Trees and files for other tools say of the same recording what the tables say, and find who called what.
    private static async Task<Dictionary<string, double>> CheckTreesAsync(string saved)
    {
        Dictionary<string, double> totals = [];
        foreach ((string verb, string sum, string inTable) in ((string, string, string)[])
        [
            ("cpu", "cpu_total_ns", "cpu_self_ns"),
            ("waits", "wait_sum_ns", "wait_sum_ns"),
            ("allocs", "estimated_bytes", "estimated_bytes"),
        ])
        {
            double expected = (await FathomTool.RowsAsync(verb, saved)).Sum(row => Number(row, inTable));
            Assert.True(expected > 0, verb);
            JsonElement[] tree = await FathomTool.RowsAsync(verb, saved, "--tree");
            JsonElement[] roots = [.. tree.Where(static row => row.GetProperty("parent_id").ValueKind == JsonValueKind.Null)];
            Assert.Equal(expected, roots.Sum(row => Number(row, sum)), 1.0);
            ToolRun folded = await FathomTool.RunAsync(verb, saved, "--format", "folded");
            double ofLines = folded.Out.TrimEnd('\n').Split('\n')
                .Sum(static line => double.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture));
            Assert.Equal(expected, ofLines, 1.0);
            using JsonDocument speedscope = JsonDocument.Parse((await FathomTool.RunAsync(verb, saved, "--format", "speedscope")).Out);
            JsonElement profiles = speedscope.RootElement.GetProperty("profiles");
            Assert.Equal(expected, profiles.EnumerateArray().Sum(static one => one.GetProperty("endValue").GetDouble()), 1.0);
            await CheckPageAsync(verb, saved, expected);
            totals.Add(verb, expected);
        }

        // The one that sleeps is found by who calls the sleep, and what a lock costs by what its method calls.
        JsonElement[] sleepers = await FathomTool.RowsAsync("waits", saved, "--callers", "Thread.Sleep");
        Assert.Contains(sleepers, static row => Starts(row, "method", "Store.LabelPrinter."));
        JsonElement[] locked = await FathomTool.RowsAsync("waits", saved, "--callees", "Store.Ledger.Book");
        Assert.Contains(locked, static row => Starts(row, "method", "System.Threading."));
        JsonElement[] allocating = await FathomTool.RowsAsync("allocs", saved, "--callers", "System.String.Concat");
        Assert.Contains(allocating, static row => Is(row, "method", "Store.ReceiptText.Of"));
        ToolRun absent = await FathomTool.RunAsync("waits", saved, "--callers", "Ledger.Boook");
        Assert.Equal(3, absent.ExitCode);
        Assert.Contains("--callers 'Store.Ledger.Book'", absent.Error, StringComparison.Ordinal);
        return totals;
    }

    // What a page says of its total, its script compares with the sum of all that it holds.
    private static async Task CheckPageAsync(string verb, string saved, double expected)
    {
        string page = Path.Combine(Path.GetDirectoryName(saved)!, verb + ".html");
        ToolRun written = await FathomTool.RunAsync(verb, saved, "-o", page);
        Assert.True(written.ExitCode is 0 or 1, written.ToString());
        Assert.Contains($"the page is '{page}': open it in a browser", written.Error, StringComparison.Ordinal);
        string text = await File.ReadAllTextAsync(page, TestContext.Current.CancellationToken);
        Assert.True(text.Length < 2_000_000, $"{text.Length} characters");
        Assert.Contains("Store.", text, StringComparison.Ordinal);
        Assert.Equal(expected, double.Parse(Between(text, "\"total\":", ","), CultureInfo.InvariantCulture), 1.0);
    }

    private static string Between(string text, string before, string after)
    {
        int from = text.IndexOf(before, StringComparison.Ordinal) + before.Length;
        return text[from..text.IndexOf(after, from, StringComparison.Ordinal)];
    }

    private static double Number(JsonElement row, string column) =>
        row.GetProperty(column) is { ValueKind: JsonValueKind.Number } number ? number.GetDouble() : 0;

    private static Task<JsonElement[]> ScreenAsync(string verb, string saved, params string[] more) =>
        FathomTool.RowsAsync([verb, saved, .. more, "--top", Screen.ToString(CultureInfo.InvariantCulture)]);

    private static bool Is(JsonElement row, string column, string text) => row.GetProperty(column).GetString() == text;

    private static bool Starts(JsonElement row, string column, string text) => row.GetProperty(column).GetString()?.StartsWith(text, StringComparison.Ordinal) == true;
}
