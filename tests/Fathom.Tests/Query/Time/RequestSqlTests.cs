using System.Globalization;
using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Stacks;
using Fathom.Model.Statistics;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>Quantiles of routes, and what of threads belongs to a request.</summary>
public sealed class RequestSqlTests : IDisposable
{
    private const string Loop =
        "Microsoft.AspNetCore.Server.Kestrel.Core.Internal.Http.HttpProtocol+<ProcessRequests>d__237`1[System.__Canon].MoveNext";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_median_is_that_of_all_statistics_and_quantiles_lie_between_their_neighbours()
    {
        Random random = new(11);
        double[][] routes =
            [.. Enumerable.Range(1, 60).Select(count => (double[])[.. Enumerable.Range(0, count).Select(_ => (double)random.Next(1, 50))])];

        TableRow[] rows = Ask(writer => writer.Write<RequestRow>(
        [
            .. routes.SelectMany((durations, route) => durations.Select((ns, i) => Request(writer, $"/r{route}", i * 100, (long)ns, 1, null))),
        ]));

        Assert.Equal(routes.Length, rows.Length);
        Assert.All(rows, row =>
        {
            double[] values = routes[int.Parse(row.Text("route")![2..])];
            Array.Sort(values);
            double place = 0.95 * (values.Length - 1);
            int low = (int)place;
            double p95 = values[low] + ((place - low) * (values[Math.Min(low + 1, values.Length - 1)] - values[low]));
            Assert.Equal(
                [values.Length, (long)values.Sum(), (long)values[^1]], ((string[])["count", "sum_ns", "max_ns"]).Select(row.Number));
            Assert.Equal(p95, row.Real("p95_ns"), 6);
            Assert.Equal(Median.Of(values), row.Real("p50_ns"), 6);
        });
    }

    [Fact]
    public void A_request_has_what_its_first_thread_does_below_Kestrels_loop_until_a_request_begins_or_ends_there()
    {
        TableRow[] rows = Ask(writer =>
        {
            TextId module = writer.Ids.Text("shop.dll"), kind = writer.Ids.Text("contention");
            writer.Write<MethodRow>([new(1, writer.Ids.Text(Loop), module), new(2, writer.Ids.Text("Shop.Price"), module)]);
            // 1: below the loop. 2: not.
            writer.Write<StackMethodRow>([new(1, 1), new(1, 2), new(2, 2)]);
            writer.Write<ThreadRow>([.. Enumerable.Range(1, 3).Select(thread => Thread(writer, (uint)thread))]);
            writer.Write<RequestRow>(
            [
                Request(writer, "/a", 100, 900, 1, 2), Request(writer, "/b", 500, 100, 1, 1),
                Request(writer, "/c", 700, null, 1, null), Request(writer, "/d", 100, 50, 3, 3),
            ]);
            writer.Write<CpuSampleRow>(
            [
                new(99, 1, 0, 1, 1), new(100, 1, 0, 1, 2), new(300, 1, 0, 2, 4), new(499, 1, 0, 1, 8), new(550, 1, 0, 1, 16),
                new(650, 1, 0, 1, 32), new(750, 1, 0, 1, 64), new(300, 2, 0, 1, 128),
            ]);
            writer.Write<ThreadWaitRow>(
                [Wait(1, 200, 30, 5, 1), Wait(1, 240, 7, 0, 2), Wait(1, 510, 20, 1, 0), Wait(2, 300, 11, 0, 1), Wait(3, 120, 13, 2, 0)]);
            // Of a wait without a stack of its own the runtime's counts.
            writer.Write<ThreadWaitStackRow>([new(1, 510, kind, 1), new(3, 120, kind, 2)]);
        });

        Assert.Equal(
            ["/a 10 30 5 95", "/b 16 20 1 63", "/c    ", "/d 0 0 0 100"],
            rows.OrderBy(static row => row.Text("route"), StringComparer.Ordinal).Select(static row => string.Create(
                CultureInfo.InvariantCulture,
                $"{row.Text("route")} {row.Number("cpu_ns")} {row.Number("wait_ns")} {row.Number("ready_ns")} {Share(row):0.######}")));
    }

    [Fact]
    public void The_largest_part_of_a_route_is_named_by_what_it_was_and_the_own_method_or_is_not_attributed()
    {
        TableRow[] rows = Ask(Serve);

        Assert.Equal(
            ["/await not attributed", "/bare run", "/lock lock: Shop.Stock", "/open ", "/ready ready", "/run run: Shop.Price", "/two lock: Shop.Price"],
            rows.Select(static row => $"{row.Text("route")} {row.Text("mostly")}").Order(StringComparer.Ordinal));
    }

