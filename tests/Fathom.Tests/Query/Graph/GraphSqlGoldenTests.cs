using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Query.Graph;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Graph;

/// <summary>The queries about what holds what over two recordings whose ids collide.</summary>
public sealed class GraphSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => GraphExample.Record(folder, "a", snapshots: 2), static folder => GraphExample.Record(folder, "b", snapshots: 1));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("graph/retained")]
    [InlineData("graph/retainers")]
    [InlineData("graph/holders")]
    [InlineData("graph/suspects")]
    [InlineData("graph/paths")]
    [InlineData("graph/path_steps")]
    [InlineData("graph/questions")]
    [InlineData("graph/live")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Fact]
    public void The_columns_that_conditions_are_checked_against_are_those_of_the_answer()
    {
        GraphReport report = new(_recordings.Session, 0, default);

        Assert.Equal(GraphShapes.Suspects.TotalsColumns, report.Live().Columns);
        Assert.Equal(GraphShapes.Suspects.Columns, report.Suspects().Columns);
        Assert.Equal(GraphShapes.Paths.Columns, report.Paths().Columns);
    }

    [Fact]
    public void An_answer_to_another_question_is_none()
    {
        GraphReport report = new(_recordings.Session, 0, default);

        report.Require("retained", null);
        report.Require("paths", "--type Order --all");
        string[] errors =
        [
            Assert.Throws<FathomException>(() => report.Require("paths", "--type Line")).Message,
            Assert.Throws<FathomException>(() => report.Require("diff", null)).Message,
        ];
        Snapshot.Match(string.Join('\n', errors).Replace(_recordings.Folder.Path, "FOLDER", StringComparison.Ordinal), "graph-other-question.txt");
    }

    [Fact]
    public void Suspects_and_paths_are_put_into_words()
    {
        GraphReport report = new(_recordings.Session, 0, default);
        ResultTable suspects = report.Suspects(), paths = report.Paths();

        Snapshot.Match(
            string.Join(
                "\n\n",
                [.. suspects.Rows.Select(row => row[suspects.IndexOf("suspect")].Text), .. paths.Rows.Select(row => row[paths.IndexOf("path")].Text)]),
            "graph-words.txt");
        Snapshot.Match(string.Join('\n', report.PathNotes()), "graph-path-notes.txt");
    }
}
