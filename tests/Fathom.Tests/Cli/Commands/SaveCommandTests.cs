using Fathom.Capture.Recording;
using Fathom.Cli.Commands.Record;
using Fathom.Model;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>What a save that was not made says: why, what stayed, and what leads to a recording.</summary>
public sealed class SaveCommandTests
{
    private static readonly RunningRing s_ring = new(7, "/a/app.raw");

    [Theory]
    [InlineData(null, false, "Process 7 could not save: It failed.", "its recording goes on, and a later save may be possible")]
    [InlineData(null, true, "Process 7 could not save: It failed.", "fathom info /a/app.fathom")]
    [InlineData("/a/app-1.raw", false, "Process 7 made no recording: It failed. The raw files of the save stay in '/a/app-1.raw'.", "fathom extract /a/app-1.raw")]
    public void What_was_not_made_is_an_error_with_the_step_that_leads_further(string? raw, bool isStopping, string message, string next)
    {
        SavedRecording saved = new(1, null, raw, default, "It failed.", []) { IsStopping = isStopping };

        FathomException error = SaveCommand.NotMade(s_ring, saved, saved.Failure!);

        Assert.Equal((ExitCode.Target, message, next), (error.ExitCode, error.Message, error.NextStep));
    }
}
