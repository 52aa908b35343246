using System.Diagnostics;
using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>A recorder that is killed leaves no program waiting, whenever it is killed, and what it wrote can be read.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class KilledRecorderTests
{

    // The shell starts one program after the other, so some of them start when the recorder is gone; the port is in the environment of each.
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(0)]
    [InlineData(60)]
    [InlineData(150)]
    [InlineData(400)]
    [InlineData(1500)]
    public async Task Programs_that_start_before_meanwhile_and_after_run_to_their_end(int milliseconds)
    {
        Needs.Root();
        using TestFolder folder = new();
        string phases = Path.Combine(Repository.SampleFolder("Phases"), "Phases"), started = folder.File("started");
        string script = $"touch {started}; for i in 1 2 3 4; do {phases} run {folder.File("facts-$i.json")} 0 throw; done; touch {folder.File("end")}; "
            // A fast machine is through before the recorder is killed, which would then have ended by itself.
            + $"until [ -e {folder.File("killed")} ]; do sleep 0.02; done";
        using Process recorder = Process.Start(new ProcessStartInfo(FathomTool.Executable, ["record", "--save", folder.File("a.fathom"), "--", "sh", "-c", script])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        await Patience.UntilAsync(() => File.Exists(started));
        int guard = Process.GetProcesses().Select(static process => process.Id)
            .Single(pid => Read(pid, "cmdline").Contains("--guard-starts", StringComparison.Ordinal) && ParentOf(pid) == recorder.Id);
        await Task.Delay(milliseconds, TestContext.Current.CancellationToken);
        Assert.False(recorder.HasExited);
        recorder.Kill();
        await recorder.WaitForExitAsync(TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(folder.File("killed"), "", TestContext.Current.CancellationToken);

        await Patience.UntilAsync(() => File.Exists(folder.File("end")));

        for (int i = 1; i <= 4; i++)
        {
            string facts = await File.ReadAllTextAsync(folder.File($"facts-{i}.json"), TestContext.Current.CancellationToken);
            Assert.Contains("\"exceptions\":1000", facts, StringComparison.Ordinal);
        }

        // The guard and its folder go when nobody can come any more.
        await Patience.UntilAsync(() => Read(guard, "cmdline").Length == 0);
        ToolRun extract = await FathomTool.RunAsync("extract", folder.File("a.raw"));
        Assert.True(extract.ExitCode is 0 or 1, extract.ToString());
    }

    private static string Read(int pid, string file)
    {
        try
        {
            return File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/{file}"));
        }
        catch (IOException)
        {
            return "";
        }
    }

    // The fourth word; the second, a name in parentheses, may have blanks.
    private static int ParentOf(int pid)
    {
        string stat = Read(pid, "stat");
        return stat.Length > 0 ? int.Parse(stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[1], CultureInfo.InvariantCulture) : 0;
    }
}
