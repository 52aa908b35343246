using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

/// <summary>A separate program holds the target and is ended in the middle of the stop, in every way that a tool can end.</summary>
public sealed class EndInMidStopTests
{
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("INT", false)]
    [InlineData("TERM", false)]
    [InlineData("KILL", false)]
    [InlineData("INT", true)]
    [InlineData("TERM", true)]
    public void The_target_runs_on_when_the_tool_ends_in_mid_stop(string signal, bool handled)
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");
        using SampleProcess holder = SampleProcess.Start("Fathom.TargetHolder", handled ? [sample.Pid.ToString(), "--cancel"] : [sample.Pid.ToString()]);
        Assert.True(TargetHealth.IsHeld(sample));

        using Process kill = Process.Start("kill", [$"-{signal}", holder.Pid.ToString()]);
        kill.WaitForExit();

        TargetHealth.AssertRunsOn(sample);
        int exitCode = holder.WaitForEnd();
        if (handled)
            Assert.Equal(130, exitCode);
    }
}
