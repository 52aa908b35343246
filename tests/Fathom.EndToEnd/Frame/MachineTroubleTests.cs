using System.Text.RegularExpressions;
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
    [Trait("Category", "Slow")]
    public async Task With_a_read_only_root_everything_works_in_another_folder_that_is_said()
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");
        File.Copy(s_trace, _folder.File("app.nettrace"));

        // What is mounted below the root, such as /dev/shm, stays as it is. The program itself runs from there.
        ToolRun run = await FathomTool.ShellAsync(
            $"""
            exec unshare --mount bash -c '
            mount -o remount,bind,ro / || exit 77
            touch {_folder.File("a")} 2>/dev/null && exit 78
            for words in "heap {s_heap}" "heap pid:{sample.Pid}" "memory pid:{sample.Pid}" "stacks pid:{sample.Pid}" "gc {_folder.File("app.nettrace")}" "ps"; do
                fathom $words --format csv >/dev/shm/fathom-test-out; echo "$words: $? $(($(wc -l </dev/shm/fathom-test-out) > 1))"
            done
            rm /dev/shm/fathom-test-out'
            """,
            folder: _folder.Path);

        string[] lines = run.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.True(lines.Length == 6, run.ToString());
        Assert.All(lines, line => Assert.True(line.EndsWith(": 0 1", StringComparison.Ordinal) || line.EndsWith(": 1 1", StringComparison.Ordinal), run.ToString()));
        Assert.Matches("temporary files are in '/[a-z/]+', as '/[^']+' is read-only", run.Error);
        await TargetHealth.CheckAsync(sample, beats: false);
    }

    // What native code does without memory is not the same each time.
    [Theory]
    [Trait("Category", "Long")]
    [InlineData("heap", "--live")]
    [InlineData("heap", "--retained")]
    [InlineData("heap")]
    [InlineData("memory")]
    public async Task Little_memory_is_one_sentence_or_an_answer(params string[] words)
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200000");

        // 256 MiB of data: a runtime and the engine fit in it, the references of 1.2 million objects may not.
        ToolRun run = await FathomTool.ShellAsync($"ulimit -d 262144; exec fathom {words[0]} pid:{sample.Pid} {string.Join(' ', words[1..])} --format csv");

        // Native code that does not ask whether it got memory crashes in the second process, which is one sentence too.
        Assert.True(run.Code is ExitCode.Ok or ExitCode.Partial || (run.Code is ExitCode.NotPossible or ExitCode.Target && run.Out.Length == 0), run.ToString());
        Assert.True(run.Code == ExitCode.Ok || Regex.Count(run.Error, "^(error|warning): ", RegexOptions.Multiline) == 1, run.ToString());
        Assert.DoesNotContain("cannot be written", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("defect in Fathom", run.Error, StringComparison.Ordinal);
        await TargetHealth.CheckAsync(sample, beats: false);
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
    [Trait("Category", "Slow")]
    public async Task Data_for_programs_cannot_steer_a_terminal_and_stays_as_it_is_in_a_pipe()
    {
        string[] query = ["sql", "select chr(27) || '[2J' || chr(8238) || 'gpj' as t", "--format", "csv"];

        ToolRun terminal = await Terminal.RunAsync(80, new Dictionary<string, string> { ["TERM"] = "xterm" }, query);
        ToolRun pipe = await FathomTool.RunAsync(query);

        Assert.Equal("t\n\\u001b[2J\\u202egpj\n", terminal.Out);
        Assert.Equal("t\n\e[2J\u202egpj\n", pipe.Out);
    }
}
