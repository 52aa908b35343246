using Fathom.Cli;
using Fathom.Model.Results;
using Fathom.Query.Info;
using Fathom.Query.Time;
using Fathom.Render.Formats;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Query.Time;
using Fathom.Tests.Render;
using Xunit;

namespace Fathom.Tests.Query;

public sealed class RecordingInfoTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_facts_tell_origin_content_and_losses()
    {
        using RecordingReader recording = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3, ("test", "Login"), ("context", "before"));

        Match(RecordingInfo.Facts(recording, TestContext.Current.CancellationToken), "recording-info.txt");
    }

    [Fact]
    public void The_facts_of_traces_tell_who_recorded_what_and_which_verbs_have_data()
    {
        using RecordingReader recording = TraceRecordings.Joined(_folder, "traces");

        Match(RecordingInfo.Facts(recording, TestContext.Current.CancellationToken), "recording-info-traces.txt");
    }

    [Fact]
    public void What_a_trace_lacks_and_what_was_left_out_is_told_with_its_reason()
    {
        using RecordingReader recording = TraceRecordings.OfPerf(_folder, "short");

        ResultTable facts = RecordingInfo.OfTrace(new ResultTable(SubjectInfo.Shape.Columns, []), recording, TestContext.Current.CancellationToken);
        Match(facts, "recording-info-short.txt");
    }

    [Fact]
    public void Facts_are_broken_between_words_where_the_terminal_ends()
    {
        using RecordingReader recording = TraceRecordings.OfPerf(_folder, "short");
        ResultTable facts = RecordingInfo.OfTrace(new ResultTable(SubjectInfo.Shape.Columns, []), recording, TestContext.Current.CancellationToken);
        using StringWriter text = new() { NewLine = "\n" };

        TableRenderer.Write(SampleAnswer.Shaped with { Result = new CommandResult("info", ["short.fathom"], facts) }, text, new TableStyle(80, Colour: false, null));

        Snapshot.Match(text.ToString(), "recording-info-80.txt");
        Assert.All(text.ToString().Split('\n'), static line => Assert.InRange(line.Length, 0, 80));
    }

    [Fact]
    public void The_verbs_are_those_of_the_command_line() =>
        Assert.Empty(TraceVerbs.All.Select(static verb => verb.Name).Except(VerbCatalog.All.Select(static verb => verb.Name)));

    private void Match(ResultTable facts, string snapshot)
    {
        string text = string.Join('\n', facts.Rows.Select(static row => $"{row[0]}: {row[1]}"));

        // The size of a part depends on the engine's version.
        text = System.Text.RegularExpressions.Regex.Replace(text, "[0-9]+(?= bytes, 1 part)|(?<=^size_bytes: )[0-9]+", "N", System.Text.RegularExpressions.RegexOptions.Multiline);
        Snapshot.Match(text.Replace(_folder.Path, "FOLDER", StringComparison.Ordinal) + "\n", snapshot);
    }
}
