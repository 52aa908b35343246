using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Frame;

/// <summary>What is wrong with the machine is one sentence, before work starts where it can be known then.</summary>
public sealed class MachineTroubleTests : IDisposable
{
    private static readonly string s_tests = Path.Combine(Repository.Root, "tests", "Fathom.Tests");
    private static readonly string s_heap = Path.Combine(s_tests, "Sources", "Traces", "GcDump", "data", "threadstatics.gcdump");
    private static readonly string s_trace = Path.Combine(s_tests, "Formats", "NetTrace", "data", "events.nettrace");

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Without_the_temporary_folder_another_one_is_used_and_said()
    {
        Dictionary<string, string> environment = new() { ["TMPDIR"] = "/no/such/folder" };
        // What is read of a trace is kept beside it.
        string trace = _folder.File("app.nettrace");
        File.Copy(s_trace, trace);
        ToolRun heap = await FathomTool.RunAsync(["heap", s_heap, "--format", "csv"], environment);
        ToolRun gc = await FathomTool.RunAsync(["gc", trace, "--format", "csv"], environment);

        Assert.All([heap, gc], static run =>
        {
            Assert.True(run.ExitCode is 0 or 1, run.ToString());
            Assert.NotEmpty(run.Out);
            Assert.Matches("note: temporary files are in '/[a-z/]+', as '/no/such/folder' does not exist\n", run.Error);
        });
    }

    [Fact]
    public async Task With_a_read_only_or_full_temporary_folder_another_one_is_used_and_said()
    {
        Needs.Root();

        ToolRun run = await FathomTool.ShellAsync(
            $"""
            exec unshare --mount bash -c '
            mkdir fixed full && mount -t tmpfs -o ro none fixed
            mount -t tmpfs -o size=64k none full && cp /dev/zero full/rest 2>/dev/null
            TMPDIR=$PWD/fixed fathom heap {s_heap} --format csv | wc -l
            TMPDIR=$PWD/full fathom heap {s_heap} --format csv | wc -l'
            """,
            folder: _folder.Path);

        string[] lines = run.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal((2, lines[0]), (lines.Length, lines[1]));
        Assert.True(int.Parse(lines[0]) > 1, run.ToString());
        Assert.Matches($"temporary files are in '/[a-z/]+', as '{_folder.File("fixed")}' is read-only", run.Error);
        Assert.Matches($"temporary files are in '/[a-z/]+', as '{_folder.File("full")}' is full", run.Error);
    }

    [Fact]
    public async Task A_disk_that_is_full_when_a_recording_begins_is_told_before_the_program_runs()
    {
        Needs.Root();

        ToolRun run = await FathomTool.ShellAsync(
            $"""
            exec unshare --mount bash -c '
            mkdir full && mount -t tmpfs -o size=64k none full
            fathom record --save full/a.fathom -- touch started; echo "exit $?"; ls -A . full'
            """,
            folder: _folder.Path);

        Assert.Equal("exit 3\n.:\nfull\n\nfull:\n", run.Out);
        Assert.Contains("error: 'full/a.raw' cannot be made: the disk of '", run.Error, StringComparison.Ordinal);
        Assert.Contains("' is full (64 KiB free).\n  next: free space, or name a folder on another", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(32)]
    [InlineData(100)]
    public async Task Few_descriptors_are_told_before_anything_is_done(int limit)
    {
        ToolRun run = await FathomTool.ShellAsync($"ulimit -n {limit}; exec fathom heap {s_heap}");

        Assert.Equal((ExitCode.NotPossible, ""), (run.Code, run.Out));
        Assert.Equal(
            $"error: Fathom may have {limit} files open at once (ulimit -Hn) and needs 256.\n"
            + "  next: raise the limit before it is started: ulimit -n 1024, as root or in limits.conf\n",
            run.Error);
    }

    [Fact]
    public async Task With_a_low_limit_that_may_be_raised_it_works()
    {
        ToolRun run = await FathomTool.ShellAsync($"ulimit -Sn 64; exec fathom heap {s_heap} --format csv");

        Assert.True(run.ExitCode is 0, run.ToString());
    }

    [Fact]
    public async Task A_folder_without_a_manifest_is_no_success()
    {
        string folder = Directory.CreateDirectory(_folder.File("a.fathom")).FullName;

        ToolRun run = await FathomTool.RunAsync("info", folder);

        Assert.Equal((ExitCode.Target, ""), (run.Code, run.Out));
        Assert.StartsWith($"error: '{folder}' is a folder, not a recording.\n", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Data_for_programs_cannot_steer_a_terminal_and_stays_as_it_is_in_a_pipe()
    {
        string[] query = ["sql", "select chr(27) || '[2J' || chr(8238) || 'gpj' as t", "--format", "csv"];

        ToolRun terminal = await Terminal.RunAsync(80, new Dictionary<string, string> { ["TERM"] = "xterm" }, query);
        ToolRun pipe = await FathomTool.RunAsync(query);

        Assert.Equal("t\n\\u001b[2J\\u202egpj\n", terminal.Out);
        Assert.Equal("t\n\e[2J\u202egpj\n", pipe.Out);
    }
}
