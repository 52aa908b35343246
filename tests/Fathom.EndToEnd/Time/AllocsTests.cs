using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>What a program allocated, by type and by method, beside what its runtime counted.</summary>
public sealed class AllocsTests : IDisposable
{
    // Standard errors that a figure may be off; and what the program allocates besides, or a sample misses at an edge.
    private const double MostErrors = 4.5;
    private const double OtherBytes = 500_000;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Estimated_bytes_are_those_that_the_runtime_counted_within_their_error()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        string saved = _folder.File("a.fathom"), own = $"pid={sample.Pid}";
        Task<ToolRun> recording = FathomTool.RunAsync("record", $"{sample.Pid}", "--duration", "5s", "--save", saved);
        await Patience.UntilAsync(() => recording.IsCompleted || File.Exists(_folder.File($"a.raw/{sample.Pid}.nettrace")));
        await Task.Delay(500, TestContext.Current.CancellationToken);
        // It answers with what it was asked for, then types and bytes.
        string[] told = sample.Ask("allocations 10").Split(' ');
        ToolRun run = await recording;
        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        Dictionary<string, long> counted = told.Skip(1).Chunk(2).ToDictionary(static pair => pair[0], static pair => long.Parse(pair[1], CultureInfo.InvariantCulture));

        JsonElement[] types = await FathomTool.RowsAsync("allocs", saved, "--where", own);
        JsonElement[] methods = await FathomTool.RowsAsync("allocs", saved, "--by", "method", "--where", own);
        ToolRun screen = await FathomTool.RunAsync("allocs", saved, "--where", own);

        foreach ((string type, long bytes) in counted.Where(static each => each.Key != "all"))
            Near(type, bytes, Assert.Single(types, row => row.GetProperty("type").GetString() == type));
        Near("Texts", counted["System.String"], OfMethod("Texts"));
        Near("Parcels", counted["Events.Parcel"], OfMethod("Parcels"));
        Near("Large", counted["System.Int32[]"], OfMethod("Large"));
        double all = types.Sum(static row => row.GetProperty("estimated_bytes").GetDouble());
        Assert.Equal(all, methods.Sum(static row => row.GetProperty("estimated_bytes").GetDouble()), all * 1e-9);
        Assert.Equal(100, types.Sum(static row => row.GetProperty("percent").GetDouble()), 1e-6);
        double error = 1 / Math.Sqrt(types.Sum(static row => row.GetProperty("sample_count").GetInt64()));
        Assert.InRange(all, counted["all"] * (1 - (MostErrors * error)), (counted["all"] * (1 + (MostErrors * error))) + OtherBytes);
        Assert.Matches(@"[0-9.]+ MiB/s: [0-9.]+ MiB in [0-9.]+ s, an estimate from [0-9,]+ samples \(standard error [0-9.]+ %\)\n", screen.Out);
        // 40,000 times ten of 104 bytes.
        JsonElement parcels = types.Single(static row => row.GetProperty("type").GetString() == "Events.Parcel");
        double objects = parcels.GetProperty("estimated_count").GetDouble();
        Assert.InRange(objects * 104 / parcels.GetProperty("estimated_bytes").GetDouble(), 0.99, 1.01);

        JsonElement OfMethod(string name) => Assert.Single(methods, row => row.GetProperty("method").GetString() == $"Events.KnownAllocations.{name}");
    }

    [Fact]
    public async Task A_trace_without_samples_says_how_they_are_recorded_and_a_wrong_word_is_one_sentence()
    {
        string file = _folder.File("events.nettrace");
        File.Copy(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace"), file);
        ToolRun extract = await FathomTool.RunAsync("extract", file, "--skip", "allocs", "--save", _folder.File("part.fathom"));

        ToolRun none = await FathomTool.RunAsync("allocs", _folder.File("part.fathom")), word = await FathomTool.RunAsync("allocs", file, "--by", "thread");

        Assert.Equal((0, 3, 2), (extract.ExitCode, none.ExitCode, word.ExitCode));
        Assert.Contains("It was skipped at extraction (allocation_sample)", none.Error, StringComparison.Ordinal);
        Assert.Equal("error: 'thread' in '--by thread' is not a grouping of allocations.\n  next: --by type|method|tag\n", word.Error);
    }

    private static void Near(string what, long counted, JsonElement row)
    {
        double error = row.GetProperty("error_percent").GetDouble() / 100, estimated = row.GetProperty("estimated_bytes").GetDouble();
        Assert.True(Math.Abs(estimated - counted) <= (MostErrors * error * counted) + OtherBytes, $"{what}: {estimated} estimated, {counted} counted, error {error}");
    }
}
