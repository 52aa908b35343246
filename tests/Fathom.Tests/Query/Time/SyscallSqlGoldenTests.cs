using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>The queries about system calls over two recordings whose ids collide. B was made on Windows, which tells addresses.</summary>
public sealed class SyscallSqlGoldenTests : IDisposable
{
    private static readonly string[] s_sums = ["time/syscalls", "time/syscalls-errors", "time/syscalls-methods", "time/syscalls-processes"];

    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", isB: false), static folder => Record(folder, "b",
        isB: true));

    public static TheoryData<string> Queries => [.. s_sums, "time/syscalls-each"];

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Queries))]
    public void A_query_about_one_recording_keeps_two_apart(string query) =>
        TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Ask(query, rec)]);

    [Theory]
    [InlineData("lib/called")]
    [InlineData("lib/system-call")]
    [InlineData("lib/call-part")]
    public void What_other_queries_use_keeps_two_apart(string query) =>
        TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Sorted(Ask(query, rec))]);

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(0, false, 7, 3, 1470)]
    [InlineData(1, false, 7, 3, 1470)]
    [InlineData(0, true, 3, 3, 60)]
    public void Sums_are_the_same_however_they_are_grouped(int rec, bool failed, int calls, int failures, long durationNs)
    {
        ResultTable each = Ask("time/syscalls-each", rec, failed);
        Assert.Equal((calls, durationNs), (each.Rows.Count, Sum(each, "duration_ns")));

        foreach (string query in s_sums)
        {
            ResultTable rows = Ask(query, rec, failed);
            Assert.Equal((calls, failures, durationNs), (Sum(rows, "calls"), Sum(rows, "failures"), Sum(rows, "duration_ns")));
        }
    }

    private static long Sum(ResultTable table, string column) => table.Rows.Sum(row => row[table.IndexOf(column)] is { IsNull: false } cell
        ? cell.Integer : 0);

    private static ResultTable Sorted(ResultTable table) =>
        table with { Rows = [.. table.Rows.OrderBy(static row => string.Join(',', row.Select(static cell => cell.ToString())),
            StringComparer.Ordinal)] };

    private ResultTable Ask(string query, int rec, bool failed = false)
    {
        QueryParameter[] values =
        [
            .. NamedQuery.Of(query).Header.Parameters.Select(parameter => parameter.Name == "rec" ? QueryParameter.Of("rec", rec)
                : QueryParameter.Of(parameter.Name, failed)),
        ];
        return _recordings.Session.Run(query, TestContext.Current.CancellationToken, values);
    }

    private static RecordingReader Record(TestFolder folder, string name, bool isB)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom syscalls"));
        Interner ids = writer.Ids;
        TextId T(string? text) => ids.Text(text);
        writer.Write<ProcessRow>([
            new ProcessRow { ProcessId = 1, Pid = 10, Name = T($"{name}.shop"), IsRecorded = true, HasRuntime = true },
            new ProcessRow { ProcessId = 2, Pid = 20, Name = T("system"), IsRecorded = false },
        ]);
        writer.Write<ThreadRow>([new(1, 1, 10, null, T("main"), T("unknown")), new(2, 2, 20, null, T("writer"), T("unknown"))]);
        writer.Write<MethodRow>([
            new(1, T("Shop.Load"), T("Shop.dll"), T("own")), new(2, T("System.IO.File.Open"), T("System.Private.CoreLib.dll"),
                T("framework")),
            new(3, T($"ntoskrnl.exe!Nt{(isB ? "Read" : "Write")}File"), T("ntoskrnl.exe"), T("kernel")),
            new(4, T("ntoskrnl.exe!?"), T("ntoskrnl.exe"), T("kernel")),
        ]);
        writer.Write<FrameRow>([new(1, 1, T("managed"), 0), new(2, 2, T("managed"), 0), new(3, 3, T("kernel"), 0), new(4, 4, T("kernel"),
            9)]);
        writer.Write<StackFrameRow>([new(1, 0, 2), new(1, 1, 1), new(2, 0, 2), new(3, 0, 3), new(4, 0, 4)]);
        SystemCallRow Called(uint process, long start, long? duration, string call, long? result, string? error, uint stack = 1) =>
            new(process, process, start, duration, T(isB && call == "read" ? "ntoskrnl.exe+0x10" : call), isB ? call == "read" ? 3u : 4
                : 0, result,
                T(error), stack);
        writer.Write<SystemCallRow>([
            Called(1, 100, 50, "read", 4096, null), Called(1, 160, 10, "read", -11, isB ? "STATUS_PENDING" : "EAGAIN"),
            Called(1, 180, 30, "openat", -2, "ENOENT", stack: 2), Called(1, 220, 20, "openat", -13, "EACCES", stack: 0),
            Called(1, 300, 1000, "futex", 0, null, stack: 0), Called(1, 1400, null, "futex", null, null, stack: 0),
            Called(2, 500, 360, "read", 0, null, stack: 0),
        ]);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
