using Fathom.Model;
using Fathom.Model.Findings;
using Fathom.Model.Inspection;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Runtime;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Query.Findings;
using Fathom.Query.Judging;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Findings;

/// <summary>The queries about the objects of a heap over two recordings whose ids collide; A has an older look that no answer may show.</summary>
public sealed class FindingSqlGoldenTests : IDisposable
{
    private const int MiB = 1024 * 1024;

    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", looks: 2), static folder => Record(folder, "b", looks: 1));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("findings/inspection")]
    [InlineData("findings/arrays")]
    [InlineData("findings/collections")]
    [InlineData("findings/duplicates")]
    [InlineData("findings/delegates")]
    [InlineData("findings/piles")]
    [InlineData("findings/corruptions")]
    [InlineData("findings/corruption_threads")]
    [InlineData("findings/pinned")]
    [InlineData("findings/unloaded_contexts")]
    [InlineData("findings/repeated_assemblies")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Fact]
    public void A_recording_is_judged_by_all_rules_that_it_has_the_tables_for()
    {
        FindingReport a = new(_recordings.Session, 0, default);
        FindingReport b = new(_recordings.Session, 1, default);

        Snapshot.Match(string.Join('\n', FindingTable.Csv(a.Findings), FindingTable.Csv(b.Findings)), "heap-findings.csv");
    }

