using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Profiles;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>The queries about serializers over two recordings whose ids collide.</summary>
public sealed class SerializerSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(
        static folder => SerializerRecordings.Create(folder, "a", scale: 1), static folder => SerializerRecordings.Create(folder, "b", scale: 3));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("serializers/list")]
    [InlineData("serializers/results")]
    [InlineData("serializers/outputs")]
    [InlineData("serializers/own_types")]
    [InlineData("serializers/samples")]
    [InlineData("serializers/starts")]
    [InlineData("serializers/conclusion")]
    [InlineData("serializers/profile")]
    [InlineData("serializers/profile_methods")]
    [InlineData("serializers/finished_times")]
    [InlineData("serializers/finished_checks")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Fact]
    public void Two_recordings_are_set_side_by_side_by_names() => _recordings.MatchBoth("serializers/diff");

    [Fact]
    public void The_checks_of_a_lane_are_listed_with_and_without_what_is_ok()
    {
        SerializerReport report = new(_recordings.Session, default);

        TwoRecordings.Match(
            "serializers/checks", report.Checks(0, "feature", all: true), report.Checks(0, "feature", all: false), report.Checks(1, "version", all: false),
            report.Checks(0, "hostile", all: true), report.Checks(1, "hostile", all: true), report.Checks(1, "streaming", all: true));
    }

    [Fact]
    public void The_comparison_ranks_what_came_back_whole_and_says_ties()
    {
        SerializerReport report = new(_recordings.Session, default);

        Snapshot.Match($"{TwoRecordings.Csv(report.Comparison(0))}\n{TwoRecordings.Csv(report.Comparison(1))}", "serializers-comparison.csv");
    }

    [Fact]
    public void The_columns_that_conditions_are_checked_against_are_those_of_the_answer()
    {
        SerializerReport report = new(_recordings.Session, default);

        Assert.Equal(SerializerShapes.Comparison.Columns, report.Comparison(0).Columns);
        Assert.Equal(SerializerShapes.Outputs.Columns, report.Outputs(0).Columns);
        Assert.Equal(BaselineShapes.Diff.Columns, report.Diff(0, 1).Columns);
        Assert.Equal(BaselineShapes.Across.Columns, report.Across().Columns);
        Assert.All(report.Diff(0, 1).Rows, static row => Assert.Equal(BaselineShapes.Diff.Columns.Count, row.Length));
        Assert.All(report.Across().Rows, static row => Assert.Equal(BaselineShapes.Across.Columns.Count, row.Length));
        Assert.Equal(SerializerShapes.Starts.Columns, report.Starts(0).Columns);
    }

    [Fact]
    public void The_bounds_of_a_method_are_those_of_its_samples()
    {
        TableRow write = TableRow.All(new SerializerReport(_recordings.Session, default).ProfileMethods(0)).First(static row => row.Text("method") == "App.Writer.Write");
        BinomialBounds bounds = BinomialBounds.Of(600, 1000);

        // The estimated parts are 70 % of the time.
        Assert.Equal(
            (42, Math.Round(70 * bounds.Low, 9), Math.Round(70 * bounds.High, 9)),
            (write.Real("self_percent"), Math.Round(write.Real("low_percent"), 9), Math.Round(write.Real("high_percent"), 9)));
    }

    [Fact]
    public void What_watching_cost_and_what_is_missing_is_said_with_a_profile()
    {
        SerializerReport report = new(_recordings.Session, default);

        Snapshot.Match($"{string.Join(Environment.NewLine, report.AboutProfile(0))}{Environment.NewLine}", "serializers-profile-notes.txt");
    }

    [Fact]
    public void Outputs_are_shown_line_by_line_the_smallest_first_with_their_outcome()
    {
        SerializerReport report = new(_recordings.Session, default);

        Snapshot.Match($"{TwoRecordings.Csv(report.Outputs(0))}\n{TwoRecordings.Csv(report.Outputs(1))}", "serializers-outputs-lines.csv");
        Assert.Equal(["Order of 'Shop.dll': 1 objects", "Order of 'Shop.dll': 3 objects"], report.OwnTypes(0).Concat(report.OwnTypes(1)));
    }

    [Fact]
    public void Starts_are_medians_of_processes_and_a_failure_is_said()
    {
        SerializerReport report = new(_recordings.Session, default);

        Snapshot.Match($"{TwoRecordings.Csv(report.Starts(0))}\n{TwoRecordings.Csv(report.Starts(1))}", "serializers-starts.csv");
    }

    [Fact]
    public void What_lost_something_has_no_rank_and_no_factor()
    {
        ResultTable table = new SerializerReport(_recordings.Session, default).Comparison(0);
        Cell[] lossy = table.Rows.Single(row => row[table.IndexOf("serializer")].Text == "Lossy" && row[table.IndexOf("case_name")].Text == "bookshelf");

        Assert.Equal("lost", lossy[table.IndexOf("outcome")].Text);
        Assert.True(lossy[table.IndexOf("rank")].IsNull);
        Assert.True(lossy[table.IndexOf("size_factor")].IsNull);
        Assert.False(lossy[table.IndexOf("verified")].Boolean);
    }

}
