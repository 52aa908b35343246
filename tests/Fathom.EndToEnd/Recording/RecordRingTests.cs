using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>
/// A ring keeps the last part of what is recorded: what is saved while it goes on, what it ends with and what a killed recorder leaves hold what a whole recording beside it has of the same time.
/// </summary>
[Trait(Needs.Trait, Needs.RootReason)]
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
[Collection(nameof(WholeMachine))]
public sealed class RecordRingTests : IDisposable
{
    private const long RingNs = 2_000_000_000;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_is_saved_meanwhile_is_what_a_whole_recording_has_of_that_time()
    {
        Needs.Root();
        using SampleProcess web = SampleProcess.Start("Web", "--clients", "1");
        using Process whole = Record("whole.fathom", [$"{web.Pid}"]), ring = Record("ring.fathom", [$"{web.Pid}", "--ring", "2s"]);
        await Patience.UntilAsync(() => HasEvents("whole.raw", web.Pid) && HasEvents("ring.raw/ring", web.Pid));
        // Segments are given up eight seconds after they were closed at the earliest, so this is longer than what is left of the first ones.
        await Patience.UntilAsync(() => Directory.GetFiles(_folder.File("ring.raw/ring"), "perf.data.*.state").Length > 0);

        Signal(ring, "-USR2");
        await Patience.UntilAsync(() => Directory.Exists(_folder.File("ring-1.fathom")) && !Directory.Exists(_folder.File("ring-1.raw")));
        Assert.False(ring.HasExited);
        Assert.True(web.IsRunning);
        Signal(ring, "-INT");
        string said = await EndAsync(ring);
        Signal(whole, "-INT");
        await EndAsync(whole);

        Assert.Matches(@"the last of [0-9.]+ s \(--ring\)", said);
        Assert.Equal([_folder.File("ring-1.fathom"), _folder.File("ring.fathom"), _folder.File("whole.fathom")], Directory.GetFileSystemEntries(_folder.Path).Order());
        foreach (string saved in (string[])["ring-1.fathom", "ring.fathom"])
            await CompareAsync(saved, web.Pid);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_a_killed_recorder_leaves_is_its_last_part()
    {
        Needs.Root();
        using SampleProcess web = SampleProcess.Start("Web", "--clients", "1");
        using Process ring = Record("ring.fathom", [$"{web.Pid}", "--ring", "1s"]);
        await Patience.UntilAsync(() => Directory.Exists(_folder.File("ring.raw/ring")) && Directory.GetFiles(_folder.File("ring.raw/ring"), "perf.data.*.state").Length > 0);
        ring.Kill();
        await ring.WaitForExitAsync(TestContext.Current.CancellationToken);

        ToolRun extract = await FathomTool.RunAsync("extract", _folder.File("ring.raw"));

        Assert.True(extract.ExitCode is 0 or 1, extract.ToString());
        JsonElement trace = Assert.Single(await SqlAsync("ring.fathom", "select duration_ns from trace where format = 'perf.data'"));
        Assert.InRange(trace.GetProperty("duration_ns").GetInt64(), 1, RingNs / 2);
        Assert.True(web.IsRunning);
    }

    // Both sessions are told each request by the runtime, at times that differ by microseconds: one at an edge may be in one of them only.
    private async Task CompareAsync(string saved, int pid)
    {
        JsonElement window = Assert.Single(await SqlAsync(saved, "select clock_start_ns, duration_ns from trace where format = 'perf.data'"));
        long fromNs = window.GetProperty("clock_start_ns").GetInt64(), lengthNs = window.GetProperty("duration_ns").GetInt64();
        Assert.InRange(lengthNs, RingNs * 3 / 4, RingNs);
        long offsetNs = fromNs - Assert.Single(await SqlAsync("whole.fathom", "select clock_start_ns from trace where format = 'perf.data'")).GetProperty("clock_start_ns").GetInt64();
        Assert.True(offsetNs > RingNs, $"the window begins after {offsetNs} ns");
        string requests = "select count(*) as n from request where start_ns >= {0} and start_ns + duration_ns <= {1}";
        long kept = await NumberAsync(saved, string.Format(CultureInfo.InvariantCulture, requests, 0, lengthNs));
        long all = await NumberAsync("whole.fathom", string.Format(CultureInfo.InvariantCulture, requests, offsetNs, offsetNs + lengthNs));
        // A busy machine may lose events of a runtime, which is said.
        if ((await FathomTool.RunAsync("requests", _folder.File(saved), "--format", "csv")).ExitCode == 0)
            Assert.InRange(kept, all - 4, all + 4);
        Assert.True(all > 8, $"{all} requests");

        // Nothing is from before, and waits that were open then have the callers that they began with.
        Assert.Equal(0, await NumberAsync(saved, "select count(*) as n from thread_wait where start_ns < 0"));
        Assert.Equal(0, await NumberAsync(saved, "select count(*) as n from request where start_ns < 0"));
        Assert.True(await NumberAsync(saved, "select count(*) as n from thread_wait where open_at_start and stack_id > 0") > 0);
        // Methods that were compiled long before have their names, and are not said to be compiled now.
        const string own = "select count(*) as n from method where name like 'Web.Load%'";
        Assert.True(await NumberAsync("whole.fathom", own) > 0);
        Assert.True(await NumberAsync(saved, own) > 0);
        Assert.Equal(0, await NumberAsync(saved, "select count(*) as n from method_compiled where start_ns < 0"));
        Assert.Equal(0, await NumberAsync(saved, "select count(*) as n from method_compiled where name like 'Web.Program%'"));
        JsonElement process = Assert.Single(await SqlAsync(saved, $"select name from process where pid = {pid.ToString(CultureInfo.InvariantCulture)}"));
        Assert.Equal("Web", process.GetProperty("name").GetString());
    }

    private Process Record(string name, string[] more) => Process.Start(FathomTool.Start(FathomTool.Executable, ["record", "--save", name, .. more], null, _folder.Path))!;

    private bool HasEvents(string folder, int pid) =>
        Directory.Exists(_folder.File(folder)) && Directory.GetFiles(_folder.File(folder), $"{pid}.nettrace*").Any(static path => new FileInfo(path).Length > 0);

    private static void Signal(Process process, string signal) =>
        Process.Start("kill", [signal, process.Id.ToString(CultureInfo.InvariantCulture)]).WaitForExit();

    private static async Task<string> EndAsync(Process process)
    {
        Task<string> error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        string output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(process.ExitCode is 0 or 1, output + await error);
        return output;
    }

    private Task<JsonElement[]> SqlAsync(string recording, string query) => FathomTool.RowsAsync("sql", query, _folder.File(recording));

    private async Task<long> NumberAsync(string recording, string query) => Assert.Single(await SqlAsync(recording, query)).GetProperty("n").GetInt64();
}
