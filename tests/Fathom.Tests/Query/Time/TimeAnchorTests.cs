using Fathom.Model;
using Fathom.Model.Traces;
using Fathom.Query.Foreign;
using Fathom.Query.Sessions;
using Fathom.Query.Time;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>Bounds at marks and methods of random recordings, against the rows of their tables.</summary>
public sealed class TimeAnchorTests : IDisposable
{
    private const int Recordings = 6;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public void A_method_begins_and_ends_with_its_samples_and_waits()
    {
        int found = 0;
        for (int seed = 1; seed <= Recordings; seed++)
        {
            using RecordingReader recording = RandomTrace.Write(_folder, seed);
            for (int method = 1; method <= 3; method++)
            {
                (long Start, long End)[] inside = Inside(recording, $"Shop.M{method}");
                if (inside.Length == 0)
                    continue;
                found++;
                long first = inside.Min(static one => one.Start), end = Math.Min(inside.Max(static one => one.End), RandomTrace.DurationNs);
                TimeBound from = At("--from", TimeAnchorKind.First, $"Shop.M{method}");

                TimeWindow window = Window(recording, from, At("--to", TimeAnchorKind.Last, $"M{method}"));

                Assert.Equal((first, end), (window.BeginNs, window.EndNs));
                long[] later = [.. inside.Select(static one => one.Start).Where(at => at > first)];
                if (later.Length > 0)
                    Assert.Equal(later.Min(), Window(recording, from, At("--to", TimeAnchorKind.First, $"Shop.M{method}")).EndNs);
            }
        }

        Assert.True(found > Recordings);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void From_a_mark_to_the_next_one_that_fits_or_for_a_time()
    {
        int found = 0;
        TimeBound from = At("--from", TimeAnchorKind.Marker, "M1"), to = At("--to", TimeAnchorKind.Marker, "m*");
        TimeBound later = new("--to", "+5ns", 5, IsFromEnd: false, Moment: null, IsAfterFrom: true);
        for (int seed = 1; seed <= Recordings; seed++)
        {
            using RecordingReader recording = RandomTrace.Write(_folder, seed);
            long[][] all = [.. Rows(recording, "SELECT ts_ns, CASE WHEN text = 'm1' THEN 1 ELSE 0 END FROM marker ORDER BY 1")];
            long[] marks = [.. all.Where(static row => row[1] == 1).Select(static row => row[0])];
            if (marks.Length == 0)
            {
                FathomException error = Assert.Throws<FathomException>(() => Window(recording, from, null));
                Assert.Contains("has no such mark.", error.Message, StringComparison.Ordinal);
                continue;
            }

            found++;
            Assert.Equal(marks[0], Window(recording, from, null).BeginNs);
            Assert.Equal(Math.Min(marks[0] + 5, RandomTrace.DurationNs), Window(recording, from, later).EndNs);
            long[] next = [.. all.Select(static row => row[0]).Where(at => at > marks[0])];
            if (next.Length > 0)
                Assert.Equal(next[0], Window(recording, from, to).EndNs);
            else
                Assert.Throws<FathomException>(() => Window(recording, from, to));
        }

        Assert.True(found > 1);
    }

    // Times of samples and waits of recorded programs that have a method on their stack, or on the one that is known beside it.
    private static (long Start, long End)[] Inside(RecordingReader recording, string method)
    {
        HashSet<long> recorded = Set("SELECT t.thread_id FROM thread t JOIN process p ON p.process_id = t.process_id WHERE p.is_recorded");
        HashSet<long> stacks = Set(
            $"SELECT x.stack_id FROM stack_method x JOIN method m ON m.method_id = x.method_id WHERE m.name = '{method}'");
        List<long[]> waits = Rows(recording, "SELECT thread_id, start_ns, start_ns + wait_ns, stack_id FROM thread_wait");
        IEnumerable<long[]> besides = from beside in Rows(recording, "SELECT thread_id, start_ns, stack_id FROM thread_wait_stack")
                                      from wait in waits
                                      where wait[0] == beside[0] && wait[1] == beside[1]
                                      select (long[])[wait[0], wait[1], wait[2], beside[2]];
        IEnumerable<long[]> seen = [.. Rows(recording, "SELECT thread_id, ts_ns, ts_ns + 1, stack_id FROM cpu_sample"), .. waits, .. besides];
        return [.. seen.Where(row => recorded.Contains(row[0]) && stacks.Contains(row[3])).Select(static row => (row[1], row[2]))];

        HashSet<long> Set(string sql) => [.. Rows(recording, sql).Select(static row => row[0])];
    }

    private static TimeBound At(string option, TimeAnchorKind kind, string name) =>
        new(option, $"{kind}:{name}", 0, IsFromEnd: false, Moment: null, Anchor: new TimeAnchor(kind, name));

    private static TimeWindow Window(RecordingReader recording, TimeBound? from, TimeBound? to)
    {
        using QuerySession session = QuerySession.Open(recording);
        return new TraceReport(session, 0, TestContext.Current.CancellationToken).Window(new TimeBounds(from, to), static ns => $"{ns} ns");
    }

    private static List<long[]> Rows(RecordingReader recording, string sql) =>
        [.. ForeignQuery.Run([recording], sql, [], TestContext.Current.CancellationToken).Rows.Rows
            .Select(static row => row.Select(static cell => cell.Integer).ToArray())];
}
