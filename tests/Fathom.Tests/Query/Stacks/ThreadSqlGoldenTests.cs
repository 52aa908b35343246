using Fathom.Model;
using Fathom.Query.Findings;
using Fathom.Query.Sessions;
using Fathom.Query.Stacks;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Query.Findings;
using Xunit;

namespace Fathom.Tests.Query.Stacks;

/// <summary>Every query about threads over two recordings whose ids collide; the goldens were checked by hand against <see cref="ThreadExample"/>.</summary>
public sealed class ThreadSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => ThreadExample.RecordA(folder.Path), static folder => ThreadExample.RecordB(folder.Path));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("stacks/snapshot")]
    [InlineData("stacks/threads")]
    [InlineData("stacks/frames")]
    [InlineData("stacks/locks")]
    [InlineData("stacks/async_waits")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Theory]
    [InlineData(ThreadGrouping.Stack)]
    [InlineData(ThreadGrouping.Thread)]
    public void Threads_are_shown_one_by_one_or_by_stack(ThreadGrouping grouping)
    {
        string answers = string.Join('\n', TwoRecordings.Csv(Report(0).Threads(grouping)), TwoRecordings.Csv(Report(1).Threads(grouping)));

        Snapshot.Match(answers, $"threads-by-{grouping.ToString().ToLowerInvariant()}.csv");
    }

    [Fact]
    public void Locks_have_their_owners_and_waiters_and_threads_their_totals()
    {
        string answers = string.Join('\n', TwoRecordings.Csv(Report(0).Locks()), TwoRecordings.Csv(Report(0).Totals()), TwoRecordings.Csv(Report(1).Totals()));

        Snapshot.Match(answers, "locks-and-totals.csv");
    }

    [Fact]
    public void Findings_are_those_of_their_own_recording_and_say_which_rules_could_not_judge()
    {
        FindingReport a = new(_recordings.Session, 0, default);
        FindingReport b = new(_recordings.Session, 1, default);

        Snapshot.Match(string.Join('\n', FindingTable.Csv(a.Findings), FindingTable.Csv(b.Findings), string.Join('\n', b.Notes)), "findings.csv");
        Assert.All(a.Notes, static note => Assert.Contains("the recording holds no ", note, StringComparison.Ordinal));
    }

    [Fact]
    public void The_columns_that_conditions_are_checked_against_are_those_of_the_answer()
    {
        Assert.Equal(ThreadShapes.Threads(ThreadGrouping.Stack).TotalsColumns, Report(0).Totals().Columns);
        Assert.Equal(ThreadShapes.Threads(ThreadGrouping.Stack).TotalsRows, Report(0).Totals().Rows.Select(row => row[0].Text));
    }

    [Fact]
    public void A_recording_without_a_look_at_threads_is_refused_by_name()
    {
        using RecordingReader heap = HeapRecordings.Create(_recordings.Folder, "heap", "MyApp.Order", 3);
        using QuerySession session = QuerySession.Open(heap);

        FathomException error = Assert.Throws<FathomException>(() => new ThreadReport(session, 0, default));

        Assert.Equal((ExitCode.Target, $"'{heap.Path}' holds no snapshot of threads."), (error.ExitCode, error.Message));
    }

    private ThreadReport Report(int rec) => new(_recordings.Session, rec, default);
}
