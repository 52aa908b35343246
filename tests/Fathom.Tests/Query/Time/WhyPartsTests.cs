using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Why;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>
/// The parts of the time of threads, in random recordings and in random windows of them: they are all of that time, and their sums are
/// those that the verbs show.
/// </summary>
public sealed class WhyPartsTests : IDisposable
{
    private const int Recordings = 4;
    private const int Windows = 6;

    private static readonly string[] s_run = ["own", "framework", "native", "gc", "jit", "exception", "events", "unsampled"];
    private static readonly string[] s_ready = ["others", "crowd", "free"];
    private static readonly string[] s_waits = ["wait", "idle", "standing", "joined", "outside"];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public void Each_nanosecond_of_a_thread_is_in_one_part_and_sums_are_those_of_threads_waits_and_cpu()
    {
        double run = 0, ready = 0, waits = 0, samples = 0;
        foreach ((QuerySession session, string context) in Asked())
        {
            Table parts = new(session, WhyReport.Query), threads = new(session, "time/threads", ("all_processes", false));
            Assert.All(parts.Rows, row => Assert.True(parts.Number(row, "time_ns") >= 0, $"{context}: {string.Join('|', row)}"));
            Assert.Equal((context, threads.Sum("life_ns")), (context, parts.Sum("time_ns")));
            Assert.Equal((context, threads.Sum("ready_ns")), (context, parts.Sum("time_ns", "part", s_ready)));
            Assert.Equal((context, threads.Sum("waiting_ns")), (context, parts.Sum("time_ns", "part", s_waits)));
            Assert.Equal(
                (context, threads.Sum("running_ns") + threads.Sum("unknown_ns")),
                (context, parts.Sum("time_ns", "part", [.. s_run, "unknown"])));
            if (threads.Sum("running_ns") > 0)
                Assert.Equal((context, threads.Sum("running_ns")), (context, parts.Sum("time_ns", "part", s_run)));

            Table told = new(session, "time/waits", ("all_processes", false), ("idle", true));
            foreach (string kind in (string[])["lock", "task", "sleep"])
                Assert.Equal((context, kind, told.Sum("wait_sum_ns", "kind", kind)), (context, kind, parts.Sum("time_ns", "kind", kind)));
            Assert.Equal(
                (context, told.Sum("wait_sum_ns") - told.Sum("wait_sum_ns", "method", "all threads")),
                (context, parts.Sum("time_ns", "part", s_waits)));
            Table cpu = new(session, "time/cpu", ("all_processes", false));
            Assert.Equal((context, cpu.Sum("cpu_self_ns")), (context, parts.Sum("sample_ns")));
            run += parts.Sum("time_ns", "part", s_run);
            ready += parts.Sum("time_ns", "part", s_ready);
            waits += parts.Sum("time_ns", "part", "wait");
            samples += parts.Sum("sample_ns");
        }

        Assert.True(run > 0 && ready > 0 && waits > 0 && samples > 0, $"{run} {ready} {waits} {samples}");
    }

