using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Stacks;

/// <summary>The same threads give the same answer from a process, a core and a recording.</summary>
public sealed class StacksSourceTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("Stalls", "waits");

    // Every test here compares where threads stand.
    public StacksSourceTests() => _sample.WaitUntilItReads();

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Live_recording_and_core_show_equal_stacks_locks_and_owners()
    {
        string recording = _folder.File("live.fathom"), core = _folder.File("core");
        JsonElement[] live = await RowsAsync("stacks", $"pid:{_sample.Pid}", "--save", recording);
        await TargetHealth.CheckAsync(_sample, beats: false);
        await CoreDump.WriteAsync(_sample.Pid, core);

        Assert.Equal(live.Select(row => row.GetRawText()), (await RowsAsync("stacks", recording)).Select(row => row.GetRawText()));
        Assert.Equal(live.Where(IsOwn).Select(What), (await RowsAsync("stacks", core)).Where(IsOwn).Select(What));
        Assert.Equal(Locks(await RowsAsync("stacks", "locks", recording)), Locks(await RowsAsync("stacks", "locks", core)));
    }

    // The runtime starts and ends threads as it goes; those of the sample stay.
    private bool IsOwn(JsonElement row) =>
        _sample.Facts.GetProperty("threads").EnumerateObject().Any(thread => thread.Value.GetInt32() == row.GetProperty("tid").GetInt32());

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Native_functions_lead_to_the_managed_method_that_called_them(bool isLive)
    {
        if (!isLive)
            await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        JsonElement[] rows = await RowsAsync("stacks", isLive ? $"pid:{_sample.Pid}" : _folder.File("core"));

        string[] main = Frames(rows.Single(row => row.GetProperty("tid").GetInt32() == _sample.Pid));
        Assert.Matches(@"^libc\.[^!]+!(__)?read$", main[0]);
        Assert.Equal("libSystem.Native.so!SystemNative_Read", main[1]);
        Assert.StartsWith("Interop+Sys.Read(", main[2], StringComparison.Ordinal);
        string[] waiter = Frames(rows.Single(row => row.GetProperty("tid").GetInt32() == _sample.Facts.GetProperty("threads").GetProperty("handle-waiter").GetInt32()));
        Assert.Contains(waiter, frame => frame.StartsWith("libcoreclr.so+0x", StringComparison.Ordinal));
        Assert.Contains(rows, row => row.GetProperty("kind").GetString() == "native" && row.GetProperty("frames").ToString().Contains("!poll", StringComparison.Ordinal));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_row_has_the_agreed_fields_and_each_thread_is_there_once()
    {
        JsonElement[] rows = await RowsAsync("stacks", $"pid:{_sample.Pid}", "--duration", "20ms");

        Assert.All(rows, row => Assert.All(
            (string[])["tid", "name", "state", "cpu_ns", "lock", "owner_tid", "frames"], field => Assert.True(row.TryGetProperty(field, out _), $"{field} is missing in {row}")));
        Assert.Distinct(rows.Select(row => row.GetProperty("tid").GetInt32()));
        Assert.Equal(_sample.Facts.GetProperty("threads").EnumerateObject().Select(thread => thread.Value.GetInt32()).Order(), rows.Where(IsOwn).Select(row => row.GetProperty("tid").GetInt32()));
        JsonElement waiter = rows.Single(row => row.GetProperty("name").GetString() == "monitor-waiter");
        Assert.Equal(_sample.Facts.GetProperty("threads").GetProperty("monitor-owner").GetInt32(), waiter.GetProperty("owner_tid").GetInt32());
        Assert.StartsWith("monitor System.Object 0x", waiter.GetProperty("lock").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_table_shows_equal_stacks_once_with_the_frames_below()
    {
        ToolRun run = await FathomTool.RunAsync("stacks", $"pid:{_sample.Pid}", "--duration", "20ms");

        Assert.True(run.ExitCode == 0, run.ToString());
        string twins = Assert.Single(run.Out.Split('\n'), line => line.Contains("twin-0, twin-1, twin-2", StringComparison.Ordinal));
        Assert.StartsWith("3 ", twins.TrimStart(), StringComparison.Ordinal);
        Assert.Equal(1, run.Out.Split("    Stalls.Waits.EnterWrite\n").Length - 1);
        Assert.Contains($"stopping 'pid:{_sample.Pid}' for about ", run.Error, StringComparison.Ordinal);
        Assert.Matches(@"threads of Stalls \(pid \d+\), \.NET [\d.]+, watched for .+, then stopped for .+ \(expected about .+\)\.", run.Out);
    }

    [Theory]
    [InlineData("fibre", "'fibre' in '--by fibre' is not a grouping of threads.")]
    public async Task A_wrong_grouping_is_refused_before_the_process_is_looked_at(string by, string message)
    {
        ToolRun run = await FathomTool.RunAsync("stacks", $"pid:{_sample.Pid}", "--by", by);

        Assert.Equal((2, ""), (run.ExitCode, run.Out));
        Assert.StartsWith($"error: {message}\n", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("1ms", "'1ms' in '--duration 1ms' is not between 10ms and 10min.")]
    [InlineData("soon", "'soon' in '--duration soon' is not a number.")]
    [InlineData("5MiB", "'MiB' in '--duration 5MiB' is not a unit that fits here.")]
    public async Task A_wrong_duration_is_refused_before_the_process_is_looked_at(string duration, string message)
    {
        ToolRun run = await FathomTool.RunAsync("findings", $"pid:{_sample.Pid}", "--duration", duration);

        Assert.Equal((2, ""), (run.ExitCode, run.Out));
        Assert.StartsWith($"error: {message}\n", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_recording_of_a_heap_has_no_threads_and_says_so()
    {
        ToolRun heap = await FathomTool.RunAsync("heap", $"pid:{_sample.Pid}", "--save", _folder.File("heap.fathom"), "--top", "1");
        Assert.True(heap.ExitCode == 0, heap.ToString());

        ToolRun run = await FathomTool.RunAsync(["stacks", "heap.fathom"], null, folder: _folder.Path);

        Assert.Equal((3, ""), (run.ExitCode, run.Out));
        Assert.Contains("holds no snapshot of threads.\n", run.Error, StringComparison.Ordinal);
    }

    private static string[] Frames(JsonElement row) => row.GetProperty("frames").GetString()!.Split('\n');

    private static async Task<JsonElement[]> RowsAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return [.. json.RootElement.GetProperty("rows").EnumerateArray().Select(row => row.Clone())];
    }

    // A core has no names of native threads, no states and no CPU times.
    private static string What(JsonElement row)
    {
        bool isNative = Managed(row).Length == 0;
        string name = isNative || row.GetProperty("kind").GetString() == "finalizer" ? "" : row.GetProperty("name").GetString() ?? "";
        return string.Join(
            " | ", row.GetProperty("tid"), name == "Stalls" ? "" : name, row.GetProperty("kind"), row.GetProperty("lock"),
            row.GetProperty("owner_tid"), row.GetProperty("owns"), Managed(row));
    }

    // Threads of the runtime go on between the two looks, and every native frame has a place in a library or a name in one.
    private static string Managed(JsonElement row) =>
        string.Join('\n', (row.GetProperty("frames").GetString() ?? "").Split('\n').Where(frame => !frame.Contains(".so", StringComparison.Ordinal)));

    // Without the name that only the kernel knows.
    private static IEnumerable<string> Locks(JsonElement[] rows) => rows.Select(row => row.GetRawText().Replace(" 'Stalls'", "", StringComparison.Ordinal));
}
