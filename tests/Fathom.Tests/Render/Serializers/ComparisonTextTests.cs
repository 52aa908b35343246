using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Render.Formats;
using Fathom.Render.Serializers;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Render.Serializers;

/// <summary>The comparison for people, and as the earlier suite's file.</summary>
public sealed class ComparisonTextTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_table_per_case_relative_to_the_best_with_floors_ties_and_what_failed()
    {
        string text = Text(SerializerRecordings.Create(_folder, "a", scale: 1), TableStyle.Plain);

        Snapshot.Match(text, "comparison.txt");
    }

    [Theory]
    [InlineData("comparison-inconclusive.txt", 60, 3)]
    [InlineData("comparison-two-processes.txt", 2, 2)]
    public void What_is_not_certain_has_no_rank_and_says_why(string snapshot, int shift, int launches) =>
        Snapshot.Match(Text(SerializerRecordings.Create(_folder, "a", scale: 1, shift, launches), TableStyle.Plain), snapshot);

    [Theory]
    [InlineData("comparison-floor-beaten.txt", 0.5, 0.001)]
    [InlineData("comparison-floor-not-certain.txt", 0.9, 0.3)]
    public void A_floor_that_is_beaten_is_named(string snapshot, double ofFloor, double scatter) =>
        Snapshot.Match(Text(new CrowdedRecording { Serializers = 4, OfFloor = ofFloor, Scatter = scatter }.Create(_folder), TableStyle.Plain), snapshot);

    [Theory]
    [InlineData(null)]
    [InlineData(200)]
    [InlineData(100)]
    public void No_line_is_wider_than_120_columns_whatever_the_names(int? width)
    {
        string text = Text(
            PageRecordings.Create(_folder, "a", scale: 1_000, static name => name + " with a name that is far longer than a name of settings ever was"),
            TableStyle.Plain with { Width = width });

        Assert.All(text.Split('\n'), line => Assert.InRange(line.Length, 0, Math.Min(width ?? 120, 120)));
    }

    [Fact]
    public void Names_that_would_steer_the_terminal_are_shown_as_text()
    {
        string text = Text(PageRecordings.Create(_folder, "a", scale: 1, static name => name + "\e[31m\u202E"), TableStyle.Plain);

        Assert.DoesNotContain('\e', text);
        Assert.DoesNotContain('\u202E', text);
    }

    [Fact]
    public void The_classic_layout_is_the_combined_file_of_the_earlier_suite()
    {
        using RecordingReader recording = PageRecordings.Create(_folder, "a", scale: 1);
        using QuerySession session = QuerySession.Open(recording);
        using StringWriter text = new();

        ClassicCsv.Write(new ClassicComparison(session, TestContext.Current.CancellationToken).Read(0), text);

        Snapshot.Match(text.ToString(), "classic.csv");
        string header = text.ToString().Split('\n')[0];
        Assert.Equal(
            "Serializer\tObjects\t\"Time to serialize in s\"\t\"Time to deserialize in s\"\t\"Size in "
            + "bytes\"\tFileVersion\tFramework\tProjectHome\tDataFormat\tFormatDetails\tSupports Versioning\tScenario",
            header);
    }

    private static string Text(RecordingReader recording, TableStyle style)
    {
        using (recording)
        {
            using QuerySession session = QuerySession.Open(recording);
            using StringWriter text = new() { NewLine = "\n" };
            ResultTable comparison = new SerializerReport(session, TestContext.Current.CancellationToken).Comparison(0);
            ComparisonText.Write(comparison, text, style);
            return text.ToString();
        }
    }
}
