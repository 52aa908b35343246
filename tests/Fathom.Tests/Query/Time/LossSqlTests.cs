using Fathom.Model.Catalog;
using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Time;
using Fathom.Render.Text;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>A loss belongs to tables, has a share, and makes an answer partial from one percent on.</summary>
public sealed class LossSqlTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    // 6 of 500 samples, of two processors. Threads of process 30 lived 128 and 7 of that are unknown; all together lived 323, and 107 are.
    [Theory]
    [InlineData(true, 100.0 * 7 / 128)]
    [InlineData(false, 100.0 * 107 / 323)]
    public void A_share_is_of_what_was_kept_and_lost_and_times_are_those_of_the_programs_that_were_recorded(bool hasProgram, double unknownPercent)
    {
        using RecordingReader recording = TraceRecordings.WithLosses(_folder, "a", hasProgram);
        using QuerySession session = QuerySession.Open(recording);

        Assert.Equal(
            [("anything", 7L, null), ("samples", 4L, 1.2), ("samples", 2L, 1.2), ("no file", 1L, null), ("switches", 0L, unknownPercent)],
            session.Losses(TestContext.Current.CancellationToken).Rows.Select(static row => (row[2].Text, row[3].Integer, row[6].IsNull ? (double?)null : Math.Round(row[6].Number, 10)))
                .Select(row => row with { Item3 = row.Item3 is { } share && Math.Abs(share - unknownPercent) < 1e-9 ? unknownPercent : row.Item3 }));
    }

    [Fact]
    public void An_answer_has_the_losses_of_the_tables_that_it_is_made_from_and_those_that_no_table_is_told_of()
    {
        using RecordingReader recording = TraceRecordings.WithLosses(_folder, "a", hasProgram: true);
        using QuerySession session = QuerySession.Open(recording);

        Assert.Equal(["anything", "samples", "samples", "no file"], Of(TraceVerbs.Cpu, "time/cpu"));
        Assert.Equal(["anything", "no file", "switches"], Of(TraceVerbs.Waits, "time/waits"));
        Assert.Equal(["anything", "no file"], Of(TraceVerbs.Gc, "time/gc"));
        Assert.Equal(["anything", "no file"], Of(TraceVerbs.Exceptions, "time/exceptions"));
        Assert.Equal(["anything", "samples", "samples", "switches"], Of(TraceVerbs.Threads, "time/threads"));

        // How long a process was there, and what memory it had, is beside what these tell.
        Assert.DoesNotContain("memory_sample", TraceVerbs.Processes.TablesOf(NamedQuery.Of("time/processes")));
        Assert.Equal(["anything", "no file"], Of(TraceVerbs.Allocs, "time/alloc-methods"));

        string[] Of(TraceVerb verb, string query) =>
            [.. session.Losses(TestContext.Current.CancellationToken, verb.TablesOf(NamedQuery.Of(query))).Rows.Select(static row => row[2].Text)];
    }

    [Theory]
    [InlineData(0.99, false, null)]
    [InlineData(0.99, true, "the answer is partial, 1.0 % is missing: x cpu 0: samples")]
    [InlineData(0.01, true, "the answer is partial, less than 0.1 % is missing: x cpu 0: samples")]
    [InlineData(1.0, false, "the answer is partial, 1.0 % is missing: x cpu 0: samples")]
    [InlineData(null, false, "the answer may be incomplete: x cpu 0: samples")]
    public void An_answer_is_partial_from_one_percent_on_or_where_no_share_is_known(double? percent, bool isStrict, string? said) =>
        Assert.Equal(said, LossText.Of(Losses(percent), isStrict));

    [Fact]
    public void The_largest_share_is_said() =>
        Assert.Equal("the answer is partial, 7.0 % is missing: x cpu 0: samples; 1 more in --format json", LossText.Of(Losses(2, 7, 0.5)));

    // A name that is written down here and is no table would make a loss that no answer has.
    [Fact]
    public void Losses_name_tables_that_there_are() => Assert.All(
        typeof(LossTables).GetProperties().SelectMany(static property => ((string)property.GetValue(null)!).Split(',')),
        static name => Assert.Contains(TableCatalog.All, table => table.Name == name));

    private static ResultTable Losses(params double?[] percents) => new(
        NamedQuery.Of("recording/losses").Shape.Columns,
        [
            .. percents.Select(static percent => (Cell[])
            [
                Cell.Of("x"), Cell.Of("cpu 0"), Cell.Of("samples"), Cell.Of(1), Cell.Of(0), Cell.Of("cpu_sample"), percent is { } share ? Cell.Of(share) : default,
            ]),
        ]);
}
