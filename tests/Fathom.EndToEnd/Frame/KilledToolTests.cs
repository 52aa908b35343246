using System.Diagnostics;
using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Frame;

/// <summary>What the tool leaves when it is killed in the middle of its answer.</summary>
public sealed class KilledToolTests
{
    [Fact]
    public async Task The_next_start_removes_the_private_folder_of_one_that_was_killed()
    {
        using TestFolder folder = new();
        using SampleProcess sample = SampleProcess.Start("MemoryMix");
        sample.Ask("maps 12000");
        Dictionary<string, string> environment = new() { ["TMPDIR"] = folder.Path };
        string pid = sample.Pid.ToString(CultureInfo.InvariantCulture);
        using (Process tool = Process.Start(FathomTool.Start(FathomTool.Executable, ["memory", pid, "--regions", "--format", "json"], environment, null))!)
        {
            // An answer larger than the pipe waits for its reader, and the private folder with it.
            Assert.Equal('{', (char)tool.StandardOutput.Read());
            // The one that does the work dies with the one that waits for it, a moment later.
            int second = int.Parse(File.ReadAllText($"/proc/{tool.Id}/task/{tool.Id}/children"), CultureInfo.InvariantCulture);
            tool.Kill();
            await tool.WaitForExitAsync(TestContext.Current.CancellationToken);
            Assert.True(SpinWait.SpinUntil(() => !GuardedTool.IsAlive(second), TimeSpan.FromSeconds(60)), "the second process runs on");
        }

        string[] left = Directory.GetDirectories(folder.Path);
        Assert.NotEmpty(left);
        foreach (string path in left)
            File.SetLastWriteTimeUtc(Path.Combine(path, "owner.lock"), DateTime.UtcNow.AddHours(-1));
        ToolRun run = await FathomTool.RunAsync(["memory", pid, "--format", "csv", "-q"], environment);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Empty(Directory.GetDirectories(folder.Path));
        Assert.Equal("unknown", sample.Ask("hello"));
    }
}
