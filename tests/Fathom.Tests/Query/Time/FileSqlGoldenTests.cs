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

/// <summary>The queries about file calls over two recordings whose ids collide. In B nothing fails, and another process is not among the recorded ones.</summary>
public sealed class FileSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", isB: false), static folder => Record(folder, "b", isB: true));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("time/files")]
    [InlineData("time/files-folders")]
    [InlineData("time/files-operations")]
    [InlineData("time/files-methods")]
    [InlineData("time/files-processes")]
    [InlineData("time/files-each")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => TwoRecordings.Match(
        query, [.. from rec in (int[])[0, 1] from all in (bool[])[false, true] from failed in (bool[])[false, true] select Ask(query, rec, all, failed)]);

    [Theory]
    [InlineData("lib/file-call")]
    [InlineData("lib/file-part")]
    public void What_other_queries_use_keeps_two_apart(string query) => TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Sorted(_recordings.Session.Run(
        query, TestContext.Current.CancellationToken, QueryParameter.Of("rec", rec)))]);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Sums_are_the_same_however_they_are_grouped(int rec)
    {
        ResultTable each = Ask("time/files-each", rec, all: true, failed: false);
        (long, long, long) whole = (each.Rows.Count, Sum(each, "duration_ns"), Sum(each, "size_bytes"));

        foreach (string query in (string[])["time/files", "time/files-folders", "time/files-operations", "time/files-methods", "time/files-processes"])
        {
            ResultTable rows = Ask(query, rec, all: true, failed: false);
            Assert.Equal(whole, (Sum(rows, "calls"), Sum(rows, "duration_ns"), Sum(rows, "read_bytes") + Sum(rows, "write_bytes")));
        }
    }

    private static long Sum(ResultTable table, string column) => table.Rows.Sum(row => row[table.IndexOf(column)] is { IsNull: false } cell ? cell.Integer : 0);

    private static ResultTable Sorted(ResultTable table) =>
        table with { Rows = [.. table.Rows.OrderBy(static row => string.Join(',', row.Select(static cell => cell.ToString())), StringComparer.Ordinal)] };

    private ResultTable Ask(string query, int rec, bool all, bool failed) => _recordings.Session.Run(
        query, TestContext.Current.CancellationToken, QueryParameter.Of("rec", rec), QueryParameter.Of("all_processes", all), QueryParameter.Of("failed", failed));

    private static RecordingReader Record(TestFolder folder, string name, bool isB)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom files"));
        Interner ids = writer.Ids;
        TextId T(string? text) => ids.Text(text);
        writer.Write<ProcessRow>([
            new ProcessRow { ProcessId = 1, Pid = 10, Name = T($"{name}.shop"), IsRecorded = true, HasRuntime = true },
            new ProcessRow { ProcessId = 2, Pid = 20, Name = T("other"), IsRecorded = false },
        ]);
        writer.Write<ThreadRow>([new(1, 1, 10, null, T("main"), T("unknown")), new(2, 2, 20, null, T("main"), T("unknown"))]);
        writer.Write<MethodRow>([new(1, T("Shop.Load"), T("Shop.dll"), T("own")), new(2, T("System.IO.File.Open"), T("System.Private.CoreLib.dll"), T("framework"))]);
        writer.Write<FrameRow>([new(1, 1, T("managed"), 0), new(2, 2, T("managed"), 0)]);
        writer.Write<StackFrameRow>([new(1, 0, 2), new(1, 1, 1), new(2, 0, 2)]);
        FileIoRow Call(uint process, long start, long? duration, string operation, string kind, string? file, long? bytes = null, string? error = null, uint stack = 1, string? to = null) =>
            new(process, process, start, duration, T(operation), T("a_call"), T(kind), T(file), T(to), bytes, operation == "read" ? 4096 : null, T(error), stack);
        writer.Write<FileIoRow>([
            Call(1, 100, 10, "open", "file", "/app/data/a.bin"), Call(1, 120, 50, "read", "file", "/app/data/a.bin", 4096), Call(1, 180, 5, "read", "file", "/app/data/a.bin", 0),
            Call(1, 200, 3, "close", "file", "/app/data/a.bin", stack: 2), Call(1, 300, 7, "open", "file", "/app/missing", error: isB ? null : "ENOENT"),
            Call(1, 310, 8, "open", "file", "/app/missing", error: isB ? null : "EACCES"), Call(1, 400, 900, "sync", "file", "/app/log", stack: 0),
            Call(1, 500, 30, "write", "file", "/app/log", isB ? 10 : 100), Call(1, 600, 6, "rename", "file", "/app/log", to: "/app/log.1"), Call(1, 700, 2, "write", "pipe", null, 9),
            Call(1, 710, 20, "read", "unknown", null, 77), Call(1, 800, 4, "list", "folder", "/app"), Call(1, 810, 4, "list", "folder", "/"), Call(1, 900, null, "read", "socket", null),
            Call(2, 130, 5, "read", "file", "/app/data/a.bin", 11, stack: 0),
        ]);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