    [Fact]
    public void A_rule_whose_part_was_not_finished_is_a_row_of_its_own_and_not_judged()
    {
        using RecordingReader reader = Record(_recordings.Folder, "cut", looks: 1, unfinished: LookParts.Events);
        using QuerySession session = QuerySession.Open(reader);
        FindingReport whole = new(_recordings.Session, 1, default), cut = new(session, 0, default);

        string unknown = Assert.Single(FindingTable.Csv(cut.Findings).Split('\n'), static row => row.Contains("not known", StringComparison.Ordinal));
        Assert.StartsWith("event-targets,not known,not judged,", unknown, StringComparison.Ordinal);
        Assert.Equal(whole.AppliedCount - 1, cut.AppliedCount);
        Assert.Equal(cut.Findings.Count - 1, cut.FoundCount);
        Assert.Contains(FindingTable.Csv(whole.Findings).Split('\n'), static row => row.StartsWith("event-targets,warning", StringComparison.Ordinal));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(true)]
    [InlineData(false)]
    public void Threads_that_wait_for_each_other_are_found_without_the_objects_and_none_is_not_known(bool isDeadlock)
    {
        string path = _recordings.Folder.File("collecting.fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom findings")))
        {
            Interner ids = writer.Ids;
            TextId monitor = ids.Text(LockKinds.Monitor), owns = ids.Text(LockRelations.Owns), waits = ids.Text(LockRelations.Waits), type = ids.Text("Gate");
            writer.Write<ProcessRow>([new ProcessRow(1, 4711, ids.Text("Shop"), default, default, ids.Text("10.0.12"), default, default, null, null, null)]);
            writer.Write<StackSnapshotRow>([new StackSnapshotRow(1, 1, 1, ids.Text("core"), null, null, null)]);
            for (uint id = 1; id <= 2; id++)
            {
                writer.Write<ThreadRow>([new ThreadRow(id, 1, 4711 + (int)id, (int)id, default, ids.Text(ThreadKinds.Managed))]);
                writer.Write<ThreadStateRow>([new ThreadStateRow(1, id, default, null, null, null, null, null, null, 0, default, default)]);
                writer.Write<ThreadLockRow>([new(1, id, owns, monitor, 16 * id, type, 1, false)]);
                if (isDeadlock)
                    writer.Write<ThreadLockRow>([new(1, id, waits, monitor, 16 * (3 - id), type, 1, false)]);
            }

            writer.Lost(new LossRow(ids.Text("stacks"), ids.Text(LookParts.Objects), 0, 0, 0, 0, ids.Text(LookParts.Collecting)));
            writer.Commit();
        }

        using RecordingReader reader = RecordingReader.Open(path);
        using QuerySession session = QuerySession.Open(reader);
        string[] rows = FindingTable.Csv(new FindingReport(session, 0, default).Findings).Split('\n');

        string expected = isDeadlock ? "deadlock,error,\"threads 4712, 4713\",\"4712 waits for " : "deadlock,not known,not judged,";
        Assert.StartsWith(expected, Assert.Single(rows, static row => row.StartsWith("deadlock", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.Contains(rows, static row => row.StartsWith("async-pile-up,not known,not judged,", StringComparison.Ordinal));
    }

    [Fact]
    public void A_recording_that_no_rule_can_judge_is_refused_by_name()
    {
        using RecordingReader heap = HeapRecordings.Create(_recordings.Folder, "heap", "MyApp.Order", 3);
        using QuerySession session = QuerySession.Open(heap);

        FindingsAnswer answer = new(session, [], default);
        FindingWords words = new(static (_, _) => "", static command => string.Join(' ', command));
        FathomException error = Assert.Throws<FathomException>(() => answer.Judge(0, null, words, "heap", static ns => $"{ns}"));

        Assert.Equal((ExitCode.Target, $"'{heap.Path}' holds nothing that a rule can judge."), (error.ExitCode, error.Message));
    }

    internal static RecordingReader Record(TestFolder folder, string name, uint looks, string? unfinished = null)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom findings"));
        Interner ids = writer.Ids;
        writer.Write<ProcessRow>([new ProcessRow(1, 4711, Text("Shop"), default, default, Text("10.0.12"), default, default, null, null, null)]);
        writer.Write<ThreadRow>([new ThreadRow(1, 1, 4712, 2, Text($"{name}-worker"), Text(ThreadKinds.Managed))]);
        for (uint look = 1; look <= looks; look++)
            WriteLook(look, look == looks);
        if (unfinished is not null)
            writer.Lost(new LossRow(Text("stacks"), Text(unfinished), 0, 0, 0, 0, Text(LookParts.Unfinished)));
        writer.Write<ModuleRow>(
        [
            new(1, 1, Text($"{name}.dll"), Text($"/app/{name}.dll"), default, Text("file"), false, false, 8_192, 0),
            new(2, 1, Text("Plugin.dll"), default, Text("plugins #2"), Text("memory"), true, true, 512, 0),
            new(3, 1, Text("Extra.dll"), default, Text("plugins #2"), Text("memory"), true, true, 256, 0),
            .. Enumerable.Range(4, name == "a" ? 120 : 99).Select(id =>
                new ModuleRow((uint)id, 1, Text("(with Microsoft.Xml.Serialization.GeneratedAssembly.WriterDoc)"), default, default, Text("dynamic"), false, false, 0, 0)),
            .. Enumerable.Range(124, 100).Select(id => new ModuleRow((uint)id, 1, Text($"{name}.Script"), default, Text("script"), Text("memory"), true, false, 1_024, 0)),
        ]);
        writer.Commit();
        return RecordingReader.Open(path);

        void WriteLook(uint look, bool isNewest)
        {
            string prefix = isNewest ? name : "Never.Shown";
            writer.Write<StackSnapshotRow>([new StackSnapshotRow(look, 1, look, Text("live"), 500_000_000, 10, 20)]);
            writer.Write<ThreadStateRow>([new ThreadStateRow(look, 1, Text("sleeping"), 1, 1, 0, null, null, null, 0, default, default)]);
            writer.Write<RuntimeSnapshotRow>([new(look, 1, 0, Text("live"), 100, 10)]);
            writer.Write<HeapHandleRow>(
            [
                new(look, Text("pinned"), Text($"{prefix}.Buffer"), default, 40, 30 * MiB),
                new(look, Text("async_pinned"), Text($"{prefix}.Buffer"), default, 2, 1 * MiB),
                new(look, Text("strong"), Text("Other"), default, 9, 99 * MiB),
            ]);
            writer.Write<HeapInspectionRow>([new(look, 1_000, 100 * MiB, 5 * MiB, 31 * MiB, 0, 0, 5_000, 20 * MiB, 12 * MiB, 7, name == "a" ? 3 : null, name == "a" ? true : null)]);
            writer.Write<HeapArrayRow>([new(look, Text($"{prefix}.Cell[]"), 10, 20 * MiB, 4, 12 * MiB), new(look, Text("System.Byte[]"), 5, MiB, 1, 100)]);
            writer.Write<HeapCollectionRow>(
            [
                new(look, Text($"{prefix}.List"), Text("list"), 100, 200, 400_000, 0, 0, 90, 11 * MiB),
                new(look, Text($"{prefix}.Set"), Text("hash_set"), 20_000, 5, 10, 19_000, 2 * MiB, 0, 0),
            ]);
            writer.Write<HeapDuplicateRow>([new(look, Text($"{prefix} a text"), 300, 40, 9 * MiB), new(look, Text("Content-Type"), 12, 90, 3 * MiB)]);
            writer.Write<HeapDelegateRow>(
            [
                new(look, 0x7f00_0000_1000, Text("System.Action"), 150, default, 150, default, default, false),
                new(look, 0x7f00_0000_2000, Text("System.EventHandler"), 5_000, Text($"{prefix}.Window"), 4_000, Text($"{prefix}.Theme"), Text("Changed"), true),
            ]);
            writer.Write<HeapPileRow>(
            [
                new(look, Text(PileKinds.Timer), Text($"{prefix}.Poll"), null, 1_000),
                new(look, Text(PileKinds.Timer), Text($"{prefix}.Beat"), null, 999),
                new(look, Text(PileKinds.CancellationSource), Text("Source"), null, 2_000),
                new(look, Text(PileKinds.CancellationCallback), Text("Source"), 0x7f00_0000_3000, 3_000),
                new(look, Text(PileKinds.Task), Text("Task"), null, 4_000),
                new(look, Text(PileKinds.Task), Text("System.Threading.Tasks.Task+DelayPromise"), null, 4_500),
                new(look, Text(PileKinds.Continuation), Text("Task"), 0x7f00_0000_4000, 5_000),
            ]);
            writer.Write<HeapCorruptionRow>(
            [
                new(look, 0x7f00_0000_5000, Text($"{prefix}.Table"), Text("cycle"), 3, 17, 200),
                new(look, 0x7f00_0000_6000, Text($"{prefix}.Table"), Text("out_of_range"), 4, -1, 10),
            ]);
            writer.Write<HeapCorruptionThreadRow>([new(look, 0x7f00_0000_5000, 1, Text("FindValue"))]);
        }

        TextId Text(string text) => ids.Text(text);
    }
}
