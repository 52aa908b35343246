using System.Diagnostics;
using System.Text;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>What the verbs on traces say about what they cannot read or write: one sentence, one next step, and nothing half-written.</summary>
public sealed class TraceBadInputTests : IDisposable
{
    private static readonly string s_data = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace");

    private readonly TestFolder _folder = new();

    public TraceBadInputTests() => File.Copy(s_data, Trace);

    private string Trace => _folder.File("app.nettrace");

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Every_bad_input_is_one_sentence_with_the_next_step_and_leaves_nothing()
    {
        byte[] whole = await File.ReadAllBytesAsync(s_data, TestContext.Current.CancellationToken);
        File.WriteAllBytes(_folder.File("empty.nettrace"), []);
        File.WriteAllText(_folder.File("notes.txt"), "hello");
        File.WriteAllBytes(_folder.File("head.nettrace"), whole[..12]);
        File.WriteAllBytes(_folder.File("half.data"), "PERFILE2"u8.ToArray());
        string[] before = Entries();
        StringBuilder said = new();
        foreach (string line in new[]
        {
            "extract empty.nettrace", "processes empty.nettrace", "extract notes.txt", "processes notes.txt", "extract head.nettrace", "info head.nettrace",
            "extract half.data", "info half.data", "processes half.data", "extract missing.nettrace", "processes missing.nettrace", "processes", $"processes pid:{Environment.ProcessId}",
            "ps app.nettrace", "extract", "extract app.nettrace --skip waits", "extract app.nettrace --only wait --save part.fathom", "extract app.nettrace --only gc --skip cpu --to .",
            "extract app.nettrace --to nowhere", "extract app.nettrace --save nowhere/a.fathom", "extract app.nettrace --save notes.txt",
        })
        {
            ToolRun run = await FathomTool.RunAsync(line.Split(' '), null, folder: _folder.Path);
            Assert.Equal("", run.Out);
            said.Append($"$ fathom {line}\n{run.Error}exit {run.ExitCode}\n\n");
        }

        // Who is not root cannot look into all processes, and is told so.
        string told = UnseenProcesses.LeaveOut(said.ToString())
            .Replace(_folder.Path, "FOLDER", StringComparison.Ordinal).Replace($"{Environment.ProcessId}", "PID", StringComparison.Ordinal);
        Snapshot.Match(told, "trace-bad-input.txt");
        Assert.Equal(before, Entries());
    }

    [Fact]
    public async Task A_cut_trace_becomes_a_recording_that_says_where_it_ends()
    {
        byte[] whole = await File.ReadAllBytesAsync(s_data, TestContext.Current.CancellationToken);
        string cut = _folder.File("cut.nettrace");
        File.WriteAllBytes(cut, whole[..(whole.Length * 2 / 3)]);

        ToolRun extract = await FathomTool.RunAsync("extract", cut, "--format", "csv", "--columns", "state,losses"), info = await FathomTool.RunAsync("info", cut, "--format", "csv");

        Assert.Equal((1, "state,losses\nextracted,1\n"), (extract.ExitCode, extract.Out));
        Assert.Equal(0, info.ExitCode);
        Assert.Matches("\nloss,\"?nettrace: ", info.Out);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Where_nothing_can_be_kept_a_question_is_answered_and_extract_says_what_to_name()
    {
        Dictionary<string, string> environment = new() { ["XDG_CACHE_HOME"] = "/dev/null/cache" };
        // Others may write here, so nothing is kept beside the trace.
        using (Process chmod = Process.Start("chmod", ["777", _folder.Path]))
            await chmod.WaitForExitAsync(TestContext.Current.CancellationToken);

        ToolRun gc = await FathomTool.RunAsync(["gc", Trace, "--each", "--format", "csv"], environment), extract = await FathomTool.RunAsync(["extract", Trace], environment);

        Assert.Equal((0, 10), (gc.ExitCode, gc.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length));
        Assert.Equal((3, ""), (extract.ExitCode, extract.Out));
        Assert.Equal($"error: There is no folder for the recording of '{Trace}'.\n  next: name one: --to FOLDER\n", extract.Error);
        Assert.Equal([Trace], Entries());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_full_disk_and_a_read_only_folder_leave_nothing_and_a_question_is_answered_nevertheless()
    {
        Needs.Root();
        string small = Directory.CreateDirectory(_folder.File("small")).FullName, fixedFolder = Directory.CreateDirectory(_folder.File("fixed")).FullName;
        long room = (new FileInfo(s_data).Length / 4096 * 4096) + 16_384;

        // Mounts that this shell alone sees: a file system with room for the trace and little more, and one that cannot be written.
        ToolRun run = await FathomTool.ShellAsync(
            $"""
            exec unshare --mount bash -c '
            mount -t tmpfs -o size={room},mode=700 none {small} && mount -t tmpfs -o ro none {fixedFolder}
            fathom extract {Trace} --to {fixedFolder}; echo "exit $?"
            cp {Trace} {small}/app.nettrace
            fathom extract {Trace} --to {small}; echo "exit $?"
            fathom extract {Trace} --save {small}/a.fathom; echo "exit $?"
            fathom extract {small}/app.nettrace; echo "exit $?"
            fathom gc {small}/app.nettrace --each --format csv | wc -l; echo "exit $?"
            ls -A {small} {fixedFolder}'
            """);

        Assert.Equal($"exit 3\nexit 3\nexit 3\nexit 3\n10\nexit 0\n{fixedFolder}:\n\n{small}:\napp.nettrace\n", run.Out);
        string[] errors = [.. run.Error.Split('\n').Where(static line => line.StartsWith("error: ", StringComparison.Ordinal))];
        Assert.Equal(4, errors.Length);
        Assert.Contains($"{fixedFolder}", errors[0], StringComparison.Ordinal);
        Assert.All(errors, static line => Assert.Contains("cannot be written", line, StringComparison.Ordinal));
        Assert.All(errors[1..], static line => Assert.Contains("No space left", line, StringComparison.Ordinal));
        Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal);
    }

    private string[] Entries() => [.. Directory.GetFileSystemEntries(_folder.Path).Order(StringComparer.Ordinal)];
}
