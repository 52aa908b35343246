using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary><c>heap --retained</c>, <c>heap suspects</c> and <c>heap paths</c> on a process, its recording and its core, against what the sample says of itself.</summary>
public sealed partial class HeapRetentionTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("Retention");

    private string Subject => $"pid:{_sample.Pid}";

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Retained_bytes_are_those_that_the_sample_computes_whatever_the_source()
    {
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        HeapJson live = await HeapJson.AskAsync("heap", Subject, "--retained", "--type", "Retention.*", "--save", _folder.File("live.fathom"));

        Assert.Equal(live.Rows, (await HeapJson.AskAsync("heap", _folder.File("live.fathom"), "--retained", "--type", "Retention.*")).Rows);
        foreach (HeapJson heap in new[] { live, await HeapJson.AskAsync("heap", _folder.File("core"), "--retained") })
        {
            Assert.All(_sample.Facts.GetProperty("retained").EnumerateArray(), fact =>
            {
                JsonElement row = heap.Row(fact.GetProperty("type").GetString()!);
                foreach (string column in new[] { "count", "size_bytes", "retained_bytes" })
                    Assert.True(fact.GetProperty(column).GetInt64() == row.GetProperty(column).GetInt64(), $"{column} of {fact} is not that of {row}");
            });
        }

        await TargetHealth.CheckAsync(_sample, beats: false);
    }

    [Fact]
    public async Task The_largest_objects_come_with_what_dominates_them()
    {
        HeapJson objects = await HeapJson.AskAsync("heap", Subject, "--retained", "--by", "object");

        JsonElement cache = objects.Row("Retention.Cache"), entries = objects.Row("Retention.Entry[]");
        Assert.Equal(JsonValueKind.Null, cache.GetProperty("dominator_address").ValueKind);
        Assert.Equal(cache.GetProperty("address").GetRawText(), entries.GetProperty("dominator_address").GetRawText());
        Assert.Equal("Retention.Cache", entries.GetProperty("dominator_type").GetString());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Paths_are_those_that_the_sample_knows_whatever_the_source()
    {
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        foreach (string subject in new[] { Subject, _folder.File("core") })
        {
            foreach (JsonElement fact in _sample.Facts.GetProperty("paths").EnumerateArray())
            {
                JsonElement row = (await HeapJson.AskAsync("heap", "paths", subject, "--type", fact.GetProperty("type").GetString()!)).Row(fact.GetProperty("type").GetString()!);

                Assert.Equal(fact.GetProperty("count").GetInt64(), row.GetProperty("count").GetInt64());
                Assert.Equal(fact.GetProperty("root_kind").GetString(), row.GetProperty("root_kind").GetString());
                Assert.Contains(fact.GetProperty("holder").GetString()!, row.GetProperty("holder").GetString(), StringComparison.Ordinal);
                Assert.Equal(
                    fact.GetProperty("steps").EnumerateArray().Select(step => step.GetString()),
                    row.GetProperty("path").GetString()!.Split("\n-> ").Skip(1));
            }
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task All_paths_have_both_holders_of_what_two_share()
    {
        HeapJson all = await HeapJson.AskAsync("heap", "paths", Subject, "--type", "Retention.Shared", "--all", "--save", _folder.File("paths.fathom"));

        Assert.Equal(
            ["Retention.Shop.s_first", "Retention.Shop.s_second"],
            all.RowsOf("Retention.Shared").Select(row => row.GetProperty("holder").GetString()).Order());
        Assert.Equal(all.Rows, (await HeapJson.AskAsync("heap", "paths", _folder.File("paths.fathom"), "--type", "Retention.Shared", "--all")).Rows);
        string address = all.RowsOf("Retention.Shared")[0].GetProperty("example_address").ToString();
        HeapJson one = await HeapJson.AskAsync("heap", "paths", Subject, "--address", address);
        Assert.Equal("Retention.Shop.s_first", one.Row("Retention.Shared").GetProperty("holder").GetString());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Static_fields_locals_and_what_two_share_have_the_bytes_that_the_sample_computes_whatever_the_source()
    {
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        HeapJson live = await HeapJson.AskAsync("heap", "roots", Subject, "--save", _folder.File("live.fathom"));

        Assert.Equal(live.Rows, (await HeapJson.AskAsync("heap", "roots", _folder.File("live.fathom"))).Rows);
        Dictionary<string, long> truth = _sample.Facts.GetProperty("retained").EnumerateArray()
            .ToDictionary(static fact => fact.GetProperty("type").GetString()!, static fact => fact.GetProperty("retained_bytes").GetInt64());
        foreach (HeapJson heap in new[] { live, await HeapJson.AskAsync("heap", "roots", _folder.File("core")) })
        {
            JsonElement[] rows = [.. heap.Rows.Select(static text => JsonDocument.Parse(text).RootElement)];
            Assert.Equal(truth["Retention.Cache"], Bytes(Of(rows, "static", "Retention.Shop.s_cache")));
            Assert.Equal(truth["Retention.FirstHolder"], Bytes(Of(rows, "static", "Retention.Shop.s_first")));
            Assert.Equal(1 + 1 + (2 * 3_000), Of(rows, "static", "Retention.Shop.s_cache").GetProperty("retained_count").GetInt64());
            Assert.Equal("Retention.Session[]", rows.First(static row => row.GetProperty("holder").GetString()?.Contains("Hold", StringComparison.Ordinal) == true).GetProperty("type").GetString());
            // Others of the runtime are shared, too.
            JsonElement several = Assert.Single(rows, static row => row.GetProperty("kind").GetString() == "several");
            Assert.Equal("Retention.Shared", several.GetProperty("type").GetString());
            Assert.InRange(Bytes(several), truth["Retention.Shared"], truth["Retention.Shared"] + 50_000);
            Assert.Equal(heap.Total("live").GetProperty("size_bytes").GetInt64(), rows.Sum(Bytes));
        }

        static JsonElement Of(JsonElement[] rows, string kind, string holder) =>
            Assert.Single(rows, row => row.GetProperty("kind").GetString() == kind && row.GetProperty("holder").GetString() == holder);

        static long Bytes(JsonElement row) => row.GetProperty("retained_bytes").GetInt64();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_cache_is_the_suspect_live_in_a_recording_and_in_a_core()
    {
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        HeapJson live = await HeapJson.AskAsync("heap", "suspects", Subject, "--columns", "+point_type,+held_type,+held_count,+holder", "--save", _folder.File("live.fathom"));

        Assert.Equal(live.Rows, (await HeapJson.AskAsync("heap", "suspects", _folder.File("live.fathom"), "--columns", "+point_type,+held_type,+held_count,+holder")).Rows);
        foreach (HeapJson heap in new[] { live, await HeapJson.AskAsync("heap", "suspects", _folder.File("core"), "--columns", "+point_type,+held_type,+held_count,+holder") })
        {
            JsonElement suspect = heap.Row("Retention.Cache");
            Assert.Equal("object", suspect.GetProperty("kind").GetString());
            Assert.Equal("Retention.Entry[]", suspect.GetProperty("point_type").GetString());
            Assert.Equal("Retention.Entry", suspect.GetProperty("held_type").GetString());
            Assert.Equal(3_000, suspect.GetProperty("held_count").GetInt64());
            Assert.Equal("Retention.Shop.s_cache", suspect.GetProperty("holder").GetString());
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_recording_with_the_graph_answers_all_of_it_later_without_the_process()
    {
        // Of one moment: what a runtime does by itself moves the bytes of a process between two looks at it.
        string kept = _folder.File("kept.fathom"), core = _folder.File("core");
        await CoreDump.WriteAsync(_sample.Pid, core);
        await HeapJson.AskAsync("heap", core, "--save", kept, "--graph");

        foreach (string[] question in new string[][]
        {
            ["heap", "SUBJECT", "--retained", "--type", "Retention.*"],
            ["heap", "suspects", "SUBJECT", "--share", "5"],
            ["heap", "paths", "SUBJECT", "--type", "Retention.Session"],
            ["heap", "paths", "SUBJECT", "--type", "Retention.Shared", "--all"],
            ["heap", "paths", "SUBJECT", "--type", "Retention.Payload"],
        })
        {
            HeapJson then = await HeapJson.AskAsync(Array.ConvertAll(question, word => word == "SUBJECT" ? core : word));
            HeapJson later = await HeapJson.AskAsync(Array.ConvertAll(question, word => word == "SUBJECT" ? kept : word));

            Assert.NotEmpty(then.Rows);
            Assert.Equal(then.Rows, later.Rows);
        }

        Assert.NotEmpty((await HeapJson.AskAsync("heap", kept, "--retained", "--by", "object")).Rows);
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    public async Task A_gcdump_tells_what_is_retained_and_who_holds_it_with_what_it_knows()
    {
        string file = Path.Combine(Needs.DataFolder(), "gcdump", "perfview", "test2.gcdump");

        HeapJson retained = await HeapJson.AskAsync("heap", file, "--retained", "--type", "System.Xaml.*"), paths = await HeapJson.AskAsync("heap", "paths", file, "--type", "System.Xaml.XamlType");
        HeapJson suspects = await HeapJson.AskAsync("heap", "suspects", file);

        Assert.NotEmpty(retained.Rows);
        Assert.NotEmpty(suspects.Rows);
        Assert.Contains(paths.RowsOf("System.Xaml.XamlType"), row => row.GetProperty("root_kind").GetString() == "static");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_graph_that_would_take_too_much_memory_is_refused_before_the_process_is_stopped_unless_it_is_allowed()
    {
        string kept = _folder.File("kept.fathom");
        await HeapJson.AskAsync("heap", Subject, "--save", kept, "--graph");
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        foreach (string subject in new[] { Subject, kept, _folder.File("core") })
        {
            ToolRun run = await FathomTool.RunAsync("heap", "suspects", subject, "--max-memory", "100KiB");

            Assert.Equal(4, run.ExitCode);
            Assert.Contains("and '--max-memory' allows 0 MiB", run.Error, StringComparison.Ordinal);
            Assert.DoesNotContain("stopping", run.Error, StringComparison.Ordinal);
            Assert.NotEmpty((await HeapJson.AskAsync("heap", "suspects", subject, "--max-memory", "1GiB")).Rows);
        }

        Assert.Equal(2, (await FathomTool.RunAsync("heap", "suspects", Subject, "--max-memory", "much")).ExitCode);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_makes_no_sense_is_refused_with_the_next_step()
    {
        string plain = _folder.File("plain.fathom"), sessions = _folder.File("sessions.fathom");
        await HeapJson.AskAsync("heap", Subject, "--save", plain);
        await HeapJson.AskAsync("heap", "paths", Subject, "--type", "Retention.Session", "--save", sessions);
        string[][] lines =
        [
            ["heap", "paths", Subject],
            ["heap", "paths", Subject, "--type", "A", "--address", "0x10"],
            ["heap", "paths", Subject, "--address", "here"],
            ["heap", "paths", Subject, "--type", "Retention.Sesion"],
            ["heap", "paths", Subject, "--address", "0x10"],
            ["heap", "paths", plain, "--type", "Retention.Session"],
            ["heap", "paths", sessions, "--type", "Retention.Cache"],
            ["heap", "suspects", Subject, "--share", "120"],
            ["heap", "suspects", plain],
            ["heap", plain, "--retained"],
            ["heap", Subject, "--retained", "--dead"],
            ["heap", Subject, "--retained", "--by", "generation"],
            ["heap", Subject, "--by", "object"],
        ];
        List<string> answers = [];
        foreach (string[] line in lines)
        {
            ToolRun run = await FathomTool.RunAsync(line);
            string words = string.Join(' ', line);
            answers.Add($"$ fathom {words} => {run.ExitCode}\n{run.Error}");
        }

        string text = string.Join('\n', answers.Select(answer => NoteLine().Replace(answer, ""))).Replace(_folder.Path, "FOLDER", StringComparison.Ordinal)
            .Replace(Subject, "PID", StringComparison.Ordinal);
        text = NearestPattern().Replace(text, "the nearest is the TYPE");
        Snapshot.Match(AddressPattern().Replace(text, m => m.Value.Length > 6 ? "ADDRESS" : m.Value), "heap-retention-errors.txt");
    }

    [GeneratedRegex("note: stopping [^\n]*\n")]
    private static partial Regex NoteLine();

    [GeneratedRegex("the nearest is the [^ ]+")]
    private static partial Regex NearestPattern();

    [GeneratedRegex("0x[0-9a-f]+")]
    private static partial Regex AddressPattern();
}
