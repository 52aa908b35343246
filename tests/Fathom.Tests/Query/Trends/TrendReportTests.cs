using Fathom.Model;
using Fathom.Query.Sessions;
using Fathom.Query.Trends;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Trends;

/// <summary>Verdicts over recordings of points that a script took.</summary>
public sealed class TrendReportTests : IDisposable
{
    private const double MiB = 1 << 20;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Points_of_several_processes_make_one_series_with_a_slope_per_iteration()
    {
        (TrendFinding finding, IReadOnlyList<string> notes, string per) = Judge(TrendAxis.Context, static i => (i * 10 * MiB) + (100 * MiB), static _ => "");

        Assert.Equal((TrendVerdict.Grows, "iteration"), (finding.Judgement.Verdict, per));
        Assert.Equal(10 * MiB, finding.Judgement.Slope, 1.0);
        Assert.Null(finding.Line.Subject.Pid);
        Assert.Equal("first and last point of MyApp are of different processes: '5000' and '5009'", Assert.Single(notes));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void By_time_the_slope_is_per_hour_whatever_the_clocks_of_the_recordings_start_at()
    {
        (TrendFinding finding, _, string per) = Judge(TrendAxis.Time, static i => (i * 10 * MiB) + (100 * MiB), static _ => "");

        Assert.Equal("h", per);
        Assert.Equal(10 * MiB, finding.Judgement.Slope, 1.0);
    }

    [Fact]
    public void Growth_per_iteration_that_swings_could_hide_is_too_short_to_tell()
    {
        // What is stated per hour for a process that is watched is nothing per iteration.
        (TrendFinding finding, _, _) = Judge(TrendAxis.Context, static i => (100 + (3 * (i * 7 % 10))) * MiB, static _ => "");

        Assert.Equal((TrendVerdict.TooShort, TrendReason.Hidden), (finding.Judgement.Verdict, finding.Judgement.Reason));
    }

    [Fact]
    public void Other_arguments_at_the_end_are_said()
    {
        (_, IReadOnlyList<string> notes, _) = Judge(TrendAxis.Context, static _ => 100 * MiB, static i => i < 9 ? "--small" : "--large");

        Assert.Contains("first and last point of MyApp are of different arguments: 'dotnet MyApp.dll --small' and 'dotnet MyApp.dll --large'", notes);
    }

    [Fact]
    public void Types_that_grow_are_found_in_heap_snapshots()
    {
        RecordingReader[] recordings = [.. Enumerable.Range(1, 9).Select(i => HeapRecordings.Create(_folder, $"heap{i}", "MyApp.Order", 1000 * i, ("context", $"run-{i}")))];
        using QuerySession session = QuerySession.Open(recordings);

        IReadOnlyList<IReadOnlyList<TrendFinding>> groups = new TrendReport(session, TrendAxis.Context, default).Judge();

        TrendFinding count = Assert.Single(Assert.Single(groups), static finding => finding.Line is { Metric: "count", Item: "MyApp.Order" });
        Assert.Equal(TrendVerdict.Grows, count.Judgement.Verdict);
        Assert.Equal(1000, count.Judgement.Slope, 6);
        Close(recordings);
    }

    [Fact]
    public void A_context_without_a_number_is_refused()
    {
        RecordingReader recording = HeapRecordings.Create(_folder, "heap", "MyApp.Order", 1, ("context", "before"));
        using QuerySession session = QuerySession.Open(recording);

        FathomException failure = Assert.Throws<FathomException>(() => new TrendReport(session, TrendAxis.Context, default).Judge());

        Assert.Contains("The context 'before'", failure.Message, StringComparison.Ordinal);
        recording.Dispose();
    }

    private (TrendFinding Finding, IReadOnlyList<string> Notes, string Per) Judge(TrendAxis axis, Func<int, double> value, Func<int, string> arguments)
    {
        RecordingReader[] recordings = [.. Enumerable.Range(0, 10).Select(i => TrendRecordings.Point(_folder, i, value(i), arguments(i)))];
        using QuerySession session = QuerySession.Open(recordings);
        TrendReport report = new(session, axis, default);
        TrendFinding finding = Assert.Single(Assert.Single(report.Judge()));
        Close(recordings);
        return (finding, report.Notes, report.Per);
    }

    private static void Close(RecordingReader[] recordings)
    {
        foreach (RecordingReader recording in recordings)
            recording.Dispose();
    }
}
