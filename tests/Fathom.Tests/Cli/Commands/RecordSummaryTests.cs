using Fathom.Capture.Recording;
using Fathom.Cli.Commands.Record;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>What the end of a flight recorder says of its saves.</summary>
public sealed class RecordSummaryTests
{
    [Fact]
    public void Saves_that_were_made_and_those_that_were_not_are_counted_apart()
    {
        SavedRecording made = new(1, "a-1.fathom", null, TimeSpan.FromSeconds(2), null, []);
        SavedRecording kept = new(1, null, "a-2.raw", TimeSpan.FromSeconds(2), "It failed.", []) { Causes = [new SaveCause(7, "threads=9..", 1)] };
        SavedRecording refused = new(1, null, null, default, "The disk is full.", []);
        SavedRecording[] six = [made, kept, refused, made, made, made];

        string[] lines = [.. RecordSummary.Saves([.. six, made, refused, made, refused, refused])];

        Assert.StartsWith("Saved meanwhile: 'a-1.fathom' (", lines[0], StringComparison.Ordinal);
        Assert.Equal(
            "Not saved, because threads=9..: It failed. Its raw files stay in 'a-2.raw'; to read them: fathom extract a-2.raw", lines[1]);
        Assert.Equal("Not saved: The disk is full.", lines[2]);
        Assert.Equal(["2 more saves are beside it.", "3 more saves could not be made."], lines[6..]);
        Assert.Equal("1 more save is beside it.", RecordSummary.Saves([.. six, made]).Last());
        Assert.Equal(6, RecordSummary.Saves(six).Count());
    }
}
