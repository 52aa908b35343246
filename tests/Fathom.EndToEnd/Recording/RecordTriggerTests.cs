using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>A flight recorder that saves by itself when a program meets a condition, which it does when it is told to.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
[Collection(nameof(WholeMachine))]
public sealed class RecordTriggerTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("meter:Shop/sold@total=12..", "measure 5", "measure 7", false)]
    [InlineData("exception=*OrderException,message=*order 2 is refused*", "throw 2", "throw 3", true)]
    public async Task The_time_before_a_condition_is_saved_and_says_why(string condition, string before, string meets, bool isLast)
    {
        Needs.Root();
        using SampleProcess events = SampleProcess.Start("Events");
        string[] more = isLast ? ["--count", "1"] : [];
        using Process ring = Process.Start(FathomTool.Start(
            FathomTool.Executable, ["record", "--save", "ring.fathom", $"{events.Pid}", "--ring", "1h", "--when", condition, .. more], null, _folder.Path))!;
        Task<string> error = ring.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> output = ring.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await Patience.UntilAsync(() => HasEvents("ring.raw/ring", events.Pid));

        Assert.Equal($"done {before}", events.Ask(before));
        Assert.Equal(0, (await FathomTool.RunAsync("mark", "not yet")).ExitCode);
        Assert.Equal($"done {meets}", events.Ask(meets));
        await Patience.UntilAsync(() => Directory.Exists(_folder.File("ring-1.fathom")) && !Directory.Exists(_folder.File("ring-1.raw")));
        if (!isLast)
        {
            Assert.False(ring.HasExited);
            Assert.Equal(0, (await FathomTool.RunAsync("mark", "later")).ExitCode);
            Process.Start("kill", ["-INT", ring.Id.ToString(CultureInfo.InvariantCulture)]).WaitForExit();
        }

        await ring.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(ring.ExitCode is 0 or 1, await error);
        Assert.Contains($"'ring-1.fathom', because {condition} (", await error, StringComparison.Ordinal);
        Assert.Contains("Saved meanwhile: 'ring-1.fathom'", await output, StringComparison.Ordinal);
        Assert.Equal(isLast, (await output).Contains("until 1 save by a condition was made (--count)", StringComparison.Ordinal));
        await TargetHealth.CheckAsync(events, beats: false);

        JsonElement[] marks = await SqlAsync("ring-1.fathom", "select ts_ns, text from marker where source = 'shell'");
        Assert.Equal("not yet", Assert.Single(marks).GetProperty("text").GetString());
        JsonElement why = Assert.Single(await SqlAsync("ring-1.fathom", "select ts_ns, value from machine_fact where fact = 'saved_because'"));
        string? value = why.GetProperty("value").GetString();
        Assert.StartsWith($"{condition} (", value, StringComparison.Ordinal);
        Assert.Contains($" of process {events.Pid}, ", value, StringComparison.Ordinal);
        JsonElement trace = Assert.Single(await SqlAsync("ring-1.fathom", "select duration_ns from trace where format = 'perf.data'"));
        // The last record of the kernel may lie before the moment at which the end was fixed.
        long endNs = trace.GetProperty("duration_ns").GetInt64() + 100_000_000;
        Assert.InRange(why.GetProperty("ts_ns").GetInt64(), marks[0].GetProperty("ts_ns").GetInt64(), endNs);
        Assert.Contains("saved because", (await FathomTool.RunAsync("info", _folder.File("ring-1.fathom"))).Out, StringComparison.Ordinal);
        Assert.Empty(await SqlAsync("ring.fathom", "select 1 as n from machine_fact where fact = 'saved_because'"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_request_that_goes_on_leads_to_a_save_that_has_it_open()
    {
        Needs.Root();
        using SampleProcess web = SampleProcess.Start("Web", "--clients", "0");
        using Process ring = Process.Start(FathomTool.Start(
            FathomTool.Executable,
            ["record", "--save", "ring.fathom", $"{web.Pid}", "--ring", "1h", "--when", "request.duration_ns=2s..,route=/delay/*", "--count", "1"], null, _folder.Path))!;
        Task<string> error = ring.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> output = ring.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await Patience.UntilAsync(() => HasEvents("ring.raw/ring", web.Pid));
        using HttpClient client = new() { BaseAddress = new Uri(web.Facts.GetProperty("address").GetString()!), Timeout = TimeSpan.FromMinutes(10) };

        await client.GetStringAsync("/orders/7", TestContext.Current.CancellationToken);
        Task<string> held = client.GetStringAsync("/delay/600000", TestContext.Current.CancellationToken);
        await ring.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(ring.ExitCode is 0 or 1, await error);
        Assert.Contains("until 1 save by a condition was made (--count)", await output, StringComparison.Ordinal);
        Assert.False(held.IsCompleted);
        JsonElement why = Assert.Single(await SqlAsync("ring-1.fathom", "select value from machine_fact where fact = 'saved_because'"));
        Assert.StartsWith("request.duration_ns=2s..,route=/delay/* (GET /delay/600000 has run for ", why.GetProperty("value").GetString(), StringComparison.Ordinal);
        JsonElement[] open = await SqlAsync("ring-1.fathom", "select url from request where side = 'server' and duration_ns is null");
        Assert.Equal(["/delay/600000"], open.Select(static row => row.GetProperty("url").GetString()));
        JsonElement[] done = await SqlAsync("ring-1.fathom", "select url from request where side = 'server' and duration_ns is not null");
        Assert.Equal(["/orders/7"], done.Select(static row => row.GetProperty("url").GetString()));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_mark_from_a_shell_leads_to_a_save_that_has_it()
    {
        Needs.Root();
        using SampleProcess idle = SampleProcess.Start("Idle");
        using Process ring = Process.Start(FathomTool.Start(
            FathomTool.Executable,
            ["record", "--save", "ring.fathom", $"{idle.Pid}", "--ring", "1h", "--when", "marker=go*", "--count", "1"], null, _folder.Path))!;
        Task<string> error = ring.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> output = ring.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await Patience.UntilAsync(() => HasEvents("ring.raw/ring", idle.Pid));

        Assert.Equal(0, (await FathomTool.RunAsync("mark", "not yet")).ExitCode);
        // One that comes before the conditions are looked at is none.
        for (int i = 0; !ring.HasExited && i < 100; i++)
            await FathomTool.RunAsync("mark", "go 7");
        await ring.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(ring.ExitCode is 0 or 1, await error);
        Assert.Contains("until 1 save by a condition was made (--count)", await output, StringComparison.Ordinal);
        JsonElement why = Assert.Single(await SqlAsync("ring-1.fathom", "select value from machine_fact where fact = 'saved_because'"));
        Assert.DoesNotContain("matched no marker", await error, StringComparison.Ordinal);
        Assert.StartsWith("marker=go* (\"go 7\", fathom mark)", why.GetProperty("value").GetString(), StringComparison.Ordinal);
        JsonElement[] marks = await SqlAsync("ring-1.fathom", "select text from marker where source = 'shell' order by ts_ns limit 2");
        Assert.Equal(["not yet", "go 7"], marks.Select(static row => row.GetProperty("text").GetString()));
    }

    [Fact]
    public async Task What_can_never_be_met_is_said_before_anything_is_made()
    {
        Needs.Root();
        using Process other = Process.Start("sleep", "600");
        string pid = other.Id.ToString(CultureInfo.InvariantCulture);
        try
        {
            foreach ((string[] words, int code, string said) in ((string[], int, string)[])
            [
                ([pid, "--ring", "60s", "--when", "exception=*"], 3, pid),
                ([pid, "--ring", "60s", "--when", "no_such_metric=1.."], 2, "no_such_metric"),
                ([pid, "--ring", "60s", "--when", "gc.pause_ns=200ms.."], 3, pid),
                ([pid, "--ring", "60s", "--when", "gc.pauses=1.."], 2, "'gc.pauses'"),
                ([pid, "--ring", "60s", "--when", "request.duration_ns=2s.."], 3, pid),
                ([pid, "--when", "cpu_percent=80.."], 2, "without --ring all is kept"),
                (["--ring", "60s", "--when", "cpu_percent=80.."], 2, "is tested in a process, and all of the machine is recorded"),
                ([pid, "--ring", "60s", "--per-hour", "5"], 2, "'--per-hour' needs a condition"),
            ])
            {
                ToolRun run = await FathomTool.RunAsync(["record", "--save", _folder.File("ring.fathom"), .. words]);

                Assert.True(code == run.ExitCode, run.ToString());
                Assert.Contains(said, run.Error, StringComparison.Ordinal);
                Assert.Contains("\n  next: ", run.Error, StringComparison.Ordinal);
            }
        }
        finally
        {
            other.Kill();
            await other.WaitForExitAsync(CancellationToken.None);
        }

        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    private bool HasEvents(string folder, int pid) =>
        Directory.Exists(_folder.File(folder)) && Directory.GetFiles(_folder.File(folder), $"{pid}.nettrace*").Any(static path => new FileInfo(path).Length > 0);

    private Task<JsonElement[]> SqlAsync(string recording, string query) => FathomTool.RowsAsync("sql", query, _folder.File(recording));
}
