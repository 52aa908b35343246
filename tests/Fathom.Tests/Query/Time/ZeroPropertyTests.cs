using System.Text.RegularExpressions;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Foreign;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Time;
using Fathom.Storage.Recordings;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>Times that count from a moment of random recordings: only what is shown and what bounds mean moves, and nothing else.</summary>
public sealed partial class ZeroPropertyTests(WindowPropertyTests.Recordings recordings) : IClassFixture<WindowPropertyTests.Recordings>
{
    private const long Zero = 70;
    private const long Moved = 55;

    // It counts from the begin of each process, and has no windows.
    private const string OfStarts = "time/startup";

    // What is a moment by its name, whatever its query does with it.
    private static readonly string[] s_moments = ["start_ns", "end_ns", "begin_ns", "max_at_ns", "first_ns", "last_ns", "ts_ns"];

    public static TheoryData<string> Shown => [.. NamedQuery.All.Where(static name => Moments(name).Length > 0)];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Shown))]
    public void Moments_of_an_answer_count_from_it_and_moving_it_with_the_bounds_asks_the_same(string query)
    {
        int compared = 0;
        foreach ((QuerySession session, _, _) in recordings.Sessions)
        {
            if (compared > 0)
                break;
            TimeWindow none = Of(session, null, Zero - 20, Zero + 250).Window;
            (TimeWindow Window, TimeZero? Zero) near = Of(session, Zero, -20, 250), far = Of(session, Zero + Moved, -20 - Moved, 250 - Moved);
            Assert.Equal((none, none, Zero, Zero + Moved), (near.Window, far.Window, near.Zero?.AtNs, far.Zero?.AtNs));

            ResultTable whole = Ask(session, query, null, null), part = Ask(session, query, none, null);

            Assert.Equal(WindowPropertyTests.Lines(whole), WindowPropertyTests.Lines(Shifted(Ask(session, query, null, Zero), Zero)));
            Assert.Equal(WindowPropertyTests.Lines(part), WindowPropertyTests.Lines(Shifted(Ask(session, query, far.Window, far.Zero?.AtNs), Zero + Moved)));
            compared += part.Rows.Count;
        }

        Assert.NotEqual(0, compared);
    }

    [Fact]
    public void A_question_without_moments_is_the_same_text_whatever_it_is()
    {
        int asked = 0;
        foreach (NamedQuery query in NamedQuery.All.Where(static name => Moments(name).Length == 0).Select(NamedQuery.Of))
        {
            foreach (TimeWindow? window in (TimeWindow?[])[null, new TimeWindow(1, 2, 9)])
            {
                Assert.Equal(query.SqlIn(window), query.SqlIn(window, null, Zero));
                asked++;
            }
        }

        Assert.True(asked > 200, $"{asked}");
    }

    // By the tables and not by the questions.
    [Fact]
    public void Marks_count_from_the_first_one_that_fits()
    {
        int found = 0;
        foreach ((QuerySession session, _, _) in recordings.Sessions)
        {
            long[][] marks = Rows(session.Recordings[0], "SELECT ts_ns, CASE WHEN text = 'm1' THEN 1 ELSE 0 END FROM marker ORDER BY ts_ns");
            long[] fitting = [.. marks.Where(static row => row[1] == 1).Select(static row => row[0])];
            TimeBound zero = new(TimeZero.Option, "marker:M1", 0, IsFromEnd: false, Moment: null, Anchor: new TimeAnchor(TimeAnchorKind.Marker, "M1"));
            TraceReport report = new(session, 0, TestContext.Current.CancellationToken);
            if (fitting.Length == 0)
            {
                Assert.Throws<FathomException>(() => report.Ask(new TimeBounds(null, null) { Zero = zero }, static ns => $"{ns} ns"));
                continue;
            }

            report.Ask(new TimeBounds(null, null) { Zero = zero }, static ns => $"{ns} ns");
            TimeZero? set = session.Zero;
            ResultTable shown = Ask(session, "time/markers", null, set?.AtNs);

            Assert.Equal((fitting[0], null), (set?.AtNs, session.Window));
            Assert.Equal(marks.Select(row => row[0] - fitting[0]), shown.Rows.Select(row => row[shown.IndexOf("start_ns")].Integer));
            found++;
        }

        Assert.NotEqual(0, found);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(RandomTrace.DurationNs + 1)]
    public void Outside_of_the_recording_is_none(long at)
    {
        FathomException error = Assert.Throws<FathomException>(() => Of(recordings.Sessions[0].Session, at, 0, 1));

        Assert.Equal(ExitCode.Usage, error.ExitCode);
        Assert.Contains("is outside of the recording, which lasts from 0 ns to 400 ns", error.Message, StringComparison.Ordinal);
    }

    // What is declared as a moment counts from it, so that a new question cannot forget to.
    [Fact]
    public void Every_moment_of_a_question_that_has_windows_counts_from_it()
    {
        string[] forgotten =
        [
            .. from name in NamedQuery.All
               where name.StartsWith("time/", StringComparison.Ordinal) && name != OfStarts && NamedQuery.Of(name).HasWindows
               from column in NamedQuery.Of(name).Header.Columns
               where (s_moments.Contains(column.Column.Name) || IsDeclared(name, column.Column.Name)) && !Moments(name).Contains(column.Column.Name)
               select $"{name}: {column.Column.Name}",
        ];

        Assert.Empty(forgotten);
        Assert.All(Shown, static row => Assert.DoesNotContain("$scope", NamedQuery.Of(row.Data).Sql, StringComparison.Ordinal));
        Assert.All(Shown, static row => Assert.Equal([], Moments(row.Data).Except(s_moments)));

        static bool IsDeclared(string query, string column) => Declared().Matches(NamedQuery.Of(query).Text).Any(match => match.Groups[1].Value == column);
    }

    private static (TimeWindow Window, TimeZero? Zero) Of(QuerySession session, long? zero, long from, long to)
    {
        TraceReport report = new(session, 0, TestContext.Current.CancellationToken);
        TimeBounds bounds = new(At("--from", from), At("--to", to)) { Zero = zero is { } ns ? At(TimeZero.Option, ns) with { OffsetNs = ns, IsFromEnd = false } : null };
        report.Ask(bounds, static ns => $"{ns} ns");
        (TimeWindow Window, TimeZero? Zero) found = (session.Window!, session.Zero);
        (session.Window, session.Zero) = (null, null);
        return found;
    }

    // As the command line has it: what is negative is kept apart from how much it is.
    private static TimeBound At(string option, long ns) => new(option, $"{ns}ns", Math.Abs(ns), IsFromEnd: ns < 0, Moment: null);

    private static ResultTable Ask(QuerySession session, string query, TimeWindow? window, long? zeroNs)
    {
        session.Zero = zeroNs is { } ns ? new TimeZero($"{ns}ns", ns) : null;
        ResultTable table = WindowPropertyTests.Ask(session, query, window);
        session.Zero = null;
        return table;
    }

    private static ResultTable Shifted(ResultTable table, long ns)
    {
        bool[] isMoment = [.. table.Columns.Select(static column => s_moments.Contains(column.Name))];
        return table with { Rows = [.. table.Rows.Select(row => row.Select((cell, i) => isMoment[i] && !cell.IsNull ? Cell.Of(cell.Integer + ns) : cell).ToArray())] };
    }

    private static string[] Moments(string query) => [.. Moment().Matches(NamedQuery.Of(query).Text).Select(static match => match.Groups[1].Value)];

    private static long[][] Rows(RecordingReader recording, string sql) =>
        [.. ForeignQuery.Run([recording], sql, [], TestContext.Current.CancellationToken).Rows.Rows
            .Select(static row => row.Select(static cell => cell.Integer).ToArray())];

    [GeneratedRegex("^--   (\\w+) .*since the begin of the (?:trace|recording)", RegexOptions.Multiline)]
    private static partial Regex Declared();

    [GeneratedRegex(@" - \$scope_zero_ns AS (\w+)")]
    private static partial Regex Moment();
}
