using Fathom.Model;
using Fathom.Model.Orphans;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Tables;
using Fathom.Query.Orphans;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Render.Formats;
using Fathom.Render.Orphans;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Orphans;

/// <summary>The queries about machines over two recordings whose ids collide; A has an older look that no answer may show.</summary>
public sealed class OrphanSqlGoldenTests : IDisposable
{
    private static readonly string[] s_kinds = ["free", "anonymous", "file cache", "swap cache", "unaccounted"];

    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", looks: 2), static folder => Record(folder, "b", looks: 1));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [InlineData("orphans/snapshot")]
    [InlineData("orphans/cases")]
    [InlineData("orphans/balance")]
    [InlineData("orphans/cache")]
    [InlineData("orphans/totals")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Fact]
    public void A_comparison_is_B_minus_A() => _recordings.MatchBoth("orphans/diff");

    [Fact]
    public void The_balance_stands_above_the_cases()
    {
        OrphanReport report = new(_recordings.Session, default);
        DateTimeOffset utc = new(2026, 11, 25, 10, 0, 0, TimeSpan.Zero);
        MachineFacts a = report.Facts(0) with { Utc = utc }, b = report.Facts(1) with { Utc = utc.AddHours(1) };
        CommandResult result = new("orphans", [], _recordings.Run("orphans/cases", ("rec", 0))) { Header = OrphanHeader.OfCases(a, 4_000), Totals = report.Totals(0), TotalsLead = true };
        ResultShape shape = NamedQuery.Of("orphans/cases").Shape;
        ShapedResult shaped = new ResultShaper(new([], shape), new([], shape), null, ColumnChoice.Parse(null, shape), null).Shape(result);
        using StringWriter table = new() { NewLine = "\n" }, markdown = new() { NewLine = "\n" };
        TableRenderer.Write(shaped, table, new TableStyle(null, false, null));
        MarkdownRenderer.Write(shaped, markdown, null);
        string[] others = [.. OrphanHeader.OfBalance(a), .. OrphanHeader.OfCache(b), .. OrphanHeader.Of(a, b), .. OrphanHeader.Differences(a), .. OrphanHeader.Differences(b)];

        Snapshot.Match($"{table}\n{markdown}\n{string.Join('\n', others)}\n", "orphans-rendered.txt");
    }

    [Fact]
    public void A_recording_without_a_look_at_a_machine_is_refused_by_name()
    {
        using RecordingReader heap = HeapRecordings.Create(_recordings.Folder, "heap", "MyApp.Order", 3);
        using QuerySession session = QuerySession.Open(heap);

        FathomException error = Assert.Throws<FathomException>(() => new OrphanReport(session, default).Facts(0));

        Assert.Equal((ExitCode.Target, $"'{heap.Path}' holds no snapshot of a machine's memory."), (error.ExitCode, error.Message));
    }

    internal static RecordingReader Record(TestFolder folder, string name, uint looks)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom orphans"));
        Interner ids = writer.Ids;
        bool isA = name == "a";
        for (uint look = 1; look <= looks; look++)
        {
            long scale = look * (isA ? 1_000 : 3_000);
            uint id = look;
            writer.Write<MachineSnapshotRow>([new(look, 5_000, ids.Text($"host-{name}"), 15 * scale, isA ? 7 * scale : 0, 30, isA ? 2 : 0, isA ? 1 : 3)]);
            writer.Write<MachineMemoryRow>(
            [
                .. s_kinds.Select((kind, i) => new MachineMemoryRow(id, i + 1, ids.Text(kind), default, default, kind == "swap cache" ? 0 : (i + 1) * scale)),
                new(look, 6, ids.Text("dirty"), ids.Text("file cache"), default, scale / 10),
                new(look, 7, ids.Text("swap used"), ids.Text("swap"), ids.Text("/dev/zram0"), isA ? 70 : 7_000),
                new(look, 8, ids.Text("cached file"), ids.Text("file cache"), ids.Text($"/srv/{name}.db"), scale),
                new(look, 9, ids.Text("cached files"), ids.Text("file cache"), ids.Text("files that no process has open or mapped"), 2 * scale),
            ]);
            writer.Write<OrphanRow>(
            [
                new(look, 1, ids.Text("unmapped memfd"), 2 * scale, 1, 4711, ids.Text("Shop"), ids.Text("cache"), ids.Text("descriptor 7")),
                new(look, 2, ids.Text("pipe buffers"), scale, 3, 4711, ids.Text("Shop"), default, ids.Text("unread")),
                new(look, 3, ids.Text("dying cgroups"), 9 * scale, 2, null, ids.Text("control group /x"), default, ids.Text("memory.current")),
                new(look, 4, ids.Text(isA ? "SysV segment" : "BPF map"), 2 * scale, 1, isA ? 12 : null, default, ids.Text("shmid 0"), ids.Text("nobody")),
            ]);
        }

        writer.Commit();
        return RecordingReader.Open(path);
    }
}
