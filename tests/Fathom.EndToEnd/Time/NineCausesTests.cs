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
            Assert.True(Assert.Single(requests, row => Is(row, "route", route)).GetProperty("unattributed_percent").GetDouble() > 80, route);
    }

    private static Task<JsonElement[]> ScreenAsync(string verb, string saved, params string[] more) =>
        FathomTool.RowsAsync([verb, saved, .. more, "--top", Screen.ToString(CultureInfo.InvariantCulture)]);

    private static bool Is(JsonElement row, string column, string text) => row.GetProperty(column).GetString() == text;

    private static bool Starts(JsonElement row, string column, string text) => row.GetProperty(column).GetString()?.StartsWith(text, StringComparison.Ordinal) == true;
}
