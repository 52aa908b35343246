using System.Text;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary><c>heap objects</c> and <c>heap object</c> on a process, its recording and its core.</summary>
public sealed class HeapObjectTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("Insides");

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Objects_of_a_type_are_the_same_live_recorded_and_in_a_core_and_page_by_address()
    {
        JsonElement live = await AskAsync("heap", "objects", $"pid:{_sample.Pid}", "--type", "Insides.*", "--save", _folder.File("live.fathom"));
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));

        Assert.Equal(live.GetRawText(), (await AskAsync("heap", "objects", _folder.File("live.fathom"), "--type", "Insides.*")).GetRawText());
        Assert.Equal(live.GetRawText(), (await AskAsync("heap", "objects", _folder.File("core"), "--type", "Insides.*")).GetRawText());
        JsonElement[] rows = [.. live.EnumerateArray()];
        Assert.Single(rows, static row => row.GetProperty("type").GetString() == "Insides.Everything");
        string third = rows[2].GetProperty("address").GetString()!;
        foreach (string subject in (string[])[_folder.File("live.fathom"), _folder.File("core"), $"pid:{_sample.Pid}"])
        {
            JsonElement page = await AskAsync("heap", "objects", subject, "--type", "Insides.*", "--after", third, "--top", "2");
            Assert.Equal(rows.Skip(3).Take(2).Select(static row => row.GetRawText()), page.EnumerateArray().Select(static row => row.GetRawText()));
        }

        JsonElement large = await AskAsync("heap", "objects", _folder.File("core"), "--type", "System.Byte[]", "--where", "size_bytes=90KiB..", "--sort", "size_bytes");
        Assert.InRange(large.EnumerateArray().Count(static row => row.GetProperty("size_bytes").GetInt64() == 100_024), 10, 20);
        await TargetHealth.CheckAsync(_sample, beats: false);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Fields_are_what_the_sample_says_live_recorded_and_in_a_core()
    {
        string address = await AddressAsync($"pid:{_sample.Pid}", "Insides.Everything");
        JsonElement live = await AskAsync("heap", "object", $"pid:{_sample.Pid}", "--address", address, "--save", _folder.File("live.fathom"));
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));

        Assert.Equal(live.GetRawText(), (await AskAsync("heap", "object", _folder.File("live.fathom"), "--address", address)).GetRawText());
        Assert.Equal(live.GetRawText(), (await AskAsync("heap", "object", _folder.File("core"), "--address", address)).GetRawText());
        foreach (JsonProperty truth in _sample.Facts.GetProperty("fields").EnumerateObject())
            Assert.Contains(live.EnumerateArray(), row => row.GetProperty("name").GetString() == truth.Name && row.GetProperty("value").GetString() == truth.Value.GetString());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Collections_are_shown_as_what_they_hold_and_raw_as_their_fields()
    {
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        string core = _folder.File("core");
        JsonElement shelf = await AskAsync("heap", "object", core, "--address", await AddressAsync(core, "Insides.Shelf"));
        Dictionary<string, string> addresses = shelf.EnumerateArray().ToDictionary(
            static row => row.GetProperty("name").GetString()!, static row => row.GetProperty("reference_address").GetString()!);
        foreach (JsonProperty truth in _sample.Facts.GetProperty("collections").EnumerateObject())
        {
            // One query per kind is enough; the unit tests read all of them.
            if (truth.Name is not ("Names" or "Ages" or "Thinned" or "Words" or "Shared" or "Waiting" or "Pile" or "Ordered"))
                continue;
            JsonElement elements = await AskAsync("heap", "object", core, "--address", addresses[truth.Name]);
            string?[] keys = [.. truth.Value.GetProperty("keys").EnumerateArray().Select(static (key, i) => $"[{key.GetString() ?? $"{i}"}]")];
            Assert.Equal(keys, elements.EnumerateArray().Select(static row => row.GetProperty("name").GetString()));
            Assert.Equal(
                truth.Value.GetProperty("values").EnumerateArray().Select(static value => value.GetString()),
                elements.EnumerateArray().Select(static row => row.GetProperty("value").GetString()));
        }

        JsonElement raw = await AskAsync("heap", "object", core, "--address", addresses["Ages"], "--raw");
        Assert.Contains(raw.EnumerateArray(), static row => row.GetProperty("name").GetString() == "_freeCount");
        JsonElement part = await AskAsync("heap", "object", core, "--address", addresses["Numbers"], "--skip", "90", "--max-elements", "4");
        Assert.Equal(["[90]", "[91]", "[92]", "[93]"], part.EnumerateArray().Select(static row => row.GetProperty("name").GetString()));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Bad_input_is_one_sentence_with_the_next_step()
    {
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        string address = await AddressAsync(_folder.File("core"), "Insides.Everything");
        string inside = $"0x{Convert.ToInt64(address, 16) + 24:x}";
        await FathomTool.RunAsync("heap", _folder.File("core"), "--save", _folder.File("types.fathom"));
        // The head of a gcdump is enough to tell what it is.
        await File.WriteAllBytesAsync(
            _folder.File("heap.gcdump"),
            [20, 0, 0, 0, .. "!FastSerialization.1"u8, 4, 4, 1, 10, 0, 0, 0, 8, 0, 0, 0, 10, 0, 0, 0, .. "GCHeapDump"u8],
            TestContext.Current.CancellationToken);
        StringBuilder said = new();
        foreach (string line in new[]
        {
            "heap objects core", "heap objects core --type Insides.Everythin", "heap objects core --type everythin", "heap objects core --type X.Y", "heap objects core --type A --after zz",
            "heap objects core --type A --max-objects 0", "heap objects types.fathom --type Insides.Everything", "heap object core", "heap object core --address 12zz",
            "heap object core --address 0x10",
            $"heap object core --address {inside}",
            $"heap object types.fathom --address {address}",
            $"heap object core --address {address} --skip -1",
            "heap objects heap.gcdump --type A",
            "heap object heap.gcdump --address 1",
        })
        {
            ToolRun run = await FathomTool.RunAsync(line.Split(' '), null, folder: _folder.Path);
            Assert.Equal("", run.Out);
            said.Append($"$ fathom {line}\n{run.Error}exit {run.ExitCode}\n\n");
        }

        Snapshot.Match(said.ToString().Replace(inside, "INSIDE", StringComparison.Ordinal).Replace(address, "ADDRESS", StringComparison.Ordinal), "object-bad-input.txt");
    }

    private static async Task<string> AddressAsync(string subject, string type)
    {
        JsonElement rows = await AskAsync("heap", "objects", subject, "--type", type);
        return Assert.Single(rows.EnumerateArray()).GetProperty("address").GetString()!;
    }

    private static async Task<JsonElement> AskAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return json.RootElement.GetProperty("rows").Clone();
    }
}
