using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>Raw files of <c>fathom record</c> that somebody damages, or that are in use.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class RawFolderTests : IDisposable
{
    private readonly TestFolder _folder = new();

    private string Saved => _folder.File("app.fathom");

    private string Raw => _folder.File("app.raw");

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_file_of_a_runtime_and_marks_that_make_no_sense_are_losses_and_the_rest_is_read()
    {
        Needs.Perf();
        string facts = _folder.File("facts.json");
        ToolRun run = await FathomTool.RunAsync("record", "--no-extract", "--save", Saved, "--", Path.Combine(Repository.SampleFolder("Phases"), "Phases"), "run", facts, "0", "throw,child");
        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        string child = JsonDocument.Parse(await File.ReadAllTextAsync(facts, TestContext.Current.CancellationToken)).RootElement
            .GetProperty("phases")[1].GetProperty("facts").GetProperty("pid").GetInt32().ToString(CultureInfo.InvariantCulture);
        string events = Path.Combine(Raw, $"{child}.nettrace");
        byte[] bytes = await File.ReadAllBytesAsync(events, TestContext.Current.CancellationToken);
        await File.WriteAllBytesAsync(events, bytes[..60], TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(Path.Combine(Raw, "marks.fathom-marks"), "nonsense", TestContext.Current.CancellationToken);

        ToolRun extracted = await FathomTool.RunAsync("extract", Raw);

        Assert.Equal((1, ""), (extracted.ExitCode, extracted.Out.Contains("Unhandled", StringComparison.Ordinal) ? extracted.Out : ""));
        JsonElement[] thrown = await RowsAsync("exceptions");
        Assert.Equal(1000, thrown.Sum(static row => row.GetProperty("count").GetInt64()));
        // And not the method of the runtime that looks for a handler.
        Assert.All(thrown, static row => Assert.Equal("Phases.ThrowPhase.Throw", row.GetProperty("method").GetString()));
        JsonElement[] losses = await RowsAsync("sql", "select source || ': ' || reason as lost from loss where reason like '%cannot be read' order by 1");
        string[] lost = [.. losses.Select(static row => row.GetProperty("lost").GetString()!)];
        Assert.Equal(["marks: their file cannot be read", "nettrace: the file cannot be read"], lost);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_source_tells_from_when_to_when_it_was_on_and_each_event_what_became_of_it()
    {
        Needs.Perf();
        ToolRun run = await FathomTool.RunAsync("record", "--save", Saved, "--", Path.Combine(Repository.SampleFolder("Phases"), "Phases"), "run", _folder.File("facts.json"), "0", "throw,child");
        Assert.True(run.ExitCode is 0 or 1, run.ToString());

        JsonElement[] sources = await RowsAsync("sql", "select file, kind, pid, start_ns, stop_ns, size_bytes from recorder_source where kind <> 'requests' order by kind, start_ns");
        Assert.Equal(["kernel", "runtime", "runtime"], sources.Select(static row => row.GetProperty("kind").GetString()));
        Assert.Equal("perf.data", sources[0].GetProperty("file").GetString());
        Assert.All(sources, static row => Assert.True(row.GetProperty("stop_ns").GetInt64() > row.GetProperty("start_ns").GetInt64() && row.GetProperty("size_bytes").GetInt64() > 0, row.ToString()));
        // The child starts later and ends earlier than the program, and the kernel's events are on for longer than both.
        long[] starts = [.. sources.Select(static row => row.GetProperty("start_ns").GetInt64())], stops = [.. sources.Select(static row => row.GetProperty("stop_ns").GetInt64())];
        Assert.True(starts[0] < starts[1] && starts[1] < starts[2] && stops[2] < stops[1] && stops[1] <= stops[0], string.Join('\n', sources));

        // A second session of each, without stacks, for requests: none of them had one, so neither is a trace of the recording.
        Assert.Equal(2, (await RowsAsync("sql", "select file from recorder_source where kind = 'requests' and file like '%.requests.nettrace'")).Length);
        Assert.Equal(3, (await RowsAsync("sql", "select file from trace")).Length);

        // Turns of pool threads are counted only.
        JsonElement[] events = await RowsAsync("sql", "select * from recorder_event where counted is not null and event not like '%turns)'");
        Assert.Contains(events, static row => row.GetProperty("event").GetString() == "sched:sched_switch");
        Assert.All(events, static row => Assert.Equal(
            row.GetProperty("counted").GetInt64(),
            ((string[])["kept", "own", "lost", "damaged", "missing"]).Sum(column => row.GetProperty(column).GetInt64())));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_raw_files_of_a_recording_that_runs_are_not_taken_away_by_another_one()
    {
        Needs.Perf();
        using Process first = Process.Start(FathomTool.Start(FathomTool.Executable, ["record", "--save", Saved, "--", "sh", "-c", "echo begun; read line"], null, null))!;
        Assert.Equal("begun", await first.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));

        ToolRun second = await FathomTool.RunAsync("record", "--force", "--duration", "1s", "--save", Saved);

        Assert.Equal((3, ""), (second.ExitCode, second.Out));
        Assert.Contains($"'{Raw}' is being recorded by process {first.Id}.", second.Error, StringComparison.Ordinal);
        first.StandardInput.Close();
        await first.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(first.ExitCode is 0 or 1, await first.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken));
        Assert.NotEmpty(await RowsAsync("processes"));
    }

    private Task<JsonElement[]> RowsAsync(params string[] words) => FathomTool.RowsAsync([.. words, Saved]);
}
