using Fathom.Model.Processes;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>What is a cause of waiting, what is idle, and what stands: by hand-made stacks of a shop, innermost frame first.</summary>
public sealed class WaitCauseTests : IDisposable
{
    private static readonly string[][] s_stacks =
    [
        [
            "libc.so.6!futex", "System.Threading.Monitor.Wait", "System.Threading.Tasks.Task.SpinThenBlockingWait", "Shop.Price.Get",
            "System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart",
        ],
        ["libc.so.6!futex", "System.Threading.Lock.EnterSlow", "Shop.Stock.Reserve", "Shop.Price.Get"],
        ["libc.so.6!futex", "System.Threading.LowLevelLifoSemaphore.WaitForSignal", "System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart"],
        ["libc.so.6!read", "System.ConsolePal+UnixConsoleStream.Read", "System.IO.StdInReader.ReadLine", "Program.Main"],
        ["libcoreclr.so!?", "libc.so.6!start_thread"],
        ["libpq.so!recv", "Shop.Orders.Load"],
    ];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Causes_are_own_methods_by_the_outermost_method_that_blocks()
    {
        using RecordingReader recording = Record();
        using QuerySession session = QuerySession.Open(recording);

        string[] rows = Rows(session, isIdle: false);

        Assert.Equal(
            [
                // Two threads from 0 to 100 and from 50 to 150: 150 on the wall, 200 in sum.
                "wait task Shop.Price.Get 200 150 100 2",
                "wait lock Shop.Stock.Reserve 70 70 70 1",
                "wait  Shop.Orders.Load 30 30 30 1",
                "wait disk Shop.Orders.Load 20 20 20 1",
                "wait GC all threads 12 12 8 2",
            ],
            rows);
    }

    [Fact]
    public void Idle_and_standing_waits_have_rows_when_they_are_asked_for()
    {
        using RecordingReader recording = Record();
        using QuerySession session = QuerySession.Open(recording);

        string[] rows = [.. Rows(session, isIdle: true).Where(static row => !row.StartsWith("wait ", StringComparison.Ordinal))];

        Assert.Equal(["standing console Program.Main 1000 1000 1000 1", "standing   1000 1000 1000 1", "idle   1205 1000 1000 3"], rows);
        Assert.Equal(
            ["idle   3 1205", "standing Program.Main console 1 1000", "standing   1 1000"],
            TableRow.All(session.Run("time/idle-waits", TestContext.Current.CancellationToken, QueryParameter.Of("rec", 0), QueryParameter.Of("all_processes", false)))
                .Select(static row => $"{row.Text("state")} {row.Text("method")} {row.Text("kind")} {row.Number("threads")} {row.Number("wait_sum_ns")}"));
    }

    [Fact]
    public void What_is_left_out_and_what_is_shown_are_all_waits()
    {
        using RecordingReader recording = Record();
        using QuerySession session = QuerySession.Open(recording);

        long all = TableRow.All(session.Run("lib/wait", TestContext.Current.CancellationToken, QueryParameter.Of("rec", 0)))
            .Where(static row => row.Truth("is_recorded")).Sum(static row => row.Number("wait_ns")!.Value);

        Assert.Equal(all + 12, Rows(session, isIdle: true).Sum(static row => long.Parse(row.Split(' ')[^4], System.Globalization.CultureInfo.InvariantCulture)));
    }

    private static string[] Rows(QuerySession session, bool isIdle) =>
    [
        .. TableRow.All(session.Run(
                "time/waits", TestContext.Current.CancellationToken, QueryParameter.Of("rec", 0), QueryParameter.Of("all_processes", false), QueryParameter.Of("idle", isIdle)))
            .Select(static row => $"{row.Text("state")} {row.Text("kind")} {row.Text("method")} {row.Number("wait_sum_ns")} {row.Number("wait_wall_ns")} "
                + $"{row.Number("wait_max_ns")} {row.Number("count")}"),
    ];

    private RecordingReader Record()
    {
        using RecordingWriter writer = RecordingWriter.Create(_folder.File("a.fathom"), new RecordingOptions("fathom waits"));
        Interner ids = writer.Ids;
        writer.Write<ProcessRow>([
            new ProcessRow { ProcessId = 1, Pid = 10, Name = ids.Text("Shop"), HasRuntime = true },
            new ProcessRow { ProcessId = 2, Pid = 20, Name = ids.Text("bash") },
        ]);
        string?[] threads = ["main", "worker", ".NET TP Worker", ".NET Finalizer", "native", null];
        for (uint i = 0; i < threads.Length; i++)
            writer.Write<ThreadRow>([new(i + 1, i == 5 ? 2u : 1u, 10 + (int)i, null, ids.Text(threads[i]), ids.Text("unknown"))]);
        string[] methods = [.. s_stacks.SelectMany(static stack => stack).Distinct()];
        for (uint i = 0; i < methods.Length; i++)
        {
            bool isNative = methods[i].Contains('!', StringComparison.Ordinal);
            string origin = isNative ? "native" : methods[i].StartsWith("System.", StringComparison.Ordinal) ? "framework" : "own";
            writer.Write<MethodRow>([new(i + 1, ids.Text(methods[i]), ids.Text("a file"), ids.Text(origin))]);
            writer.Write<FrameRow>([new(i + 1, i + 1, ids.Text(isNative ? "native" : "managed"), 0)]);
        }

        for (uint stack = 0; stack < s_stacks.Length; stack++)
        {
            for (int depth = 0; depth < s_stacks[stack].Length; depth++)
                writer.Write<StackFrameRow>([new(stack + 1, depth, (uint)Array.IndexOf(methods, s_stacks[stack][depth]) + 1)]);
        }

        writer.Write<ThreadWaitRow>(
        [
            Wait(ids, thread: 2, from: 0, length: 100, stack: 1),
            Wait(ids, thread: 3, from: 50, length: 100, stack: 1),
            Wait(ids, thread: 2, from: 200, length: 70, stack: 2),
            Wait(ids, thread: 3, from: 200, length: 200, stack: 3),
            Wait(ids, thread: 1, from: 0, length: 1000, stack: 4, isStanding: true),
            Wait(ids, thread: 4, from: 0, length: 1000, stack: 5, isStanding: true),
            Wait(ids, thread: 5, from: 0, length: 1000, stack: 0, isStanding: true),
            Wait(ids, thread: 5, from: 0, length: 5, stack: 5),
            Wait(ids, thread: 2, from: 300, length: 30, stack: 6),
            Wait(ids, thread: 2, from: 400, length: 20, stack: 6, kind: "uninterruptible"),
            Wait(ids, thread: 6, from: 0, length: 500, stack: 0),
        ]);
        writer.Write<GcPauseRow>([new(1, 10, 4, null, ids.Text("gc"), 1), new(1, 20, 8, null, ids.Text("gc preparation"), 2), new(1, 30, 9, null, ids.Text("debugger"), null)]);
        writer.Commit();
        return RecordingReader.Open(_folder.File("a.fathom"));
    }

    private static ThreadWaitRow Wait(Interner ids, uint thread, long from, long length, uint stack, bool isStanding = false, string kind = "sleeping") =>
        new(thread, from, length, 0, ids.Text(kind), stack, null, 0, null, isStanding, isStanding, false, false);
}
