using System.Text;
using System.Text.Json;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Formats.GcDump;
using Fathom.Tests.Query;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>The verbs over recordings: sql, schema, info, pack.</summary>
public sealed class RecordingCommandTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_query_needs_no_recording()
    {
        HostRun run = await RunAsync("sql", "select 1");

        Assert.Equal((ExitCode.Ok, "1\n1\n", ""), (run.Code, run.Out, run.Error));
    }

    [Fact]
    public async Task A_query_sees_several_recordings_at_once_and_keeps_them_apart()
    {
        HostRun run = await RunAsync(
            "sql",
            "select u.rec, t.name, u.size_bytes from heap_usage u join heap_type t on t.rec = u.rec and t.type_id = u.type_id order by u.rec",
            Record("a", "MyApp.Order", 3),
            Record("b", "MyApp.Customer", 5),
            "--format",
            "csv");

        Assert.Equal((ExitCode.Ok, "rec,name,size_bytes\n0,MyApp.Order,72\n1,MyApp.Customer,120\n", ""), (run.Code, run.Out, run.Error));
    }

    [Theory]
    [InlineData("NetTrace", "events.nettrace", "gc", 9)]
    [InlineData("PerfData", "sampled.data", "trace", 1)]
    public async Task A_query_takes_a_raw_trace_as_the_verbs_on_traces_do(string format, string name, string table, int rows)
    {
        string file = _folder.File(name);
        File.Copy(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", format, "data", name), file);

        HostRun first = await RunAsync("sql", $"select count(*) as n from {table}", file, Record("a", "MyApp.Order", 3), "--format", "csv");
        HostRun again = await RunAsync("sql", $"select count(*) as n from {table}", file, "--format", "csv");
        HostRun verb = await RunAsync("events", file, "--format", "csv");

        Assert.Equal((ExitCode.Ok, $"n\n{rows}\n"), (first.Code, first.Out));
        Assert.Equal((ExitCode.Ok, first.Out), (again.Code, again.Out));
        Assert.Contains($"was read into '{file}.fathom'", first.Error, StringComparison.Ordinal);
        Assert.All([again, verb], run => Assert.Contains($"answered from '{file}.fathom'", run.Error, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_query_refuses_a_file_that_is_no_recording_and_no_trace()
    {
        string file = _folder.File("notes.txt");
        await File.WriteAllTextAsync(file, "no trace", TestContext.Current.CancellationToken);

        HostRun run = await RunAsync("sql", "select 1", file);

        Assert.Equal(ExitCode.Target, run.Code);
        Assert.Contains("notes.txt", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_query_comes_from_a_file_with_its_parameters_bound()
    {
        string file = _folder.File("large.sql");
        await File.WriteAllTextAsync(
            file,
            "-- Types with many objects.\nselect t.name, u.count\nfrom heap_usage u join heap_type t using (rec, type_id)\nwhere u.count >= $least and t.name <> $not\n",
            TestContext.Current.CancellationToken);
        string[] recordings = [Record("a", "MyApp.Order", 3), Record("b", "MyApp.Customer", 5), Record("c", "x' or 1=1 --", 9)];

        HostRun run = await RunAsync(["sql", "-f", file, .. recordings, "--param", "least=4", "--param", "not=x' or 1=1 --", "--format", "csv"]);

        Assert.Equal("name,count\nMyApp.Customer,5\n", run.Out);
    }

    [Fact]
    public async Task A_result_with_two_columns_of_one_name_loses_none()
    {
        HostRun run = await RunAsync("sql", "select 1 as a, 2 as a, 3 as a_2", "--format", "json");

        Assert.Equal("""{"a":1,"a_2":2,"a_2_2":3}""", JsonDocument.Parse(run.Out).RootElement.GetProperty("rows")[0].GetRawText());
    }

    [Fact]
    public async Task A_query_can_judge_and_append()
    {
        string csv = _folder.File("losses.csv");
        string[] query = ["sql", "select count(*) as n from loss", Record("a", "MyApp.Order", 3), "-o", csv, "--append"];
        HostRun kept = await RunAsync([.. query, "--fail-if", "n=2.."]);
        HostRun broken = await RunAsync([.. query, "--fail-if", "n=1.."]);

        Assert.Equal((ExitCode.Ok, ExitCode.LimitBroken), (kept.Code, broken.Code));
        Assert.Contains("limit broken: n=1..: n is 1", broken.Error, StringComparison.Ordinal);
        Assert.Equal("n\n1\n1\n", await File.ReadAllTextAsync(csv, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_query_that_is_stopped_ends_at_once()
    {
        using CancellationTokenSource stop = new(TimeSpan.FromMilliseconds(300));
        HostRun run = await HostRun.OfAsync(
            VerbCatalog.All,
            TerminalFacts.Redirected,
            ["sql", "select count(*) from range(100000000000) a, range(100000) b where a.range * b.range % 7 = 1"],
            stop.Token);

        Assert.Equal((ExitCode.Interrupted, ""), (run.Code, run.Out));
    }

    [Fact]
    public async Task An_incomplete_recording_is_read_with_a_notice()
    {
        string path = _folder.File("long.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom record"));
        writer.Commit(complete: false);

        HostRun run = await RunAsync("sql", "select complete from recording", path, "--format", "csv");

        Assert.Equal((ExitCode.Ok, "complete\nfalse\n"), (run.Code, run.Out));
        Assert.Contains($"note: '{path}' is incomplete", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_schema_is_shown_per_table_and_as_the_checked_in_document()
    {
        HostRun table = await RunAsync("schema", "loss", "--format", "csv", "--columns", "table,column,type", "--top", "2");
        HostRun document = await RunAsync("schema", "--format", "md");

        Assert.Equal("table,column,type\nloss,rec,UINTEGER\nloss,source,VARCHAR\n", table.Out);
        Assert.Equal(
            await File.ReadAllTextAsync(Path.Combine(Repository.Root, "docs", "schema.md"), TestContext.Current.CancellationToken), document.Out);
    }

    [Fact]
    public async Task A_table_that_does_not_exist_is_said_with_the_one_that_was_probably_meant()
    {
        HostRun run = await RunAsync("schema", "los");

        Assert.Equal(ExitCode.Usage, run.Code);
        Assert.StartsWith(
            "error: There is no table 'los'.\n  next: did you mean 'loss'? The tables are recording, label, ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_packed_recording_answers_like_the_folder()
    {
        string source = Record("a", "MyApp.Order", 3);
        string packed = _folder.File("for-a-friend.fathom.zip");
        HostRun pack = await RunAsync("pack", source, "-o", packed, "--format", "csv");
        string[] query = ["sql", "select name, count from heap_type join heap_usage using (rec, type_id)", "--format", "csv"];

        Assert.Equal($"path,size_bytes\n{packed},{new FileInfo(packed).Length}\n", pack.Out);
        Assert.Equal((await RunAsync([.. query, source])).Out, (await RunAsync([.. query, packed])).Out);
        Assert.Equal(ExitCode.Target, (await RunAsync("pack", source, "-o", packed)).Code);
        Assert.Equal(ExitCode.Ok, (await RunAsync("pack", source, "-o", packed, "--force")).Code);
    }

    [Fact]
    public async Task The_facts_of_a_recording_are_shown_with_and_without_the_verb()
    {
        string path = Record("a", "MyApp.Order", 3, ("context", "before"));
        HostRun run = await RunAsync("info", path, "--format", "csv", "--where", "fact=label,command,complete");

        Assert.Equal("fact,value\ncomplete,yes\ncommand,fathom heap 1234 --save a.fathom\nlabel,context=before\n", run.Out);
        Assert.Equal((await RunAsync("info", path)).Out, (await RunAsync(path)).Out);
    }

    [Fact]
    public async Task A_core_that_no_verb_can_read_has_no_facts()
    {
        // The head of a core of this machine with 65,000 program headers, and nothing of them.
        byte[] head = new byte[64];
        "\u007fELF\u0002\u0001\u0001"u8.CopyTo(head);
        head[16] = 4;
        head[18] = (byte)(System.Runtime.InteropServices.RuntimeInformation.OSArchitecture == System.Runtime.InteropServices.Architecture.Arm64 ? 183 : 62);
        (head[32], head[54], head[56], head[57]) = (64, 56, 0xe8, 0xfd);
        string core = _folder.File("core.1");
        await File.WriteAllBytesAsync(core, head, TestContext.Current.CancellationToken);

        HostRun run = await RunAsync("info", core);

        Assert.Equal((ExitCode.Target, ""), (run.Code, run.Out));
        Assert.StartsWith($"error: '{core}' ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_recording_keeps_the_whole_command_with_its_verb()
    {
        string saved = _folder.File("saved heap.fathom"), dump = _folder.File("heap.gcdump");
        using GcDumpWriter writer = new();
        writer.Types.Add(("My.Order", "/app/My.dll", 40));
        writer.Nodes.Add((1, 40, 0x7f0000001000, []));
        await File.WriteAllBytesAsync(dump, writer.Write(), TestContext.Current.CancellationToken);
        Assert.Equal(ExitCode.Ok, (await RunAsync("heap", dump, "--save", saved)).Code);

        Assert.Equal($"fact,value\ncommand,fathom heap {dump} --save '{saved}'\n", (await RunAsync("info", saved, "--format", "csv", "--where", "fact=command")).Out);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_facts_of_a_process_and_of_other_files_are_shown()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        string text = _folder.File("notes.txt");
        await File.WriteAllTextAsync(text, "hello", TestContext.Current.CancellationToken);

        HostRun process = await RunAsync("info", $"pid:{sample.Pid}", "--format", "csv", "--where", "fact=kind,pid,application");

        Assert.Equal($"fact,value\nkind,process\npid,{sample.Pid}\napplication,Idle.dll\n", process.Out);
        Assert.Equal($"fact,value\nkind,text\npath,{text}\nsize_bytes,5\n", (await RunAsync("info", text, "--format", "csv")).Out);
    }

    [Fact]
    public async Task What_cannot_be_asked_is_one_sentence_and_one_next_step()
    {
        Record("a", "MyApp.Order", 3);
        await File.WriteAllTextAsync(_folder.File("notes.txt"), "hello", TestContext.Current.CancellationToken);
        Directory.CreateDirectory(_folder.File("half.fathom.partial"));
        string[][] lines =
        [
            ["sql"], ["sql", "-f", "F/missing.sql"], ["sql", "-f", "F"], ["sql", "selec 1"], ["sql", ""], ["sql", "select 1; select 2"],
            ["sql", "drop table loss"], ["sql", "from los"],
            ["sql", "select nam from heap_type"], ["sql", "from read_csv('/etc/passwd')"], ["sql", "from '/etc/passwd'"],
            ["sql", "select * from 'F/notes.txt'"], ["sql", "copy (select 1) to 'F/x.csv'"], ["sql", "install httpfs"],
            ["sql", "set memory_limit = '100GB'"], ["sql", "select $x"], ["sql", "select 1", "--param", "x=1"], ["sql", "select 1", "--param", "x"],
            ["sql", "select 1 as a", "--fail-if", "b=1"],
            ["sql", "select 1", "F/missing.fathom"], ["sql", "select 1", "F/notes.txt"], ["sql", "select 1", "F/half.fathom.partial"],
            ["sql", "select 1", "--where", "a=1"],
            ["info", "F/missing"], ["pack", "F/notes.txt"], ["pack", "F/a.fathom", "-o", "F/no/a.zip"],
            ["pack", "F/a.fathom", "-o", "F/notes.txt", "--force"],
        ];
        StringBuilder text = new();
        foreach (string[] line in lines)
        {
            HostRun run = await RunAsync([.. line.Select(word => word.Replace("F", _folder.Path, StringComparison.Ordinal))]);
            string typed = string.Join(' ', line.Select(word => word.Contains(' ') ? $"\"{word}\"" : word));
            text.Append($"$ fathom {typed}\n{run.ToString().Replace(_folder.Path, "F", StringComparison.Ordinal)}\n");
        }

        Snapshot.Match(text.ToString(), "recording-commands-refused.txt");
        Assert.Equal("hello", await File.ReadAllTextAsync(_folder.File("notes.txt"), TestContext.Current.CancellationToken));
    }

    private string Record(string name, string type, long count, params (string Key, string Value)[] labels)
    {
        using RecordingReader recording = HeapRecordings.Create(_folder, name, type, count, labels);
        return recording.Path;
    }

    private static Task<HostRun> RunAsync(params string[] args) =>
        HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, args, CancellationToken.None);
}
