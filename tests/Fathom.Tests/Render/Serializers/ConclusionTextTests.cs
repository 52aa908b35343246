using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Render.Formats;
using Fathom.Render.Serializers;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Query.Serializers;
using Xunit;
using static Fathom.Tests.Query.Serializers.MadeSerializer;

namespace Fathom.Tests.Render.Serializers;

/// <summary>The conclusion as a table ends with it.</summary>
public sealed class ConclusionTextTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void One_case() => Snapshot.Match(Text(SerializerRecordings.Create(_folder, "a", scale: 1), TableStyle.Plain), "conclusion.txt");

    [Fact]
    public void Several_cases_at_80_columns() => Snapshot.Match(
        Text(PageRecordings.Create(_folder, "a", scale: 1), TableStyle.Plain with { Width = 80 }), "conclusion-80.txt");

    [Fact]
    public void Of_many_cases_only_what_to_use_is_said() => Snapshot.Match(
        Text(MadeRecording.Create(_folder, [new("A", Steady(100), Steady(200), 100), new("B", Steady(150), Steady(300), 90)], "books", "logs", "tweets", "meshes"), TableStyle.Plain),
        "conclusion-many.txt");

    [Theory]
    [InlineData(80)]
    [InlineData(120)]
    public void No_line_is_wider_than_the_screen_whatever_the_names(int width)
    {
        string text = Text(
            PageRecordings.Create(_folder, "a", scale: 1, static name => $"{name}-with-a-name-that-is-far-longer-than-a-line-of-a-terminal-is-wide-{new string('x', 60)}\u001b[31m"),
            TableStyle.Plain with { Width = width });

        Assert.All(text.Split('\n'), line => Assert.InRange(line.Length, 0, width));
        Assert.DoesNotContain('\u001b', text);
    }

    private static string Text(RecordingReader recording, TableStyle style)
    {
        using (recording)
        {
            using QuerySession session = QuerySession.Open(recording);
            using StringWriter text = new() { NewLine = "\n" };
            ResultTable conclusions = new SerializerReport(session, TestContext.Current.CancellationToken).Conclusions(0);
            ConclusionText.Write(conclusions, text, style);
            return text.ToString();
        }
    }
}
