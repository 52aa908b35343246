using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dumps;

/// <summary>Dumps of each kind, what lies beside them, and that they hold what the process held.</summary>
public sealed class DumpTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("mini")]
    [InlineData("heap")]
    [InlineData("triage")]
    [InlineData("full")]
    public async Task A_dump_of_each_kind_is_whole_and_the_process_runs_on(string kind)
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "120000");

        ToolRun run = await FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "--kind", kind, "-o", _folder.File("{name}-{pid}-{n}.core"), "--format", "json");

        DumpJson dump = Assert.Single(DumpJson.Of(run));
        Assert.Equal((_folder.File($"HeapMix-{sample.Pid}-1.core"), kind, true), (dump.Path, dump.Kind, dump.Verified));
        Assert.Equal(new FileInfo(dump.Path).Length, dump.SizeBytes);
        Assert.InRange(dump.PauseNs!.Value, 1, 60_000_000_000);
        Assert.Equal([dump.Path, dump.Path + ".fathom"], Directory.EnumerateFileSystemEntries(_folder.Path).Order());
        await TargetHealth.CheckAsync(sample);

        if (kind is "full")
            return;
        ToolRun verified = await FathomTool.RunAsync("dump", "--verify", dump.Path, "--format", "json");
        Assert.True(Assert.Single(DumpJson.Of(verified)).Verified, verified.ToString());
        Assert.Contains(kind is "heap" or "full" ? "objects was walked" : "holds no heap", verified.Error, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_dump_holds_the_objects_that_the_process_held()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "120000");
        // What nothing holds may be collected between the two looks.
        HeapJson live = await HeapJson.AskAsync("heap", $"pid:{sample.Pid}", "--live", "--type", "HeapMix.*");

        string core = Assert.Single(DumpJson.Of(await FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "-o", _folder.File("it.core"), "--format", "json"))).Path;

        Assert.Equal(live.Rows, (await HeapJson.AskAsync("heap", core, "--live", "--type", "HeapMix.*")).Rows);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_a_dump_does_not_hold_lies_beside_it()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");

        ToolRun run = await FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "--kind", "mini", "-o", _folder.File("it.core"), "--label", "test=beside");

        Assert.True(run.ExitCode == 0, run.ToString());
        string beside = _folder.File("it.core.fathom");
        // The runtime makes further threads for its events and for its counters.
        int threads = Directory.GetDirectories($"/proc/{sample.Pid}/task").Length;
        Assert.InRange(int.Parse(await SqlAsync(beside, "select count(*) from thread_state where cpu_ns is not null"), System.Globalization.CultureInfo.InvariantCulture), threads - 4, threads + 1);
        Assert.Equal(OpenFilesLimit(sample.Pid), await SqlAsync(beside, "select value from process_fact where source = 'limits' and fact = 'Max open files'"));
        Assert.Equal($"{sample.Pid}", await SqlAsync(beside, "select value from process_fact where source = 'status' and fact = 'Pid'"));
        Assert.NotEqual("0", await SqlAsync(beside, "select count(*) from process_descriptor where target like '%pipe:%'"));
        Assert.NotEqual("0", await SqlAsync(beside, "select count(*) from process_fact where source = 'metric' and fact = 'managed_bytes'"));
        Assert.NotEqual("0", await SqlAsync(beside, "select count(*) from process_fact where source = 'counter' and fact = 'gc_heap_bytes'"));
        Assert.NotEqual("0", await SqlAsync(beside, "select count(*) from memory_region where category = 'managed heap'"));
        Assert.Equal("it.core mini true", await SqlAsync(beside, "select path || ' ' || kind || ' ' || verified from dump"));
        // The dump itself answers from it.
        ToolRun ofCore = await FathomTool.RunAsync("memory", _folder.File("it.core"), "--format", "csv"), ofRecording = await FathomTool.RunAsync("memory", beside, "--format", "csv");
        Assert.True(ofCore.ExitCode == 0, ofCore.ToString());
        Assert.Equal(ofRecording.Out, ofCore.Out);
    }

    [Fact]
    public async Task A_dump_that_was_cut_off_is_refused()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");
        string core = Assert.Single(DumpJson.Of(await FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "-o", _folder.File("it.core"), "--format", "json"))).Path;
        using (FileStream file = new(core, FileMode.Open, FileAccess.Write))
            file.SetLength(file.Length / 2);

        ToolRun run = await FathomTool.RunAsync("dump", "--verify", core);

        Assert.Equal((3, ""), (run.ExitCode, run.Out));
        Assert.Matches("^error: '.*it.core' is truncated: it has [0-9,]+ bytes and must have [0-9,]+\\.\n  next: .*\n$", run.Error);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_existing_file_is_replaced_only_by_force()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        string[] command = ["dump", $"pid:{sample.Pid}", "--kind", "mini", "-o", _folder.File("it.core")];
        Assert.Equal(0, (await FathomTool.RunAsync(command)).ExitCode);
        DateTime first = File.GetLastWriteTimeUtc(_folder.File("it.core"));

        ToolRun refused = await FathomTool.RunAsync(command);
        ToolRun forced = await FathomTool.RunAsync([.. command, "--force"]);

        Assert.Equal((3, 0), (refused.ExitCode, forced.ExitCode));
        Assert.True(File.GetLastWriteTimeUtc(_folder.File("it.core")) > first);
        Assert.Equal(2, Directory.EnumerateFileSystemEntries(_folder.Path).Count());
    }

    private static string OpenFilesLimit(int pid) =>
        File.ReadLines($"/proc/{pid}/limits").Single(static line => line.StartsWith("Max open files", StringComparison.Ordinal)).Split(' ', StringSplitOptions.RemoveEmptyEntries)[3];

    private static async Task<string> SqlAsync(string recording, string query)
    {
        ToolRun run = await FathomTool.RunAsync("sql", query, recording, "--format", "json");
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return Assert.Single(Assert.Single(json.RootElement.GetProperty("rows").EnumerateArray()).EnumerateObject()).Value.ToString();
    }
}
