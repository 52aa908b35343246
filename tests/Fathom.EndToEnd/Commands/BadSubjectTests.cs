using System.Diagnostics;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Commands;

/// <summary>Words that are no heap, as a user meets them: one line that says what is wrong, one with the next step, no output.</summary>
public sealed class BadSubjectTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("unknown-pid", "2147483647")]
    [InlineData("unknown-name", "no-such-program-anywhere")]
    [InlineData("absent-file", "/no/such/core")]
    public async Task Something_that_is_not_there(string name, string word) => await MatchAsync(name, ExitCode.Target, ["heap", word]);

    [Fact]
    public async Task A_name_that_fits_several_lists_them()
    {
        using SampleProcess first = SampleProcess.Start("Idle", "--first");
        using SampleProcess second = SampleProcess.StartWithHost("Idle", "--second");

        ToolRun run = await FathomTool.RunAsync("heap", "name:idle.dll");

        Assert.Equal(ExitCode.Target, run.Code);
        Assert.Empty(run.Out);
        string[] lines = run.Error.Split('\n');
        Assert.Matches("^error: 'idle.dll' matches [0-9]+ processes\\.$", lines[0]);
        // Other tests may run the same sample at the same time.
        Assert.Contains(lines, line => Regex.IsMatch(line, $"^ +{first.Pid}  Idle.dll  started [-0-9:TZ]+  .*Idle --first$"));
        Assert.Contains(lines, line => Regex.IsMatch(line, $"^ +{second.Pid}  Idle.dll  started [-0-9:TZ]+  dotnet .*Idle.dll --second$"));
        Assert.Matches("^  next: choose one: pid:[0-9]+$", lines[^2]);
    }

    [Fact]
    public async Task A_process_that_is_not_dotnet()
    {
        using Process sleep = Process.Start("sleep", "60");
        try
        {
            await MatchAsync("not-dotnet", ExitCode.Target, ["heap", $"{sleep.Id}"], ($"{sleep.Id}", "PID"));
        }
        finally
        {
            sleep.Kill();
        }
    }

    [Fact]
    public async Task A_process_of_another_user()
    {
        // Only root can run the tool as somebody else; without that, the processes of root are those of another user.
        bool isRoot = Environment.IsPrivilegedProcess;
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("Idle"), "Idle"));
        start.Environment.Remove("TMPDIR");
        using SampleProcess sample = SampleProcess.Start(start);

        ToolRun run = await FathomTool.ShellAsync(isRoot ? $"setpriv --reuid=65534 --regid=65534 --clear-groups fathom heap {sample.Pid}" : "fathom heap 1");

        Assert.Equal(ExitCode.Target, run.Code);
        Assert.Empty(run.Out);
        Assert.Contains($"error: Process {(isRoot ? sample.Pid : 1)} belongs to user root, and this Fathom runs as ", run.Error, StringComparison.Ordinal);
        Assert.Contains("  next: run it as ", run.Error, StringComparison.Ordinal);
        await TargetHealth.CheckAsync(sample, beats: false);
    }

    [Theory]
    [InlineData("empty")]
    [InlineData("text")]
    [InlineData("program")]
    [InlineData("etl")]
    [InlineData("nettrace-4")]
    [InlineData("gcdump")]
    [InlineData("minidump-coreclr")]
    [InlineData("minidump-framework")]
    public async Task A_file_of_another_kind(string kind)
    {
        string file = _folder.File("file");
        await File.WriteAllBytesAsync(file, FileBytes.All[kind], TestContext.Current.CancellationToken);

        await MatchAsync(kind, kind.StartsWith("minidump", StringComparison.Ordinal) ? ExitCode.NotPossible : ExitCode.Target, ["heap", file], (file, "FILE"));
    }

    private static async Task MatchAsync(string name, ExitCode code, string[] args, params (string From, string To)[] replacements)
    {
        ToolRun run = await FathomTool.RunAsync(args);

        Assert.Equal(code, run.Code);
        Assert.Empty(run.Out);
        // What depends on the machine that runs the tests: whether it is a container, and whether it hides processes.
        string error = UnseenProcesses.LeaveOut(Regex.Replace(run.Error, @" \(Fathom runs in container [^)]*\)", ""));
        foreach ((string from, string to) in replacements)
            error = error.Replace(from, to, StringComparison.Ordinal);
        Snapshot.Match(error, $"bad-subject-{name}.txt");
    }
}
