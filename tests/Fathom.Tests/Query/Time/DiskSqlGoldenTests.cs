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

/// <summary>The queries about requests to disks over two recordings whose ids collide. B was made on Windows.</summary>
public sealed class DiskSqlGoldenTests : IDisposable
{
    private static readonly string[] s_sums =
        ["time/disk", "time/disk-folders", "time/disk-disks", "time/disk-operations", "time/disk-methods", "time/disk-processes"];

    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", isB: false), static folder => Record(folder, "b",
        isB: true));

    public static TheoryData<string> Queries => [.. s_sums, "time/disk-each"];

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Queries))]
    public void A_query_about_one_recording_keeps_two_apart(string query) =>
        TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Ask(query, rec)]);

    [Theory]
    [InlineData("lib/disk-request")]
    [InlineData("lib/disk-part")]
    public void What_other_queries_use_keeps_two_apart(string query) => TwoRecordings.Match(query, [.. from rec in (int[])[0,
        1] select Sorted(Ask(query, rec))]);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Sums_are_the_same_however_they_are_grouped(int rec)
    {
        ResultTable each = Ask("time/disk-each", rec);
        (long, long, long, long) whole = (each.Rows.Count, Sum(each, "service_ns"), Sum(each, "queue_ns"), Sum(each, "size_bytes"));
        Assert.Equal((9, 860, 160, 4096 + 8192 + 100 + 512 + 11 + 7), whole);

        foreach (string query in s_sums)
        {
            ResultTable rows = Ask(query, rec);
            Assert.Equal(whole, (Sum(rows, "requests"), Sum(rows, "service_ns"), Sum(rows, "queue_ns"), Sum(rows, "read_bytes") + Sum(rows,
                "write_bytes")));
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
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom disk"));
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
        DiskIoRow Asked(uint process, long start, long? queue, long? service, string operation, int disk, string? file, long? bytes,
            uint stack = 1) => new(
            process, process, start, queue, service, T(operation), T(isB ? $"disk {disk}" : $"vd{"ab"[disk]}"), T(isB
                ? file?.Replace("/app/", @"C:\app\").Replace('/', '\\') : file), bytes,
            bytes is null ? null : start * 512, isB ? T("normal") : default, stack);
        writer.Write<DiskIoRow>([
            Asked(1, 100, 0, 50, "read", 0, "/app/data/a.bin", 4096), Asked(1, 120, 30, 40, "read", 0, "/app/data/a.bin", 8192), Asked(1,
                200, 0, 700, "flush", 0, null, null),
            Asked(1, 300, 100, 20, "write", 1, "/app/log", 100, stack: 2), Asked(1, 400, 0, 10, "write", 1, "/app/log", 512, stack: 0),
                Asked(1, 410, null, null, "read", 1, null, 11),
            Asked(2, 500, 30, 30, "write", 0, "/app/data/a.bin", 7, stack: 0), Asked(2, 600, 0, 10, "flush", 1, null, null, stack: 0),
                Asked(2, 650, 0, 0, "flush", 1, "/app", null, stack: 0),
        ]);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
