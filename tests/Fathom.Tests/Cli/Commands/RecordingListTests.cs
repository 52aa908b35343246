using System.Diagnostics;
using Fathom.Cli;
using Fathom.Cli.Verbs;
using Fathom.Model;
using Fathom.Model.Processes;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>Several recordings are listed by <c>fathom info</c>, also those that cannot be read.</summary>
public sealed class RecordingListTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_recording_below_a_folder_is_a_row_and_what_is_none_is_left_out()
    {
        Directory.CreateDirectory(_folder.File("runs/deep"));
        Write("runs/first.fathom", 2_000_000_000, isWhole: true, new() { ["test"] = "import", ["build"] = "7" });
        Write("runs/deep/second.fathom", 3_000_000_000, isWhole: false, []);
        File.WriteAllText(_folder.File("runs/notes.txt"), "no recording");

        HostRun deep = await RunAsync("info", _folder.File("runs/**"), "--format", "csv", "--columns",
            "name,program,duration_ns,state,holds,labels,tables,rows,losses");
        HostRun flat = await RunAsync("info", _folder.File("runs/*"), "--format", "csv", "--columns", "name,state");
        HostRun where = await RunAsync("info", _folder.File("runs/**"), "--format", "csv", "--columns", "name", "--where",
            "duration_ns=2500ms..");

        Assert.Equal(
            "name,program,duration_ns,state,holds,labels,tables,rows,losses\n"
            + "first,Shop,2000000000,complete,trace,build=7 test=import,2,2,0\n"
            + "second,Shop,3000000000,incomplete,trace,,2,2,0\n",
            deep.Out);
        Assert.Equal("name,state\nfirst,complete\n", flat.Out);
        Assert.Equal("name\nsecond\n", where.Out);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task One_word_takes_and_leaves_out_and_looks_into_folders()
    {
        string[] all = ["runs/Serial.fathom", "runs/a/Serial-WithAV.fathom", "runs/a/MySerial2.fathom", "runs/a/b/Other.fathom", "runs/b/b/SerialB.fathom"];
        foreach (string name in all)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_folder.File(name))!);
            Write(name, 1, isWhole: true, []);
        }

        // A link to a folder above.
        Directory.CreateSymbolicLink(_folder.File("runs/a/b/again"), _folder.File("runs"));
        string Full(string pattern) => string.Join(';', pattern.Split(';').Select(part => part.StartsWith('!') ? part : _folder.File(part)));

        Assert.Equal(["MySerial2", "Serial", "SerialB"], await NamesAsync(Full("runs/**/*Serial*;!*WithAV*")));
        Assert.Equal(["Serial"], await NamesAsync(Full("runs/**/*Serial*;!*withav*;!*/b/*;!MySerial?")));
        Assert.Equal(["MySerial2", "Serial-WithAV"], await NamesAsync(Full("runs/a")));
        Assert.Equal(["Other", "Serial"], await NamesAsync(Full("runs/Serial.fathom;runs/*/b/*.fathom;runs/*/b/O*;!SerialB")));
        Assert.Equal(["MySerial2", "Other", "Serial", "Serial-WithAV", "SerialB"], await NamesAsync(Full("runs/**")));
        HostRun count = await RunAsync("sql", "select count(*) as n from recording", Full("runs/**;!*.*B.fathom"), "--format", "csv");
        Assert.Equal("n\n5\n", count.Out);
        HostRun none = await RunAsync("info", "!*.fathom;"), left = await RunAsync("info", Full("runs/**;!*"));
        Assert.Equal((2, 3), ((int)none.Code, (int)left.Code));
        Assert.StartsWith("error: '!*.fathom;' names recordings to leave out, and none to take.\n", none.Error, StringComparison.Ordinal);
        Assert.Contains("No recording fits '", left.Error, StringComparison.Ordinal);

        async Task<string[]> NamesAsync(string word)
        {
            HostRun run = await RunAsync("info", word, "--format", "csv", "--columns", "name");
            Assert.Equal(0, (int)run.Code);
            return [.. run.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1).Order(StringComparer.Ordinal)];
        }
    }

    [Fact]
    public void What_was_kept_of_a_trace_is_the_same_run_and_an_existing_folder_is_no_pattern()
    {
        foreach (string name in (string[])["run?", "run1"])
        {
            Directory.CreateDirectory(_folder.File(name));
            File.WriteAllBytes(_folder.File($"{name}/a.nettrace"), [.. "Nettrace"u8, 20, 0, 0, 0, .. "!FastSerialization.1"u8]);
            Write($"{name}/a.nettrace.fathom", 1, isWhole: true, []);
            Write($"{name}/b.fathom", 1, isWhole: true, []);
        }

        Assert.Equal(["run1/a.nettrace", "run1/b.fathom"], Names(RecordingPaths.Of([_folder.File("run1")], alsoTraces: true)));
        Assert.Equal(["run1/a.nettrace", "run1/b.fathom"], Names(RecordingPaths.Of([_folder.File("run1/*")], alsoTraces: true)));
        Assert.Equal(["run1/a.nettrace.fathom", "run1/b.fathom"], Names(RecordingPaths.Of([_folder.File("run1")])));
        Assert.Equal(["run?/a.nettrace.fathom", "run?/b.fathom"], Names(RecordingPaths.Of([_folder.File("run?")])));
        Assert.True(RecordingPaths.IsPattern(_folder.File("run?")));
        // A name is compared without its ending, too.
        Assert.Equal(["run1/b.fathom"], Names(RecordingPaths.Of([_folder.File("run1/*;!*.nettrace")], alsoTraces: true)));
        Assert.Equal(["run1/a.nettrace", "run1/b.fathom"], Names(RecordingPaths.Of([_folder.File("run1/*.nettrace;") + _folder.File("run1/*.fathom")], alsoTraces: true)));
        Assert.Equal(["run1/b.fathom"], Names(RecordingPaths.Of([$"{_folder.File("run1/**")};!{_folder.File("run")}?/a*"])));
        Assert.Equal(4, RecordingPaths.Of([$"{_folder.File("**")};!{_folder.File("run")}?"]).Length);

        string[] Names(string[] paths) => Array.ConvertAll(paths, path => Path.GetRelativePath(_folder.Path, path));
    }

    // Root may read every folder.
    [Fact]
    public void A_folder_that_cannot_be_read_can_be_left_out()
    {
        Directory.CreateDirectory(_folder.File("runs/closed"));
        Write("runs/a.fathom", 1, isWhole: true, []);
        Process.Start("chmod", ["000", _folder.File("runs/closed")]).WaitForExit();
        string all = _folder.File("runs/**"), without = $"{all};!*/closed/*";

        if (!Environment.IsPrivilegedProcess)
        {
            FathomException refused = Assert.Throws<FathomException>(() => RecordingPaths.Of([all]));
            Assert.Contains($"';!{_folder.File("runs/closed")}/*'", refused.NextStep, StringComparison.Ordinal);
        }

        string[] found = RecordingPaths.Of([without]);
        Directory.Delete(_folder.File("runs/closed"));
        Assert.Equal([_folder.File("runs/a.fathom")], found);
    }

    [Fact]
    public async Task What_cannot_be_read_is_a_row_with_the_reason()
    {
        Write("good.fathom", 1, isWhole: true, []);
        Write("bad.fathom", 1, isWhole: true, []);
        File.AppendAllText(_folder.File("bad.fathom/manifest.json"), "x");

        HostRun run = await RunAsync("info", _folder.File("good.fathom"), _folder.File("bad.fathom"), "--format", "csv", "--columns",
            "name,state,problem");

        string[] lines = run.Out.Split('\n');
        Assert.Equal("good,complete,", lines[1]);
        Assert.StartsWith("bad.fathom,cannot be read,", lines[2], StringComparison.Ordinal);
        Assert.Contains("manifest.json", lines[2], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pattern_that_nothing_fits_is_an_error()
    {
        HostRun run = await RunAsync("info", _folder.File("none/**"));

        Assert.Equal(3, (int)run.Code);
        Assert.StartsWith($"error: No recording fits '{_folder.File("none/**")}'.", run.Error, StringComparison.Ordinal);
    }

    private static Task<HostRun> RunAsync(params string[] words) =>
        HostRun.OfAsync([.. VerbCatalog.All], Fathom.Cli.Frame.TerminalFacts.Redirected, words, TestContext.Current.CancellationToken);

    private void Write(string name, long durationNs, bool isWhole, Dictionary<string, string> labels)
    {
        using RecordingWriter writer = RecordingWriter.Create(_folder.File(name),
            new RecordingOptions("fathom record") { Labels = labels });
        Interner ids = writer.Ids;
        writer.Write<ProcessRow>(
            [new ProcessRow(1, 4711, ids.Text("Shop"), default, default, default, default, default, null, null, null)]);
        writer.Write<TraceRow>([new TraceRow(
            1, ids.Text("nettrace"), ids.Text("shop.nettrace"), 10, default, default, default, default, default, ids.Text("monotonic"), 0,
                durationNs, null, false, 0, 0, 0, default)]);
        writer.Describe(static manifest => manifest with { Targets = [new ManifestTarget(4711, "Shop", null)] });
        writer.Commit(complete: isWhole);
    }
}
