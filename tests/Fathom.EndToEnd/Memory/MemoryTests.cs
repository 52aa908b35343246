using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Memory;

/// <summary><c>fathom memory</c> on a program that takes known amounts of each kind of memory.</summary>
public sealed class MemoryTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("MemoryMix");

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_balance_adds_up_and_a_recording_gives_the_same_answer()
    {
        _sample.Ask("fill");
        using JsonDocument live = await AskAsync("memory", $"{_sample.Pid}", "--save", _folder.File("m.fathom"));
        using JsonDocument saved = await AskAsync("memory", _folder.File("m.fathom"));

        Assert.Equal(live.RootElement.GetProperty("rows").GetRawText(), saved.RootElement.GetProperty("rows").GetRawText());
        long sum = live.RootElement.GetProperty("rows").EnumerateArray().Sum(row => row.GetProperty("rss_bytes").GetInt64());
        Assert.Equal(Total(live, "rss"), sum);
        Assert.InRange(sum, Total(live, "kernel_rss") * 0.99, Total(live, "kernel_rss") * 1.01);
        Assert.Equal(Total(live, "total"), Total(live, "rss") + Total(live, "held"));
        Assert.Equal("unknown", _sample.Ask("hello"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_comparison_shows_what_the_program_took()
    {
        using JsonDocument before = await AskAsync("memory", $"{_sample.Pid}", "--save", _folder.File("before.fathom"));
        using JsonDocument taken = JsonDocument.Parse(_sample.Ask("fill"));

        using JsonDocument diff = await AskAsync("memory", "diff", _folder.File("before.fathom"), $"{_sample.Pid}");

        foreach ((string name, string category) in new[]
        {
            ("managed", "managed heap"),
            ("not_explained", "not explained"),
            ("shared_memory", "shared memory"),
            ("mapped_files", "mapped files"),
            ("unmapped_shared_memory", "unmapped shared memory"),
        })
            AssertNear(taken.RootElement.GetProperty(name).GetInt64(), Row(diff, category, "delta_bytes"), category);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Arenas_of_malloc_add_up_and_an_older_recording_says_that_it_has_none()
    {
        _sample.Ask("fill");
        using JsonDocument arenas = await AskAsync("memory", $"{_sample.Pid}", "--malloc", "--save", _folder.File("m.fathom"), "--columns", "all");
        using JsonDocument balance = await AskAsync("memory", _folder.File("m.fathom"));
        ToolRun older = await FathomTool.RunAsync(
            "memory", Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Cli", "Recordings", "2026-11", "memory.fathom.zip"), "--malloc");

        JsonElement[] rows = [.. arenas.RootElement.GetProperty("rows").EnumerateArray()];
        Assert.Equal("main arena", rows.MaxBy(row => row.GetProperty("in_use_count") is { ValueKind: JsonValueKind.Number } count ? count.GetInt64() : 0).GetProperty("arena").GetString());
        Assert.All(rows, row => Assert.Equal(
            row.GetProperty("size_bytes").GetInt64(),
            row.GetProperty("in_use_bytes").GetInt64() + row.GetProperty("free_bytes").GetInt64() + row.GetProperty("not_known_bytes").GetInt64()));
        AssertNear(rows.Sum(row => row.GetProperty("free_resident_bytes").GetInt64()), Row(balance, "malloc, free", "rss_bytes"), "free");
        Assert.Equal((3, true), (older.ExitCode, older.Error.Contains("does not tell what of malloc is free.", StringComparison.Ordinal)));
        Assert.Equal("unknown", _sample.Ask("hello"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Live_and_dead_objects_are_told_apart_in_one_stop()
    {
        using JsonDocument before = await AskAsync("memory", $"{_sample.Pid}", "--live", "--save", _folder.File("before.fathom"));
        using JsonDocument taken = JsonDocument.Parse(_sample.Ask("fill"));
        using JsonDocument dropped = JsonDocument.Parse(_sample.Ask("drop 24"));
        using JsonDocument after = await AskAsync("memory", $"{_sample.Pid}", "--live", "--save", _folder.File("after.fathom"));

        using JsonDocument diff = await AskAsync("memory", "diff", _folder.File("before.fathom"), _folder.File("after.fathom"));
        using JsonDocument coarse = await AskAsync("memory", "diff", _folder.File("before.fathom"), $"{_sample.Pid}");

        AssertNear(taken.RootElement.GetProperty("managed").GetInt64(), Row(diff, "managed heap, live", "delta_bytes"), "live");
        AssertNear(dropped.RootElement.GetProperty("dead").GetInt64(), Row(diff, "managed heap, dead", "delta_bytes"), "dead");
        AssertNear((64 + 24) * 1024 * 1024, Row(coarse, "managed heap", "delta_bytes"), "both");
        Assert.Equal(Total(after, "kernel_rss"), Total(after, "rss"));
        Assert.Equal("unknown", _sample.Ask("hello"));
    }

    [Fact]
    public async Task A_stop_gives_the_sums_that_an_independent_script_finds_and_says_how_long_it_was()
    {
        _sample.Ask("fill");
        ToolRun table = await FathomTool.RunAsync("memory", $"{_sample.Pid}", "--stop", "--save", _folder.File("m.fathom"));
        using JsonDocument owners = await AskAsync("memory", _folder.File("m.fathom"), "--by", "owner");

        Assert.Matches(@"The process was stopped for [0-9.]+ m?s \(expected about [0-9.]+ m?s\)", table.Out);
        Assert.Matches($"note: stopping '{_sample.Pid}' for about [0-9.]+ m?s", table.Error);
        Assert.Equal(Total(owners, "kernel_rss"), Total(owners, "rss"));
        Dictionary<string, long> script = await SmapsSumsAsync();
        AssertNear(script["all"], Total(owners, "rss"), "all");
        foreach ((string category, string owner, string name) in new[] { ("shared memory", "memfd mix-mapped", "memfd"), ("malloc", "main heap", "heap"), ("shared memory", "anonymous", "zero") })
        {
            long bytes = owners.RootElement.GetProperty("rows").EnumerateArray()
                .Where(row => row.GetProperty("category").GetString()!.Split(", ")[0] == category && row.GetProperty("owner").GetString() == owner).Sum(row => row.GetProperty("rss_bytes").GetInt64());
            AssertNear(script[name], bytes, name);
        }

        AssertNear(
            script["dll"],
            owners.RootElement.GetProperty("rows").EnumerateArray().Where(row => row.GetProperty("category").GetString() == "managed images").Sum(row => row.GetProperty("rss_bytes").GetInt64()),
            "managed images");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Types_and_memory_of_one_stop_stand_in_one_file_and_one_recording()
    {
        _sample.Ask("fill");
        string csv = _folder.File("both.csv");
        ToolRun first = await FathomTool.RunAsync("heap", $"{_sample.Pid}", "--memory", "-o", csv, "--append", "--label", "context=run 1");
        ToolRun second = await FathomTool.RunAsync("heap", $"{_sample.Pid}", "--memory", "-o", csv, "--append", "--save", _folder.File("both.fathom"));
        using JsonDocument saved = await AskAsync("heap", _folder.File("both.fathom"), "--memory");
        using JsonDocument memory = await AskAsync("memory", _folder.File("both.fathom"));

        Assert.Equal((0, 0), (first.ExitCode, second.ExitCode));
        string[] lines = await File.ReadAllLinesAsync(csv, TestContext.Current.CancellationToken);
        Assert.Equal("utc,pid,name,command_line,age_s,context,kind,type,module,count,size_bytes,average_bytes", lines[0]);
        Assert.Equal(2, lines.Count(line => line.Contains(",memory,\"malloc, in use\",", StringComparison.Ordinal)));
        Assert.Equal(2, lines.Count(line => line.Contains(",type,System.Byte[],", StringComparison.Ordinal)));
        Assert.Equal(Total(memory, "allocated"), Total(saved, "memory_allocated"));
        JsonElement[] rows = [.. saved.RootElement.GetProperty("rows").EnumerateArray()];
        long types = rows.Where(row => row.GetProperty("kind").GetString() == "type").Sum(row => row.GetProperty("size_bytes").GetInt64());
        Assert.Equal(Total(saved, "allocated"), types);
        AssertNear(types, rows.Single(row => row.GetProperty("type").GetString() == "managed heap, allocated").GetProperty("size_bytes").GetInt64(), "objects");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_row_names_of_the_earlier_tool_add_up_as_they_did()
    {
        _sample.Ask("fill");
        using JsonDocument classic = await AskAsync("heap", $"{_sample.Pid}", "--memory", "--layout", "classic", "--save", _folder.File("c.fathom"));
        ToolRun alone = await FathomTool.RunAsync("memory", _folder.File("c.fathom"), "--layout", "classic", "--format", "csv", "--columns", "type");

        Dictionary<string, long> sizes = classic.RootElement.GetProperty("rows").EnumerateArray().Take(11)
            .ToDictionary(row => row.GetProperty("type").GetString()!, row => row.GetProperty("size_bytes").GetInt64());
        Assert.Equal(Total(classic, "memory_allocated"), sizes["Allocated(Total)"]);
        Assert.Equal(Total(classic, "rss"), sizes["Committed_Total"]);
        using JsonDocument categories = await AskAsync("memory", _folder.File("c.fathom"));
        Assert.Equal(
            sizes["Allocated(Total)"], sizes.Where(row => row.Key.EndsWith('!')).Sum(row => row.Value) - sizes["Managed Heap(Free)!"] - Row(categories, "malloc, free", "rss_bytes"));
        Snapshot.Match(string.Join('\n', alone.Out.Split('\n').Select(line => line[(line.LastIndexOf(',') + 1)..])), "memory-classic-rows.txt");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Owners_regions_and_the_control_group_are_other_views_of_one_look()
    {
        _sample.Ask("fill");
        using JsonDocument owners = await AskAsync("memory", $"{_sample.Pid}", "--by", "owner", "--save", _folder.File("m.fathom"));
        using JsonDocument regions = await AskAsync("memory", _folder.File("m.fathom"), "--regions", "--where", "category=not explained");
        using JsonDocument group = await AskAsync("memory", _folder.File("m.fathom"), "--cgroup");

        Assert.Contains(owners.RootElement.GetProperty("rows").EnumerateArray(), row => row.GetProperty("owner").GetString() == "memfd mix-mapped");
        Assert.Contains(owners.RootElement.GetProperty("rows").EnumerateArray(), row => row.GetProperty("owner").GetString()?.StartsWith("deep (tid ", StringComparison.Ordinal) == true);
        Assert.Equal(Total(owners, "not_explained"), regions.RootElement.GetProperty("rows").EnumerateArray().Sum(row => row.GetProperty("rss_bytes").GetInt64()));
        Assert.Contains(regions.RootElement.GetProperty("rows").EnumerateArray(), row => row.GetProperty("rss_bytes").GetInt64() >= 40 * 1024 * 1024);
        Assert.All(group.RootElement.GetProperty("rows").EnumerateArray(), row => Assert.NotEqual("", row.GetProperty("fact").GetString()));
    }

    [Fact]
    public async Task A_limit_on_a_sum_fails_a_script_and_a_trend_file_grows_by_one_look()
    {
        ToolRun within = await FathomTool.RunAsync("memory", $"{_sample.Pid}", "-o", _folder.File("m.csv"), "--append", "--fail-if", "allocated.size_bytes=1000GiB..");
        ToolRun beyond = await FathomTool.RunAsync("memory", $"{_sample.Pid}", "-o", _folder.File("m.csv"), "--append", "--fail-if", "rss.size_bytes=1MiB..");

        Assert.Equal((0, 10), (within.ExitCode, beyond.ExitCode));
        string[] lines = await File.ReadAllLinesAsync(_folder.File("m.csv"), TestContext.Current.CancellationToken);
        Assert.StartsWith("utc,pid,name,command_line,age_s,context,category,rss_bytes", lines[0], StringComparison.Ordinal);
        Assert.Equal(2, lines.Count(line => line.Contains(",managed heap,", StringComparison.Ordinal)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_core_is_answered_from_the_recording_beside_it_and_from_no_other_ones()
    {
        using JsonDocument live = await AskAsync("memory", $"{_sample.Pid}", "--save", _folder.File("core.fathom"));
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        _sample.Ask("fill");

        using JsonDocument core = await AskAsync("memory", _folder.File("core"));
        using JsonDocument diff = await AskAsync("memory", "diff", _folder.File("core"), $"{_sample.Pid}");
        Assert.Equal(live.RootElement.GetProperty("rows").GetRawText(), core.RootElement.GetProperty("rows").GetRawText());
        AssertNear(40 * 1024 * 1024, Row(diff, "not explained", "delta_bytes"), "not explained");

        using SampleProcess other = SampleProcess.Start("Idle");
        await FathomTool.RunAsync("memory", $"{other.Pid}", "--save", _folder.File("core.fathom"), "--force");
        ToolRun wrong = await FathomTool.RunAsync(["memory", "core"], null, folder: _folder.Path);
        Snapshot.Match($"{wrong.Error}exit {wrong.ExitCode}\n".Replace($"{other.Pid}", "OTHER").Replace($"{_sample.Pid}", "PID"), "memory-other-sidecar.txt");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_core_without_its_recording_tells_what_it_holds_and_names_what_is_missing()
    {
        _sample.Ask("fill");
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        using JsonDocument live = await AskAsync("memory", $"{_sample.Pid}");
        using JsonDocument core = await AskAsync("memory", _folder.File("core"), "--save", _folder.File("kept.fathom"));
        using JsonDocument kept = await AskAsync("memory", _folder.File("kept.fathom"));
        using JsonDocument objects = await AskAsync("memory", _folder.File("core"), "--live");
        using JsonDocument heap = await AskAsync("heap", _folder.File("core"), "--memory");
        ToolRun resident = await FathomTool.RunAsync("memory", _folder.File("core"), "--columns", "category,rss_bytes", "--format", "csv", "--fail-if", "rss.size_bytes=1MiB..");

        Assert.Equal(core.RootElement.GetProperty("rows").GetRawText(), kept.RootElement.GetProperty("rows").GetRawText());
        AssertNear(new FileInfo(_folder.File("core")).Length, Total(core, "saved"), "saved");
        Assert.Equal(JsonValueKind.Null, core.RootElement.GetProperty("totals").EnumerateArray().Single(row => row.GetProperty("kind").GetString() == "rss").GetProperty("size_bytes").ValueKind);
        foreach (string part in (string[])["malloc, in use", "malloc, free"])
            AssertNear(Row(live, part, "virtual_bytes"), Row(core, part, "virtual_bytes"), part);
        AssertNear(Row(live, "managed heap", "virtual_bytes"), Row(core, "managed heap, allocated", "saved_bytes") + Row(core, "managed heap, free", "saved_bytes"), "managed heap");
        AssertNear(Row(core, "managed heap, allocated", "saved_bytes"), Row(objects, "managed heap, live", "saved_bytes") + Row(objects, "managed heap, dead", "saved_bytes"), "objects");
        JsonElement[] rows = [.. heap.RootElement.GetProperty("rows").EnumerateArray()];
        Assert.Equal(Total(heap, "allocated"), rows.Where(row => row.GetProperty("kind").GetString() == "type").Sum(row => row.GetProperty("size_bytes").GetInt64()));
        foreach (string part in (string[])["malloc, in use", "malloc, free"])
            Assert.Equal(Row(core, part, "saved_bytes"), rows.Single(row => row.GetProperty("type").GetString() == part).GetProperty("size_bytes").GetInt64());
        foreach (JsonDocument answer in new[] { core, kept, objects, heap })
            Assert.Contains(
                answer.RootElement.GetProperty("notes").EnumerateArray(),
                note => note.GetString()!.StartsWith("A core alone does not say which memory was resident", StringComparison.Ordinal));
        Assert.Equal(1, resident.ExitCode);
        Assert.Contains("\n\"malloc, in use\",\n", resident.Out.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        Assert.Contains("limit not judged: rss.size_bytes=1MiB..: rss.size_bytes has no value", resident.Error, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_types_of_a_core_stand_beside_the_memory_of_the_recording_that_was_saved_with_it()
    {
        _sample.Ask("fill");
        ToolRun dump = await FathomTool.RunAsync("dump", $"pid:{_sample.Pid}", "-o", _folder.File("it.core"));
        Assert.True(dump.ExitCode == 0, dump.ToString());
        using JsonDocument memory = await AskAsync("memory", _folder.File("it.core"));
        using JsonDocument heap = await AskAsync("heap", _folder.File("it.core"));
        using JsonDocument both = await AskAsync("heap", _folder.File("it.core"), "--memory", "--save", _folder.File("both.fathom"));
        using JsonDocument live = await AskAsync("heap", _folder.File("it.core"), "--memory", "--live");
        using JsonDocument kept = await AskAsync("heap", _folder.File("both.fathom"), "--memory");
        using JsonDocument objects = await AskAsync("memory", _folder.File("it.core"), "--live");

        JsonElement[] rows = [.. both.RootElement.GetProperty("rows").EnumerateArray()];
        Assert.Equal(Total(memory, "rss"), Total(both, "rss"));
        Assert.Equal(Row(memory, "malloc, in use", "rss_bytes"), rows.Single(row => row.GetProperty("type").GetString() == "malloc, in use").GetProperty("size_bytes").GetInt64());
        Assert.Equal(heap.RootElement.GetProperty("rows").GetArrayLength(), rows.Count(row => row.GetProperty("kind").GetString() == "type"));
        Assert.Equal(both.RootElement.GetProperty("rows").GetRawText(), kept.RootElement.GetProperty("rows").GetRawText());
        Assert.InRange(Total(live, "live"), 64 * 1024 * 1024, Total(both, "allocated"));

        // What the recording does not know is asked of the core alone.
        AssertNear(Total(live, "live"), Row(objects, "managed heap, live", "saved_bytes"), "live");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_cannot_be_answered_is_one_sentence_and_one_next_step()
    {
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        ToolRun core = await FathomTool.RunAsync(["memory", "core", "--cgroup"], null, folder: _folder.Path);
        ToolRun both = await FathomTool.RunAsync(["memory", $"{_sample.Pid}", "--regions", "--cgroup"], null);
        List<ToolRun> runs = [core, both];
        foreach (string options in new[] { "--by colour", "--layout modern", "--stop core", "--live m.fathom" })
        {
            if (options.EndsWith("m.fathom", StringComparison.Ordinal))
                await FathomTool.RunAsync("memory", $"{_sample.Pid}", "--save", _folder.File("m.fathom"));
            string[] words = options.Split(' ');
            bool hasSubject = words[0] is "--stop" or "--live";
            runs.Add(await FathomTool.RunAsync(hasSubject ? ["memory", .. words] : ["memory", $"{_sample.Pid}", .. words], null, folder: _folder.Path));
        }

        runs.Add(await FathomTool.RunAsync(["heap", "m.fathom", "--memory"], null, folder: _folder.Path));
        byte[] whole = await File.ReadAllBytesAsync(_folder.File("core"), TestContext.Current.CancellationToken);
        await File.WriteAllBytesAsync(_folder.File("cut.core"), whole[..(whole.Length / 2)], TestContext.Current.CancellationToken);
        const int machineAt = 18, arm64 = 183;
        whole[machineAt] = arm64;
        await File.WriteAllBytesAsync(_folder.File("arm.core"), whole, TestContext.Current.CancellationToken);
        runs.Add(await FathomTool.RunAsync(["memory", "cut.core"], null, folder: _folder.Path));
        runs.Add(await FathomTool.RunAsync(["memory", "arm.core"], null, folder: _folder.Path));
        runs.Add(await FathomTool.RunAsync(["memory", "diff", "core", $"{_sample.Pid}"], null, folder: _folder.Path));
        runs.Add(await FathomTool.RunAsync(["heap", "core", "--memory", "--by", "generation"], null, folder: _folder.Path));
        runs.Add(await FathomTool.RunAsync(["heap", "core", "--layout", "classic"], null, folder: _folder.Path));

        Snapshot.Match(Regex.Replace(string.Concat(runs.Select(run => $"{run.Error}exit {run.ExitCode}\n")), "[0-9]{1,3}(,[0-9]{3})+", "N"), "memory-bad-input.txt");
        Assert.All(runs, run => Assert.Equal("", run.Out));
    }

    // Sums that nothing of Fathom takes part in.
    private async Task<Dictionary<string, long>> SmapsSumsAsync()
    {
        const string program = """
            /^[0-9a-f]+-/ { name = $6 }
            /^Rss:/ { all += $2; if (name ~ /\.dll$/) dll += $2; if (name ~ /memfd:mix-mapped/) memfd += $2; if (name == "[heap]") heap += $2; if (name ~ /^\/dev\/zero/) zero += $2 }
            END { printf "all %d\ndll %d\nmemfd %d\nheap %d\nzero %d\n", all * 1024, dll * 1024, memfd * 1024, heap * 1024, zero * 1024 }
            """;
        using Process awk = Process.Start(new ProcessStartInfo("awk", [program, $"/proc/{_sample.Pid}/smaps"]) { RedirectStandardOutput = true })!;
        string text = await awk.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        return text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split(' ')).ToDictionary(words => words[0], words => long.Parse(words[1], CultureInfo.InvariantCulture));
    }

    private static void AssertNear(long expected, long actual, string what) =>
        Assert.True(Math.Abs(actual - expected) <= Math.Max(1024 * 1024, expected * 3 / 100), $"{what}: {actual}, not {expected}");

    private static long Row(JsonDocument result, string category, string column) =>
        result.RootElement.GetProperty("rows").EnumerateArray().Single(row => row.GetProperty("category").GetString() == category).GetProperty(column).GetInt64();

    private static long Total(JsonDocument result, string kind) =>
        result.RootElement.GetProperty("totals").EnumerateArray().Single(row => row.GetProperty("kind").GetString() == kind).GetProperty("size_bytes").GetInt64();

    private static async Task<JsonDocument> AskAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        // A core may lack pages of libraries that say where the references of an object are: a loss that is counted.
        Assert.True(run.Code == ExitCode.Ok || (run.Code == ExitCode.Partial && args.Contains("--live")), run.ToString());
        return JsonDocument.Parse(run.Out);
    }
}
