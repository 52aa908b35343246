using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Strings;
using Xunit;

namespace Fathom.Tests.Query.Heap;

/// <summary>The queries about strings over two recordings whose hashes collide; the goldens were checked by hand against <see cref="HeapExample"/>.</summary>
public sealed class StringSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => HeapExample.RecordA(folder.Path), static folder => HeapExample.RecordB(folder.Path));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("heap/string_lengths")]
    [InlineData("heap/string_totals")]
    [InlineData("heap/string_totals_summed")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Theory]
    [InlineData("heap/strings_diff")]
    [InlineData("heap/string_diff_totals")]
    public void A_comparison_is_B_minus_A_over_all_texts_of_both(string query) => _recordings.MatchBoth(query);

    [Fact]
    public void Strings_keep_two_recordings_apart() => _recordings.MatchEach("heap/strings", Nothing);

    // What is known of a recording leaves conditions out, and no row more comes of it.
    [Fact]
    public void What_is_known_of_a_recording_changes_no_row()
    {
        using QuerySession ofLongLists = QuerySession.Open(ResultLimits.Shipped with { LongListRows = 0 }, _recordings.Session.Recordings);
        foreach (QuerySession session in (QuerySession[])[_recordings.Session, ofLongLists])
        {
            for (int rec = 0; rec < 2; rec++)
            {
                ResultTable asked = session.Run("heap/strings", TestContext.Current.CancellationToken, [QueryParameter.Of("rec", rec), .. Nothing]);

                Assert.Equal(TwoRecordings.Csv(asked), TwoRecordings.Csv(new StringReport(session, default).Strings(rec, all: true).Table));
            }
        }
    }

    private static QueryParameter[] Nothing => [QueryParameter.Of("one_look", false), QueryParameter.Of("others", true), QueryParameter.Of("min_count", 1)];

    [Fact]
    public void Texts_that_exist_once_are_shown_when_all_are_asked_for()
    {
        StringReport report = new(_recordings.Session, default);

        Assert.Equal(["abc", "gone later"], report.Strings(0, all: false).Table.Rows.Select(static row => row[0].Text));
        Assert.Equal((2, 6), (report.Strings(0, all: false).Table.Rows.Count, report.Strings(0, all: true).Table.Rows.Count));
    }

    [Fact]
    public void Totals_that_the_recorder_summed_up_are_those_of_the_texts_and_others_are_summed_up()
    {
        StringReport report = new(_recordings.Session, default);
        ResultTable summed = _recordings.Session.Run("heap/string_totals_summed", TestContext.Current.CancellationToken, QueryParameter.Of("rec", 0));

        Assert.Equal(Figures(summed), Figures(report.Totals(0)));
        Assert.Equal(17, report.Totals(1).Rows[^1][1].Integer);
    }

    private static IEnumerable<string> Figures(ResultTable table) => table.Rows.Select(static row => string.Join(' ', row.Skip(1).Select(static cell => cell.Integer)));

    [Fact]
    public void The_rows_of_the_totals_are_known_before()
    {
        StringReport report = new(_recordings.Session, default);

        Assert.Equal(NamedQuery.Of("heap/strings").Shape.TotalsRows, report.Totals(0).Rows.Select(static row => row[0].Text));
    }

    [Fact]
    public void A_recording_without_strings_is_refused_with_the_way_to_have_them()
    {
        TwoRecordings without = new(
            static folder => HeapRecordings.Create(folder, "a", "MyApp.Order", 3), static folder => HeapRecordings.Create(folder, "b", "MyApp.Order", 3));
        using (without)
        {
            FathomException refused = Assert.Throws<FathomException>(() => new StringReport(without.Session, default).Strings(0, all: false));

            Assert.Throws<FathomException>(() => new StringReport(without.Session, default).Answer(SqlQuestion.Between("heap/strings_diff")));
            Assert.Equal(
                ("'a.fathom' holds no strings.", "fathom heap strings PROCESS --save NAME.fathom keeps them"),
                (refused.Message.Replace(without.Folder.Path + "/", "", StringComparison.Ordinal), refused.NextStep));
        }
    }
}
