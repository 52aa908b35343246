using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>The queries about page faults over two recordings whose ids collide. B was made on Windows.</summary>
public sealed class FaultSqlGoldenTests : IDisposable
{
    private static readonly string[] s_sums = ["time/faults", "time/faults-kinds", "time/faults-methods", "time/faults-processes"];

    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", isB: false), static folder => Record(folder, "b",
        isB: true));

    public static TheoryData<string> Queries => [.. s_sums, "time/faults-each"];

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [MemberData(nameof(Queries))]
    public void A_query_about_one_recording_keeps_two_apart(string query) =>
        TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Ask(query, rec)]);

    [Theory]
    [InlineData("lib/page-fault")]
    [InlineData("lib/fault-part")]
    public void What_other_queries_use_keeps_two_apart(string query) =>
        TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Sorted(Ask(query, rec))]);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Sums_are_the_same_however_they_are_grouped(int rec)
    {
        ResultTable each = Ask("time/faults-each", rec);
        Assert.Equal((7, 16, 600, 20_480), (each.Rows.Count, Sum(each, "faults"), Sum(each, "duration_ns"), Sum(each, "size_bytes")));

        foreach (string query in s_sums)
        {
            ResultTable rows = Ask(query, rec);
            Assert.Equal((16, 4, 600, 20_480), (Sum(rows, "faults"), Sum(rows, "hard_faults"), Sum(rows, "duration_ns"), Sum(rows,
                "read_bytes")));
        }
    }

    private static long Sum(ResultTable table, string column) => table.Rows.Sum(row => row[table.IndexOf(column)] is { IsNull: false } cell
        ? cell.Integer : 0);

    private static ResultTable Sorted(ResultTable table) =>
        table with { Rows = [.. table.Rows.OrderBy(static row => string.Join(',', row.Select(static cell => cell.ToString())),
            StringComparer.Ordinal)] };

    private ResultTable Ask(string query, int rec) =>
        _recordings.Session.Run(query, TestContext.Current.CancellationToken, QueryParameter.Of("rec", rec));

    private static RecordingReader Record(TestFolder folder, string name, bool isB)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom faults"));
        Interner ids = writer.Ids;
        TextId T(string? text) => ids.Text(text);
        writer.Write<ProcessRow>([
            new ProcessRow { ProcessId = 1, Pid = 10, Name = T($"{name}.shop"), IsRecorded = true, HasRuntime = true },
            new ProcessRow { ProcessId = 2, Pid = 20, Name = T("system"), IsRecorded = false },
        ]);
        writer.Write<ThreadRow>([new(1, 1, 10, null, T("main"), T("unknown")), new(2, 2, 20, null, T("writer"), T("unknown"))]);
        writer.Write<MethodRow>([new(1, T("Shop.Load"), T("Shop.dll"), T("own")), new(2, T("System.IO.File.Open"),
            T("System.Private.CoreLib.dll"), T("framework"))]);
        writer.Write<FrameRow>([new(1, 1, T("managed"), 0), new(2, 2, T("managed"), 0)]);
        writer.Write<StackFrameRow>([new(1, 0, 2), new(1, 1, 1), new(2, 0, 2)]);
        PageFaultRow Fault(uint process, long start, long? duration, string kind, string? file, int? bytes, long count = 1,
            uint stack = 1) =>
            new(process, process, start, duration, T(kind), T(isB ? file?.Replace("/app/", @"C:\app\") : file), file is null ? null
                : start * 4096, bytes,
                (ulong)start << 12, count, stack);
        writer.Write<PageFaultRow>([
            Fault(1, 100, 200, "hard", "/app/a.so", 4096), Fault(1, 310, 100, "hard", "/app/a.so", 8192), Fault(1, 450, 250, "hard",
                null, 4096, stack: 2),
            Fault(1, 720, null, isB ? "demand zero" : "soft", null, null, count: 9, stack: 0), Fault(1, 800, 20, isB ? "transition"
                : "soft", "/app/b.so", null, stack: 0),
            Fault(2, 500, 30, "hard", "/app/a.so", 4096, stack: 0), Fault(2, 540, null, "unknown", null, null, count: 2, stack: 0),
        ]);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
