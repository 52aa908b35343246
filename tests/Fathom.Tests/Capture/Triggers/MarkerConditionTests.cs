using Fathom.Capture.Triggers;
using Fathom.Formats.Marks;
using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Recorder.Marks;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Triggers;

/// <summary>Markers that a program sets by itself, and those that <c>fathom mark</c> sets in a recording.</summary>
public sealed class MarkerConditionTests : IDisposable
{
    private static readonly TimeSpan s_again = TimeSpan.FromMilliseconds(300);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("marker=test 7*", "test 7 begins", true)]
    [InlineData("marker=test 7*", "test 8 begins", false)]
    [InlineData("marker=*,!warm*", "warm up", false)]
    public void The_text_is_a_pattern(string text, string marker, bool matches) => Assert.Equal(matches, Read(text)!.Matches(marker));

    [Fact]
    public void A_condition_about_something_else_is_none_and_both_at_once_are_refused()
    {
        Assert.Null(Read("threads=3.."));
        Assert.Equal(ExitCode.Usage, Assert.Throws<FathomException>(() => Read("marker=go,threads=3..")).ExitCode);
    }

    [Fact]
    public async Task The_marker_of_a_program_is_seen_and_others_are_not()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        AwaitedConditions when = new() { Markers = [Read("marker=go*")!, Read("marker=never")!] };
        CancellationToken stop = TestContext.Current.CancellationToken;
        using ProcessTrigger trigger = ProcessTrigger.Begin(sample.Pid, when, stop);
        Task<TriggerCause?> cause = Task.Factory.StartNew(() => trigger.Wait(stop), stop, TaskCreationOptions.LongRunning, TaskScheduler.Default);

        Assert.Equal("done mark other", sample.Ask("mark other"));
        // What is set before the wait has begun does not count.
        do
            Assert.Equal("done mark go 7", sample.Ask("mark go 7"));
        while (await Task.WhenAny(cause, Task.Delay(s_again, stop)) != cause);

        Assert.StartsWith("marker=go* (\"go 7\", ", (await cause)!.Text, StringComparison.Ordinal);
        Assert.Matches("^'marker=never' matched no marker of the program, which set [0-9]+ while it waited\\.$", Assert.Single(trigger.Unmet));
    }

    [Fact]
    public void A_mark_of_a_recording_is_seen_once_and_not_before_its_line_is_whole()
    {
        using MarkBook book = MarkBook.Open(_folder.Path);
        Append(MarkFile.Line(new Mark(1, 7, "go before")));
        MarksSeen seen = new(book, [Read("marker=go*")!]);
        Assert.Null(seen.Look());

        byte[] line = MarkFile.Line(new Mark(12_000, 7, "go 7"));
        Append([.. MarkFile.Line(new Mark(11_000, 7, "other")), .. line[..9]]);
        Assert.Null(seen.Look());
        Append(line[9..]);

        (int processId, TriggerCause cause) = seen.Look()!.Value;
        Assert.Equal((7, "marker=go* (\"go 7\", fathom mark)"), (processId, cause.Text));
        Assert.Null(seen.Look());
        Append(MarkFile.Line(new Mark(13_000, 7, "go 8")));
        seen.Skip();
        Assert.Null(seen.Look());
    }

    // Two conditions that are met between two looks lead to one save, and neither was missed.
    [Fact]
    public void Of_marks_that_are_set_together_all_are_met()
    {
        using MarkBook book = MarkBook.Open(_folder.Path);
        MarksSeen seen = new(book, [Read("marker=a*")!, Read("marker=b*")!, Read("marker=*2")!, Read("marker=c")!]);
        Append([.. MarkFile.Line(new Mark(11_000, 7, "a 1")), .. MarkFile.Line(new Mark(12_000, 8, "b 2"))]);

        Assert.Equal(7, seen.Look()!.Value.ProcessId);
        Assert.Equal(["marker=*2", "marker=a*", "marker=b*"], seen.Met.Order(StringComparer.Ordinal));
        Append(MarkFile.Line(new Mark(13_000, 7, "c")));
        seen.Skip();
        Assert.Equal(3, seen.Met.Count);
        Assert.Null(seen.Look());
    }

    private void Append(byte[] bytes) => File.AppendAllBytes(_folder.File(MarkBook.FileName), bytes);

    private static MarkerCondition? Read(string text) => MarkerCondition.Parse(Condition.Parse("--when", text));
}
