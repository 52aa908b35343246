using Fathom.Cli.Commands.Serializers;
using Fathom.Serializers.Capture;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Serializers;

/// <summary>What is said of a measurement that was interrupted.</summary>
public sealed class SuiteRunsTests
{
    [Theory]
    [InlineData(null, true, "nothing was kept; with --save NAME.fathom what is finished is, and --resume goes on with it")]
    [InlineData(null, false, "nothing was kept; with --save NAME.fathom what is finished is")]
    [InlineData("a b.fathom", true, "what was finished is in 'a b.fathom': 'fathom serializers --resume 'a b.fathom'' goes on with the rest")]
    [InlineData("a.fathom", false, "what was finished is in a.fathom")]
    public void The_next_step_is_one_that_is_possible(string? path, bool canResume, string sentence) =>
        Assert.Equal(sentence, SuiteRuns.Sentence(new KeptMeasurement(path, canResume)));
}
