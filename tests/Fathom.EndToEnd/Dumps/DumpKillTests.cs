using System.Diagnostics;
using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dumps;

/// <summary>However fathom or the writer of a dump ends, the process runs on, and there is a whole dump or none.</summary>
public sealed class DumpKillTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_killed_writer_leaves_no_dump()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200000");
        using Process tool = Start(sample);
        int writer = await WriterOfAsync(sample, tool);
        using (Process kill = Process.Start("kill", ["-KILL", $"{writer}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        string error = await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(3, tool.ExitCode);
        Assert.Matches("(?m)^error: The (dump of process [0-9]+ is incomplete|dump writer of process [0-9]+ could not write)", error);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
        await TargetHealth.CheckAsync(sample);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    [InlineData("KILL", 137)]
    public async Task A_stopped_tool_ends_its_writer(string signal, int code)
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200000");
        using Process tool = Start(sample);
        int writer = await WriterOfAsync(sample, tool);
        await EndAsync(tool, signal);

        // The writer may have been done before the signal came through.
        Assert.Contains(tool.ExitCode, new[] { code, 0 });
        await CheckAsync(sample, tool.ExitCode == 0);
        Assert.False(IsWriting(writer), "the writer still runs");
    }

    [Fact]
    public async Task A_process_that_ends_meanwhile_is_said_in_one_line()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200000");
        using Process tool = Start(sample);
        await WriterOfAsync(sample, tool);
        using (Process program = Process.GetProcessById(sample.Pid))
            program.Kill();
        string error = await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        // A process that is held by its writer ends when that lets it go, and the dump may be whole by then.
        Assert.Contains(tool.ExitCode, new[] { 3, 0 });
        Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
        Assert.Equal(tool.ExitCode == 0 ? 2 : 0, Directory.EnumerateFileSystemEntries(_folder.Path).Count());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public Task A_tool_that_is_killed_at_any_moment_leaves_nothing_behind() => KillAtRandomAsync(10);

    [Fact]
    [Trait("Category", "Long")]
    public Task A_tool_that_is_killed_at_any_of_many_moments_leaves_nothing_behind() => KillAtRandomAsync(200);

    // Half of the moments lie anywhere from the start to the end of a dump, half in the time in which the process is held.
    private async Task KillAtRandomAsync(int times)
    {
        const int seed = 4711;
        Random random = new(seed);
        using SampleProcess sample = SampleProcess.Start("HeapMix", "120000");
        (double wholeMs, double heldMs) = await TimeOfDumpAsync(sample);
        int held = 0;
        for (int i = 0; i < times; i++)
        {
            using Process tool = Start(sample);
            if (i % 2 == 0)
            {
                await Task.Delay((int)(random.NextDouble() * wholeMs), TestContext.Current.CancellationToken);
            }
            else if (await IsHeldAsync(sample, tool))
            {
                held++;
                await Task.Delay((int)(random.NextDouble() * heldMs), TestContext.Current.CancellationToken);
            }

            await EndAsync(tool, "KILL");
            await CheckAsync(sample, tool.ExitCode == 0);
            Clear();
        }

        Assert.True(held > 0, "no dump was killed while it was written");
    }

    private async Task<(double WholeMs, double HeldMs)> TimeOfDumpAsync(SampleProcess sample)
    {
        long start = Stopwatch.GetTimestamp();
        ToolRun run = await FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "-o", _folder.File("it.core"), "--format", "json");
        double wholeMs = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        double heldMs = Assert.Single(DumpJson.Of(run)).PauseNs!.Value / 1e6;
        Clear();
        return (wholeMs, heldMs);
    }

    private void Clear()
    {
        foreach (string entry in Directory.EnumerateFileSystemEntries(_folder.Path))
            Delete(entry);
    }

    // False when the tool has ended without being seen at it.
    private static async Task<bool> IsHeldAsync(SampleProcess sample, Process tool)
    {
        while (await TracerAsync(sample) == 0)
        {
            if (tool.HasExited)
                return false;
            await Task.Delay(1, TestContext.Current.CancellationToken);
        }

        return true;
    }

    private Process Start(SampleProcess sample)
    {
        ProcessStartInfo start = FathomTool.Start(FathomTool.Executable, ["dump", $"pid:{sample.Pid}", "-o", _folder.File("it.core")], null, null);
        start.RedirectStandardOutput = false;
        Process tool = Process.Start(start)!;
        tool.StandardInput.Close();
        return tool;
    }

    private static async Task EndAsync(Process tool, string signal)
    {
        if (!tool.HasExited)
        {
            using Process kill = Process.Start("kill", [$"-{signal}", $"{tool.Id}"]);
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        }

        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);
    }

    // The process that holds the target is the writer.
    private static async Task<int> WriterOfAsync(SampleProcess sample, Process tool)
    {
        while (true)
        {
            int tracer = await TracerAsync(sample);
            if (tracer != 0)
                return tracer;
            Assert.False(tool.HasExited, "the dump was written before its writer was seen");
        }
    }

    private static async Task<int> TracerAsync(SampleProcess sample)
    {
        string status = await File.ReadAllTextAsync($"/proc/{sample.Pid}/status", TestContext.Current.CancellationToken);
        return int.Parse(status.Split('\n').Single(static line => line.StartsWith("TracerPid:", StringComparison.Ordinal))["TracerPid:".Length..], CultureInfo.InvariantCulture);
    }

    // Without a dump, a recording beside it and all temporary names go too. A guard may still be at work when the tool has gone.
    private async Task CheckAsync(SampleProcess sample, bool isDone)
    {
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        patience.CancelAfter(s_patience);
        while (!IsSettled(sample, isDone))
            await Task.Delay(20, patience.Token);
        await TargetHealth.CheckAsync(sample);
    }

    private bool IsSettled(SampleProcess sample, bool isDone)
    {
        bool isHeld = !File.ReadAllText($"/proc/{sample.Pid}/status").Contains("TracerPid:\t0\n", StringComparison.Ordinal);
        string[] names = [.. Directory.EnumerateFileSystemEntries(_folder.Path).Select(static path => Path.GetFileName(path)!)];
        bool isWhole = names.Contains("it.core") && names.Contains("it.core.fathom") && names.Length == 2;
        return !isHeld && (isWhole || (!isDone && names.Length == 0));
    }

    // An ended process is there until somebody asks how it ended.
    private static bool IsWriting(int writer)
    {
        try
        {
            string stat = File.ReadAllText($"/proc/{writer}/stat");
            return stat.Contains("(createdump)", StringComparison.Ordinal) && stat[stat.LastIndexOf(')') + 2] is not ('Z' or 'X');
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static void Delete(string path)
    {
        if (Directory.Exists(path))
            Directory.Delete(path, recursive: true);
        else
            File.Delete(path);
    }
}
