using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Model.Windows;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>The queries about interrupts over two recordings whose ids collide. Only B has the PDB of the driver.</summary>
public sealed class InterruptSqlGoldenTests : IDisposable
{
    private static readonly string[] s_sums = ["time/interrupts", "time/interrupts-routines", "time/interrupts-processors"];

    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", isB: false), static folder => Record(folder, "b", isB: true));

    public static TheoryData<string> Queries => [.. s_sums, "time/interrupts-each"];

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [MemberData(nameof(Queries))]
    public void A_query_about_one_recording_keeps_two_apart(string query) =>
        TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Ask(query, rec)]);

    [Theory]
    [InlineData("lib/routine")]
    [InlineData("lib/interrupting")]
    public void What_other_queries_use_keeps_two_apart(string query) =>
        TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Sorted(Ask(query, rec))]);

    [Fact]
    public void Time_is_the_same_however_it_is_grouped_and_a_share_is_that_of_one_processor()
    {
        ResultTable each = Ask("time/interrupts-each", 0);
        Assert.Equal((6, 390L), (each.Rows.Count, Sum(each, "own_ns")));
        Assert.All(s_sums, query => Assert.Equal(390, Sum(Ask(query, 0), "duration_ns")));

        // Of 1,000 ns.
        ResultTable processors = Ask("time/interrupts-processors", 0);
        Assert.Equal(["27", "12"], processors.Rows.Select(row => row[processors.IndexOf("percent")].ToString()));
        ResultTable modules = Ask("time/interrupts", 0);
        Assert.Equal(["net.sys DPC 2 180 18 200", "disk.sys threaded DPC 1 120 12 120", "net.sys ISR 2 90 9 60", " timer DPC 1   "], modules.Rows.Select(row =>
            string.Join(' ', ((string[])["module", "kind", "count", "duration_ns", "percent", "max_ns"]).Select(column => row[modules.IndexOf(column)].ToString()))));
        ResultTable routines = Ask("time/interrupts-routines", 1);
        Assert.Contains(routines.Rows, row => row[routines.IndexOf("routine")].ToString() == "net.sys!OnPacket");
    }

    private static long Sum(ResultTable table, string column) => table.Rows.Sum(row => row[table.IndexOf(column)] is { IsNull: false } cell ? cell.Integer : 0);

    private static ResultTable Sorted(ResultTable table) =>
        table with { Rows = [.. table.Rows.OrderBy(static row => string.Join(',', row.Select(static cell => cell.ToString())), StringComparer.Ordinal)] };

    private ResultTable Ask(string query, int rec) =>
        _recordings.Session.Run(query, TestContext.Current.CancellationToken, QueryParameter.Of("rec", rec));

    private static RecordingReader Record(TestFolder folder, string name, bool isB)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom interrupts"));
        Interner ids = writer.Ids;
        TextId T(string? text) => ids.Text(text);
        writer.Write<TraceRow>([new TraceRow { TraceId = 1, Format = T("etl"), File = T($"{name}.etl"), DurationNs = 1000 }]);
        writer.Write<ProcessRow>([new ProcessRow { ProcessId = 1, Pid = 10, Name = T($"{name}.shop") }]);
        writer.Write<ThreadRow>([new(1, 1, 11, null, T("main"), T("unknown"))]);
        writer.Write<MethodRow>([
            new(1, T(isB ? "net.sys!OnPacket" : "net.sys!?"), T("net.sys"), T("kernel")), new(2, T("net.sys!?"), T("net.sys"), T("kernel")),
        ]);
        writer.Write<FrameRow>([new(1, 1, T("kernel"), 0x10), new(2, 2, T("kernel"), 0x20)]);
        writer.Write<StackFrameRow>([new(1, 0, 1), new(2, 0, 2)]);
        InterruptRow At(long start, long? duration, long? own, string kind, int processor, string? module, string routine, uint stack, bool? claimed = null) => new(
            start, duration, own, T(kind), processor, start > 300 ? 1u : 0, start > 300 ? 1u : 0, T(module), T(routine), stack, claimed is null ? null : 81, claimed, 0);
        writer.Write<InterruptRow>([
            At(100, 200, 100, "DPC", 0, "net.sys", "net.sys+0x10", 1), At(150, 60, 60, "ISR", 0, "net.sys", "net.sys+0x20", 2, true),
            At(220, 30, 30, "ISR", 0, "net.sys", "net.sys+0x20", 2, false), At(400, 80, 80, "DPC", 0, "net.sys", "net.sys+0x10", 1),
            At(500, 120, 120, "threaded DPC", 1, "disk.sys", "disk.sys+0x30", 0), At(900, null, null, "timer DPC", 1, null, "0xfff", 0),
        ]);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