    [Fact]
    public void What_threads_did_for_requests_is_of_one_recording()
    {
        using RecordingReader first = RecordingReader.Open(Record("first", Serve));
        using RecordingReader second = RecordingReader.Open(Record("second", writer =>
        {
            Serve(writer);
            writer.Write<CpuSampleRow>([new(130, 1, 0, 1, 1000), new(140, 4, 0, 2, 100)]);
        }));
        using QuerySession session = QuerySession.Open(first, second);

        TwoRecordings.Match("lib/request-use", [.. from rec in (int[])[0, 1] select Sorted(session.Run(
            "lib/request-use", TestContext.Current.CancellationToken, QueryParameter.Of("rec", rec), new QueryParameter("side", Cell.Of("server"))))]);

        static ResultTable Sorted(ResultTable table) =>
            table with { Rows = [.. table.Rows.OrderBy(static row => string.Join(',', row), StringComparer.Ordinal)] };
    }

    private static void Serve(RecordingWriter writer)
    {
        TextId module = writer.Ids.Text("shop.dll"), managed = writer.Ids.Text("managed"), other = writer.Ids.Text("framework");
        writer.Write<MethodRow>(
        [
            new(1, writer.Ids.Text(Loop), module, other), new(2, writer.Ids.Text("Shop.Price"), module, writer.Ids.Text("own")),
            new(3, writer.Ids.Text("Shop.Stock"), module, writer.Ids.Text("own")),
        ]);
        writer.Write<FrameRow>([new(1, 1, managed, 0), new(2, 2, managed, 0), new(3, 3, managed, 0)]);
        writer.Write<StackFrameRow>([new(1, 0, 2), new(1, 1, 1), new(2, 0, 3), new(2, 1, 1), new(3, 0, 1)]);
        writer.Write<StackMethodRow>([new(1, 1), new(1, 2), new(2, 1), new(2, 3), new(3, 1)]);
        writer.Write<ThreadRow>([.. Enumerable.Range(1, 6).Select(thread => Thread(writer, (uint)thread))]);
        writer.Write<RequestRow>(
        [
            Request(writer, "/run", 100, 80, 1, 1), Request(writer, "/lock", 100, 50, 2, 2), Request(writer, "/ready", 100, 50, 3, 3),
            Request(writer, "/await", 100, 900, 4, 5), Request(writer, "/bare", 100, 40, 5, 5), Request(writer, "/open", 100, null, 6, null),
            // Twice: what both did most is the wait, though the first one ran for most of its time.
            Request(writer, "/two", 300, 20, 1, 1), Request(writer, "/two", 300, 90, 2, 2),
        ]);
        writer.Write<CpuSampleRow>(
        [
            new(110, 1, 0, 1, 30), new(120, 1, 0, 2, 20), new(105, 2, 0, 1, 5), new(105, 4, 0, 1, 5), new(110, 5, 0, 3, 30),
            new(305, 1, 0, 1, 18), new(120, 6, 0, 1, 9),
        ]);
        TextId contention = writer.Ids.Text("contention");
        writer.Write<ThreadWaitRow>(
        [
            Wait(2, 110, 40, 1, 2) with { Kind = contention }, Wait(3, 110, 5, 40, 2) with { Kind = contention },
            Wait(2, 310, 70, 0, 1) with { Kind = contention },
        ]);
    }

    private static ThreadRow Thread(RecordingWriter writer, uint thread) => new(thread, 1, 10 + (int)thread, null, default, writer.Ids.Text("unknown"));

    private static double? Share(TableRow row) => row.HasReal("unattributed_percent") ? row.Real("unattributed_percent") : null;

    private static ThreadWaitRow Wait(uint thread, long start, long wait, long ready, uint stack) =>
        new(thread, start, wait, ready, default, stack, null, 0, null, false, false, false, false);

    private static RequestRow Request(RecordingWriter writer, string route, long start, long? duration, uint thread, uint? end) => new(
        1, thread, writer.Ids.Text("server"), start, duration, default, writer.Ids.Text(route), null, false, default, default, 0,
        writer.Ids.Text(route), writer.Raw<RequestRow>("X:1"), end);

    private string Record(string name, Action<RecordingWriter> write)
    {
        string path = _folder.File($"{name}.fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom requests")))
        {
            writer.Write<TraceRow>([new(
                1, writer.Ids.Text("perf.data"), writer.Ids.Text("a"), 1, default, default, default, default, default,
                writer.Ids.Text("monotonic"), 0, 1_000, null, false, 1, 0, 0, default)]);
            writer.Write<ProcessRow>([new ProcessRow { ProcessId = 1, Pid = 10, Name = writer.Ids.Text("shop") }]);
            write(writer);
            writer.Commit();
        }

        return path;
    }

    private TableRow[] Ask(Action<RecordingWriter> write)
    {
        using RecordingReader recording = RecordingReader.Open(Record("requests", write));
        using QuerySession session = QuerySession.Open(recording);
        SqlQuestion question = SqlQuestion.About("time/requests", 0, new QueryParameter("side", Cell.Of("server")));
        return [.. TableRow.All(session.Run(question, new RowRequest(), TestContext.Current.CancellationToken).Table)];
    }
}