    [Fact]
    public void The_longest_wait_of_intervals_is_what_all_of_them_have_of_it()
    {
        int several = 0;
        foreach ((QuerySession session, string context) in Asked())
        {
            Table waits = new(session, "lib/wait"), parts = new(session, WhyReport.Query);
            double[][] whole = [.. waits.Of("is_recorded", "thread_id", "start_ns", "wait_ns").Where(static row => row[0] == 1)
                .GroupBy(static row => (row[1], row[2])).Select(static pieces => pieces.Select(static row => row[3]).ToArray())];
            several += whole.Count(static pieces => pieces.Length > 1);

            Assert.Equal(
                (context, whole.Select(static pieces => pieces.Sum()).DefaultIfEmpty().Max()),
                (context, parts.Of("max_ns").Select(static row => row[0]).DefaultIfEmpty().Max()));
        }

        Assert.NotEqual(0, several);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Shares_of_an_answer_add_up_to_a_hundred_percent()
    {
        int answers = 0;
        foreach ((QuerySession session, string context) in Asked())
        {
            WhyReport report = new(session, 0, static ns => $"{ns} ns", TestContext.Current.CancellationToken);
            WhyAnswer answer = report.Answer(Facts(), ["NAME"]);
            if (answer.Rows.Rows.Count == 0)
                continue;
            answers++;
            int share = answer.Rows.IndexOf("share_percent"), time = answer.Rows.IndexOf("time_ns"), cause = answer.Rows.IndexOf("cause");
            Assert.Equal(100, answer.Rows.Rows.Sum(row => row[share].Number), 1e-9);
            Table parts = new(session, WhyReport.Query);
            Assert.Equal(
                (context, parts.Sum("time_ns") - parts.Sum("time_ns", "part", "idle", "standing", "joined", "outside")),
                (context, (double)answer.Rows.Rows.Sum(row => row[time].Integer)));
            Assert.Equal(Causes.Unexplained, answer.Rows.Rows[^1][cause].Text);
            ResultTable all = report.AllCauses(Facts());
            Assert.Equal(answer.BusyNs, all.Rows.Sum(row => row[all.IndexOf("time_ns")].Integer));
            Assert.Equal(100, all.Rows.Sum(row => row[all.IndexOf("share_percent")].Number), 1e-9);
            string[] shown = [.. Keys(answer.Rows).Where(static row => !row.StartsWith('-'))];
            Assert.Equal(shown, Keys(all).Intersect(shown).Order(StringComparer.Ordinal));
        }

        Assert.True(answers > Windows, $"{answers}");

        // What is told together in the one is told apart in the other.
        static IEnumerable<string> Keys(ResultTable table) => table.Rows
            .Select(row => row[table.IndexOf("cause")].Text is Causes.Other or Causes.Unexplained ? "-"
                : string.Join('|', ((string[])["pid", "cause", "method", "time_ns", "count", "max_ns"]).Select(column => row[table.IndexOf(column)])))
            .Order(StringComparer.Ordinal);
    }

    // A kind of wait without a rule would be unexplained.
    [Fact]
    public void Each_kind_of_wait_has_a_rule()
    {
        using RecordingReader recording = RandomTrace.Write(_folder, 77);
        using QuerySession session = QuerySession.Open(recording);
        ResultTable rules = session.Run("lib/wait-rule", TestContext.Current.CancellationToken);
        string[] kinds = [.. rules.Rows.Select(row => row[rules.IndexOf("kind")].Text).Distinct().Except(["idle", "join", "host", "runtime", "base"])];

        Assert.All([.. kinds, "disk"], static kind => Assert.NotNull(Causes.Of("wait", kind)));
        Assert.All(s_run.Except(["unsampled"]).Concat(s_ready), static part => Assert.NotNull(Causes.Of(part, null)));
        Assert.True(kinds.Length > 15, string.Join(' ', kinds));
    }

    private IEnumerable<(QuerySession Session, string Context)> Asked()
    {
        for (int seed = 1; seed <= Recordings; seed++)
        {
            using RecordingReader recording = RandomTrace.Write(_folder, 500 + seed);
            using QuerySession session = QuerySession.Open(recording);
            yield return (session, $"seed {seed}");
            Random random = new(seed);
            for (int i = 0; i < Windows; i++)
            {
                long from = random.NextInt64(0, RandomTrace.DurationNs - 1), to = random.NextInt64(from + 1, RandomTrace.DurationNs);
                session.Window = new TimeWindow(i == 0 ? null : from, i == 1 ? null : to, RandomTrace.DurationNs);
                yield return (session, $"seed {seed} {session.Window}");
            }

            session.Window = Intervals(random);
            yield return (session, $"seed {seed} {string.Join(' ', session.Window.Within!.Intervals)}");
        }
    }

    private static TimeWindow Intervals(Random random)
    {
        long[] cuts = [.. Enumerable.Range(0, 120).Select(_ => random.NextInt64(0, RandomTrace.DurationNs)).Distinct().Order()];
        return IntervalSet.Of(
            cuts.Chunk(2).Where(static pair => pair.Length == 2).Select(static pair => (pair[0], pair[1])),
            new TimeWindow(null, null, RandomTrace.DurationNs),
            "intervals").Window();
    }

    // Of these recordings, which are shorter than a second, nothing would be judged.
    private static TraceFacts Facts() => new("a", ["perf.data"], null, 1_000_000_000, true, 0, 0, null, []);

    private sealed class Table
    {
        private readonly ResultTable _table;

        public Table(QuerySession session, string query, params (string Name, bool Value)[] values) => _table = session.Run(
            query,
            TestContext.Current.CancellationToken,
            [QueryParameter.Of("rec", 0), .. values.Select(static value => QueryParameter.Of(value.Name, value.Value))]);

        public IReadOnlyList<Cell[]> Rows => _table.Rows;

        public double Number(Cell[] row, string column) => row[_table.IndexOf(column)] switch
        {
            { IsNull: true } => 0,
            { Kind: CellKind.Boolean } cell => cell.Boolean ? 1 : 0,
            var cell => cell.Number,
        };

        public IEnumerable<double[]> Of(params string[] columns) => Rows.Select(row => columns.Select(column => Number(row, column)).ToArray());

        public double Sum(string column) => Rows.Sum(row => Number(row, column));

        public double Sum(string column, string key, params string[] values) =>
            Rows.Where(row => row[_table.IndexOf(key)] is { IsNull: false } cell && values.Contains(cell.Text))
                .Sum(row => Number(row, column));
    }
}
