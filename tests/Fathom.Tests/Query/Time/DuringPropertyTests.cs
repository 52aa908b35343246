using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Foreign;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Time;
using Fathom.Storage.Recordings;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>Sets of intervals of random recordings: against windows, against what is left of the time, and against each nanosecond by itself.</summary>
public sealed class DuringPropertyTests(WindowPropertyTests.Recordings recordings) : IClassFixture<WindowPropertyTests.Recordings>
{
    // Read by those that join the intervals themselves, or asked until the end of all of them.
    private static readonly string[] s_ofHull =
        ["lib/file-call", "lib/page-fault", "lib/system-call", "lib/disk-request", "lib/reading", "time/waits"];

    public static TheoryData<string, string, string> Sums => WindowPropertyTests.Sums;

    public static TheoryData<string> InScope =>
    [
        .. WindowPropertyTests.InScope.Select(static row => row.Data)
            .Where(static name => !name.StartsWith("rules/", StringComparison.Ordinal)),
    ];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(InScope))]
    public void One_interval_is_the_window_from_its_begin_to_its_end(string query)
    {
        (QuerySession session, long first, long second) = recordings.Sessions[0];
        ResultTable window = WindowPropertyTests.Ask(session, query, new TimeWindow(first, second, RandomTrace.DurationNs));

        ResultTable set = WindowPropertyTests.Ask(session, query, Set((first, second)));

        Assert.Equal(WindowPropertyTests.Lines(window), WindowPropertyTests.Lines(set));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Sums))]
    public void A_set_and_what_is_left_of_the_time_add_up_to_the_whole(string query, string keys, string columns)
    {
        QuerySession session = recordings.Sessions[0].Session;
        (TimeWindow set, TimeWindow rest) = Halves(new Random(7));
        string[] summed = columns.Split(',');
        ResultTable[] parts = [.. ((TimeWindow[])[set, rest]).Select(part => WindowPropertyTests.Told(WindowPropertyTests.Ask(session, query, part)))];

        Assert.Equal(
            WindowPropertyTests.Rows([WindowPropertyTests.Told(WindowPropertyTests.Ask(session, query, null))], keys, summed),
            WindowPropertyTests.Rows(parts, keys, summed));
    }

    [Theory]
    [Trait("Category", "Long")]
    [MemberData(nameof(Sums))]
    public void A_set_adds_up_its_windows(string query, string keys, string columns)
    {
        string[] summed = columns.Split(',');
        for (int i = 0; i < recordings.Sessions.Count; i++)
        {
            QuerySession session = recordings.Sessions[i].Session;
            TimeWindow set = Halves(new Random(i)).Set;
            ResultTable[] windows =
            [
                .. set.Within!.Intervals.Select(one => WindowPropertyTests.Told(WindowPropertyTests.Ask(
                    session, query, new TimeWindow(Bound(one.FromNs), Bound(one.ToNs), RandomTrace.DurationNs)))),
            ];

            Assert.Equal(
                WindowPropertyTests.Rows(windows, keys, summed),
                WindowPropertyTests.Rows([WindowPropertyTests.Told(WindowPropertyTests.Ask(session, query, set))], keys, summed));
        }

        static long? Bound(long ns) => ns is 0 or RandomTrace.DurationNs ? null : ns;
    }

    // By the tables and one nanosecond after the other.
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("gc", "SELECT start_ns, duration_ns FROM gc WHERE process_id = 1 AND duration_ns IS NOT NULL")]
    [InlineData("contention", "SELECT start_ns, duration_ns FROM contention WHERE process_id = 1 AND kind = 'managed' AND duration_ns IS NOT NULL")]
    [InlineData("request", "SELECT start_ns, duration_ns FROM request WHERE process_id = 1 AND duration_ns IS NOT NULL AND UPPER(url) LIKE '%1'")]
    public void Samples_and_waits_within_it_are_those_of_its_nanoseconds(string kind, string intervals)
    {
        int found = 0;
        foreach ((QuerySession session, _, _) in recordings.Sessions)
        {
            RecordingReader recording = session.Recordings[0];
            bool[] within = new bool[RandomTrace.DurationNs + 1];
            long count = 0;
            foreach (long[] row in Rows(recording, intervals))
            {
                count += Math.Max(row[0], 0) < Math.Min(row[0] + row[1], RandomTrace.DurationNs) ? 1 : 0;
                for (long ns = Math.Max(0, row[0]); ns < Math.Min(row[0] + row[1], RandomTrace.DurationNs); ns++)
                    within[ns] = true;
            }

            within[^1] = within[^2];
            long samples = Rows(recording, "SELECT ts_ns, 0 FROM cpu_sample").Count(row => within[row[0]]);
            long waited = Rows(recording, "SELECT start_ns, wait_ns FROM thread_wait").Sum(row => Enumerable.Range((int)row[0], (int)row[1]).Count(ns => ns < RandomTrace.DurationNs && within[ns]));
            session.Window = null;
            TimeBounds bounds = new(null, null) { During = new DuringChoice(kind, kind, kind == "request" ? "*1" : null) };

            TimeWindow window = new TraceReport(session, 0, TestContext.Current.CancellationToken).Window(bounds, static ns => $"{ns} ns");

            Assert.Equal((within[..^1].LongCount(static one => one), count), (window.LengthNs, window.Within!.Count));
            Assert.Equal(count == 0, window.Within.WhyEmpty is not null);
            Assert.Equal(samples, Sum(WindowPropertyTests.Ask(session, "trees/cpu", window), "count"));
            Assert.Equal(waited, Sum(WindowPropertyTests.Ask(session, "lib/wait-part", window), "wait_ns"));
            Assert.Equal(window.LengthNs, count == 0 ? 0 : Sum(WindowPropertyTests.Ask(session, "lib/scope", window), "duration_ns"));
            found += count > 0 ? 1 : 0;
        }

        Assert.True(found > 1, $"{found}");
    }

    [Fact]
    public void Changes_of_a_pool_are_in_one_row_only_where_an_interval_has_all_of_them()
    {
        int rows = 0;
        for (int i = 0; i < recordings.Sessions.Count; i++)
        {
            TimeWindow set = Halves(new Random(i)).Set;
            ResultTable table = WindowPropertyTests.Ask(recordings.Sessions[i].Session, "time/threadpool", set);
            foreach (Cell[] row in table.Rows)
            {
                long start = row[table.IndexOf("start_ns")].Integer, end = start + row[table.IndexOf("span_ns")].Integer;
                Assert.Contains(set.Within!.Intervals, one => one.FromNs <= start && (end < one.ToNs || one.ToNs == RandomTrace.DurationNs));
                rows++;
            }
        }

        Assert.NotEqual(0, rows);
    }

    [Fact]
    public void Every_piece_that_a_window_cuts_is_cut_by_intervals_too() => Assert.Equal(
        s_ofHull.Order(),
        NamedQuery.All.Where(static name => NamedQuery.Of(name).Text is { } text
            && text.Contains("$scope_from_ns", StringComparison.Ordinal) | text.Contains("$scope_to_ns", StringComparison.Ordinal)
            && !text.Contains("-- During:", StringComparison.Ordinal)).Order());

    [Fact]
    public void Other_questions_know_nothing_of_it()
    {
        NamedQuery cpu = NamedQuery.Of("time/cpu");

        foreach (string sql in (string[])[cpu.Sql, cpu.SqlIn(new TimeWindow(1, 2, 9)), cpu.SqlIn(null, ",Other,")])
        {
            Assert.DoesNotContain("JOIN during", sql.Split('\n').Where(static line => !line.TrimStart().StartsWith("--", StringComparison.Ordinal)));
            Assert.DoesNotContain("$scope", sql, StringComparison.Ordinal);
        }

        Assert.Contains("\nJOIN during ON during.bucket = during_bucket(c.ts_ns, 0) AND c.ts_ns >= during.from_ns", cpu.SqlIn(Set((1, 2))), StringComparison.Ordinal);
    }

    private static TimeWindow Set(params (long FromNs, long ToNs)[] intervals) =>
        IntervalSet.Of(intervals, new TimeWindow(null, null, RandomTrace.DurationNs), "intervals").Window();

    private static (TimeWindow Set, TimeWindow Others) Halves(Random random)
    {
        long[] cuts = [0, .. Enumerable.Range(0, 9).Select(_ => random.NextInt64(1, RandomTrace.DurationNs)).Distinct().Order(), RandomTrace.DurationNs];
        (long, long)[] all = [.. cuts.Zip(cuts.Skip(1))];
        return (Set([.. all.Where(static (_, i) => i % 2 == 0)]), Set([.. all.Where(static (_, i) => i % 2 == 1)]));
    }

    private static long Sum(ResultTable table, string column) =>
        (long)table.Rows.Sum(row => row[table.IndexOf(column)] is { IsNull: false } cell ? cell.Number : 0);

    private static IEnumerable<long[]> Rows(RecordingReader recording, string sql) =>
        ForeignQuery.Run([recording], sql, [], TestContext.Current.CancellationToken).Rows.Rows.Select(static row => row.Select(static cell => cell.Integer).ToArray());
}
