using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Verbs on public Windows traces print what PerfView said of these files on Windows, or what another reader counted.</summary>
[Trait("Category", "Slow")]
[Trait(Needs.Trait, Needs.DataReason)]
public sealed class EtlVerbTests : IDisposable
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Kernel = "Windows Kernel";
    private const string DotNet = "net.4.5.2.x86";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(DotNet)]
    [InlineData("net.4.5.x86.win7")]
    public async Task Each_verb_prints_the_counts_of_the_baseline(string name)
    {
        string trace = Copy($"perfview/{name}.etl.zip");
        Dictionary<string, long> told = Counts(PathOf($"perfview/{name}.baseline.txt"));
        long Told(params string[] kinds) => kinds.Sum(kind => told.GetValueOrDefault(kind));

        Assert.Equal(Told($"{Kernel}/PerfInfo/Sample"), await SumAsync("samples", "cpu", trace, "--by", "tag", "--all-processes"));
        Assert.Equal(Told($"{Runtime}/GC/Stop"), await SumAsync("count", "gc", trace));
        Assert.Equal(Told($"{Runtime}/GC/AllocationTick"), await SumAsync("sample_count", "allocs", trace));
        Assert.Equal(Told($"{Runtime}/Exception/Start"), await SumAsync("count", "exceptions", trace));
        Assert.Equal(Told($"{Runtime}/Method/LoadVerbose"), await SumAsync("count", "jit", trace));
        Assert.Equal(Told("Microsoft-Windows-Kernel-File/Create"), await SumAsync("opens", "files", trace, "--all-processes"));
        Assert.Equal(
            (Told($"{Kernel}/DiskIO/Read"), Told($"{Kernel}/DiskIO/Write"), Told($"{Kernel}/DiskIO/FlushBuffers")),
            (await SumAsync("reads", "disk", trace), await SumAsync("writes", "disk", trace), await SumAsync("flushes", "disk", trace)));
        Assert.Equal(Told($"{Kernel}/Memory/HardFault"), await SumAsync("faults", "faults", trace));
        Assert.Equal(
            Told($"{Kernel}/Process/Start"),
            (await FathomTool.RowsAsync("processes", trace)).Count(static row => row.GetProperty("start_ns").ValueKind == JsonValueKind.Number));
        // Without switches there is an answer where the runtime tells waits: for its own locks, beside those for collections.
        if (Told($"{Runtime}/Contention/Start") == 0)
        {
            Assert.Equal(3, (await FathomTool.RunAsync("waits", trace)).ExitCode);
            return;
        }

        JsonElement[] waits = await FathomTool.RowsAsync("waits", trace, "--all-processes");
        Assert.Equal(Told($"{Runtime}/Contention/Start"), waits.Where(static row => row.GetProperty("kind").GetString() != "GC").Sum(static row => row.GetProperty("count").GetInt64()));
    }

    [Theory]
    [InlineData(DotNet)]
    [InlineData("net.4.5.x86.win7")]
    [InlineData("gcevents")]
    [InlineData("primitive-types")]
    public async Task Events_prints_the_count_of_each_kind_of_the_baseline_that_it_calls_the_same(string name)
    {
        string trace = Copy($"perfview/{name}.etl.zip");
        Dictionary<string, long> told = Counts(PathOf($"perfview/{name}.baseline.txt")),
            here = (await FathomTool.RowsAsync("events", trace)).GroupBy(static row => row.GetProperty("event").GetString()!)
                .ToDictionary(static kind => kind.Key, static kind => kind.Sum(static row => row.GetProperty("count").GetInt64()));

        // PerfView leaves out those of idle processors; 'cpu' does, and 'events' counts what was recorded.
        string[] same = [.. told.Keys.Where(here.ContainsKey).Except([$"{Kernel}/PerfInfo/Sample"])];
        Assert.All(same, kind => Assert.Equal((kind, told[kind]), (kind, here[kind])));
        Assert.True(same.Length > 0, string.Join('\n', told.Keys));
        TestContext.Current.TestOutputHelper?.WriteLine($"{same.Length} of {told.Count} kinds of the baseline");
    }

    [Fact]
    public async Task Collections_have_the_begin_and_end_that_another_reader_found()
    {
        string trace = Copy("dotnet-performance/DynamicEvents.etl.zip");
        string[] lines = await File.ReadAllLinesAsync(PathOf("dotnet-performance/DynamicEvents.etl.zip.gc.txt"), TestContext.Current.CancellationToken);
        (long Number, long Generation, decimal StartMs, decimal EndMs)[] told =
        [
            .. lines.Select(static line => line.Trim().Split('\t')).Where(static parts => parts.Length == 6 && long.TryParse(parts[0], out _))
                .Select(static parts => (Number(parts[0]), Number(parts[1]), decimal.Parse(parts[4], CultureInfo.InvariantCulture), decimal.Parse(parts[5], CultureInfo.InvariantCulture))),
        ];

        Dictionary<long, JsonElement> here = (await FathomTool.RowsAsync("gc", trace, "--each")).ToDictionary(static row => row.GetProperty("number").GetInt64());

        Assert.Equal((1217, 40), (here.Count, told.Length));
        Assert.All(told, one =>
        {
            JsonElement row = here[one.Number];
            decimal startMs = row.GetProperty("start_ns").GetInt64() / 1e6m, endMs = startMs + (row.GetProperty("duration_ns").GetInt64() / 1e6m);
            Assert.Equal(one.Generation, row.GetProperty("generation").GetInt64());
            Assert.InRange(startMs, one.StartMs - 0.0011m, one.StartMs + 0.0011m);
            Assert.InRange(endMs, one.EndMs - 0.0021m, one.EndMs + 0.0021m);
        });
    }

    [Fact]
    public async Task Locks_and_info_agree_that_all_waits_are_of_the_runtime_itself()
    {
        string trace = Copy($"perfview/{DotNet}.etl.zip");

        ToolRun locks = await FathomTool.RunAsync("locks", trace);
        ToolRun info = await FathomTool.RunAsync("info", trace, "--format", "csv", "--where", "fact=verb locks");

        string why = "the 16 waits for locks that were recorded are for locks of the runtime itself, which fathom waits shows";
        Assert.Equal((0, 0), (locks.ExitCode, info.ExitCode));
        Assert.Contains(why, locks.Error, StringComparison.Ordinal);
        Assert.Contains($"no: {why}", info.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_machine_and_time_of_the_trace_are_told_however_it_was_read()
    {
        string trace = Copy($"perfview/{DotNet}.etl.zip"), saved = _folder.File("saved.fathom");
        ToolRun extract = await FathomTool.RunAsync("extract", trace, "--save", saved);
        Assert.True(extract.ExitCode == 0, extract.ToString());

        foreach (string subject in (string[])[trace, saved])
        {
            string text = (await FathomTool.RunAsync("info", subject)).Out;
            Assert.Contains("BRIANROB-W8, Windows 8 Pro 6.2.9200, x64, 8 processors", text, StringComparison.Ordinal);
            Assert.Contains("2020-07-29T00:06:19", text, StringComparison.Ordinal);
            Assert.DoesNotContain(Environment.MachineName + ",", text, StringComparison.Ordinal);
        }

        JsonElement listed = Assert.Single(await FathomTool.RowsAsync("info", saved.Replace("saved", "sav*", StringComparison.Ordinal)));
        Assert.Equal(("BRIANROB-W8", "2020-07-29T00:06:19Z"), (listed.GetProperty("machine").GetString(), listed.GetProperty("created_utc").GetString()));
    }

    [Fact]
    public async Task Modules_are_found_by_name_and_version_and_stacks_by_tag()
    {
        string trace = Copy($"perfview/{DotNet}.etl.zip");

        JsonElement[] modules = await FathomTool.RowsAsync("modules", trace, "--where", "module=*coreclr*,clr.dll", "--where", "version=4.*");
        JsonElement[] none = await FathomTool.RowsAsync("modules", trace, "--where", "module=*coreclr*,clr.dll", "--where", "version=7.*");
        JsonElement[] shipped = await FathomTool.RowsAsync("cpu", trace, "--by", "tag", "--all-processes", "--where", "tag=*Defender", "--where", "process=MsMpEng");
        string tags = _folder.File("own.stacktags");
        await File.WriteAllTextAsync(
            tags, """<?xml version="1.0"?><Tag Name=""><Tag Name="Scanner" Priority="1000"><Entrypoint Module="mpengine.dll" Method="*"/></Tag></Tag>""", TestContext.Current.CancellationToken);
        JsonElement[] own = await FathomTool.RowsAsync("cpu", trace, "--by", "tag", "--tags", tags, "--all-processes", "--where", "tag=*Scanner");

        Assert.Equal(
            [("PerfView", 3988L, "4.0.30319"), ("Test.x86", 3644L, "4.0.30319")],
            modules.Select(static row => (row.GetProperty("process").GetString()!, row.GetProperty("pid").GetInt64(), row.GetProperty("version").GetString()!)).Order());
        Assert.Empty(none);
        // PerfView's baseline does not count by module: the service of Windows Defender is the process of most of these samples.
        Assert.True(Assert.Single(shipped).GetProperty("samples").GetInt64() > 100);
        Assert.True(own.Sum(static row => row.GetProperty("samples").GetInt64()) > 100, JsonSerializer.Serialize(own));
    }

    [Fact]
    public async Task The_name_of_a_trace_tells_its_test()
    {
        string trace = Copy("perfview/gcevents.etl.zip", "Open_1200ms_PC7_CLT_TestStatus-Passed_20240131-093000.etl.zip");
        ToolRun extract = await FathomTool.RunAsync("extract", trace);
        Assert.True(extract.ExitCode == 0, extract.ToString());
        string pattern = _folder.File("*.fathom");

        JsonElement[] all = await FathomTool.RowsAsync("info", pattern, "--columns", "+test,+test_ms,+test_status,+test_role,+test_machine,+test_at", "--where", "test=Open*");
        JsonElement[] others = await FathomTool.RowsAsync("info", pattern, "--where", "test=Close*");

        JsonElement row = Assert.Single(all);
        Assert.Equal(
            ("Open", 1200L, "Passed", "CLT", "PC7", "2024-01-31T09:30:00"),
            (row.GetProperty("test").GetString(), row.GetProperty("test_ms").GetInt64(), row.GetProperty("test_status").GetString(), row.GetProperty("test_role").GetString(),
                row.GetProperty("test_machine").GetString(), row.GetProperty("test_at").GetString()));
        Assert.Empty(others);
    }

    [Fact]
    public async Task A_verb_that_finds_nothing_says_what_Windows_would_have_recorded()
    {
        string trace = Copy("tx/KernelNetwork.etl");

        foreach ((string verb, string hint) in ((string, string)[])[("cpu", "wpr -start CPU"), ("gc", "wpr -start DotNET"), ("files", "wpr -start FileIO"), ("markers", "wpr -marker TEXT")])
        {
            ToolRun run = await FathomTool.RunAsync(verb, trace);
            Assert.True(run.ExitCode == 0 && run.Error.Contains(hint, StringComparison.Ordinal), run.ToString());
        }

        foreach (string verb in (string[])["waits", "machine"])
        {
            ToolRun run = await FathomTool.RunAsync(verb, trace);
            Assert.True(run.ExitCode == 3 && run.Error.Contains("next: record again with: wpr -start CPU", StringComparison.Ordinal), run.ToString());
        }
    }

    [Theory]
    [InlineData("gc", "dotnet-performance/DynamicEvents.etl.zip")]
    [InlineData("disk", $"perfview/{DotNet}.etl.zip", "--by", "disk")]
    [InlineData("requests", "tx/HTTP_Server.etl")]
    [InlineData("tcp", "tx/KernelNetwork.etl")]
    [InlineData("locks", $"perfview/{DotNet}.etl.zip")]
    public async Task The_first_screen_of_a_verb_stays(string verb, string file, params string[] options)
    {
        string trace = Copy(file);

        ToolRun run = await FathomTool.RunAsync([verb, trace, .. options, "--top", "10"], environment: null);

        Assert.True(run.ExitCode == 0, run.ToString());
        string notes = string.Join('\n', run.Error.Split('\n').Where(static line => !line.Contains("was read into", StringComparison.Ordinal)));
        Snapshot.Match((run.Out + notes).Replace(_folder.Path, "FOLDER", StringComparison.Ordinal), $"etl-{verb}.txt");
    }

    private static string PathOf(string name) => Path.Combine([Needs.DataFolder(), "etl", .. name.Split('/')]);

    private static Dictionary<string, long> Counts(string baseline) =>
        File.ReadLines(baseline).Where(static line => line.StartsWith("COUNT ", StringComparison.Ordinal)).Select(static line => (Line: line[6..], At: line.LastIndexOf(':') - 6))
            .ToDictionary(static one => one.Line[..one.At], static one => Number(one.Line[(one.At + 1)..]));

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    private static async Task<long> SumAsync(string column, params string[] question) =>
        (await FathomTool.RowsAsync(question)).Sum(row => row.GetProperty(column) is { ValueKind: JsonValueKind.Number } value ? value.GetInt64() : 0);

    private string Copy(string name, string? called = null)
    {
        string copy = _folder.File(called ?? Path.GetFileName(name));
        File.Copy(PathOf(name), copy);
        return copy;
    }
}
