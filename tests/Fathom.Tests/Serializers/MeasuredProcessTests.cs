using Fathom.Model;
using Fathom.Serializers.Starts;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>A process from its start to its end, as the kernel saw it.</summary>
public sealed class MeasuredProcessTests
{
    private static readonly Dictionary<string, string> s_settings = new() { ["FATHOM_TEST_WORD"] = "tab\tand ü" };
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    [Fact]
    public void Its_output_code_and_environment_are_its_own()
    {
        MeasuredProcess ended = MeasuredProcess.Run("/bin/sh", ["-c", "printf %s \"$FATHOM_TEST_WORD\"; exit 3"], s_settings, s_patience);

        Assert.Equal(("tab\tand ü", 3, false), (ended.Output, ended.ExitCode, ended.IsLate));
        Assert.True(ended.WallNs > 0);
    }

    // A million turns of a shell's loop are far more than the kernel's clock tick.
    [Fact]
    public void Cpu_time_is_what_it_worked_not_what_it_waited()
    {
        MeasuredProcess works = MeasuredProcess.Run("/bin/sh", ["-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"], s_settings, s_patience);
        MeasuredProcess waits = MeasuredProcess.Run("/bin/sh", ["-c", "read line < /proc/self/status"], s_settings, s_patience);

        Assert.True(works.CpuNs > waits.CpuNs);
        Assert.True(works.WallNs > 0);
    }

    [Fact]
    public void A_signal_and_a_process_that_does_not_end_are_told()
    {
        Assert.Equal(128 + 9, MeasuredProcess.Run("/bin/sh", ["-c", "kill -9 $$"], s_settings, s_patience).ExitCode);
        MeasuredProcess late = MeasuredProcess.Run("/bin/sh", ["-c", "exec tail -f /dev/null"], s_settings, TimeSpan.FromMilliseconds(50));
        Assert.Equal((true, 128 + 9), (late.IsLate, late.ExitCode));
    }

    [Fact]
    public void A_program_that_is_not_there_is_named() =>
        Assert.Contains(
            "'/nowhere/at-all' cannot be started",
            Assert.Throws<FathomException>(() => MeasuredProcess.Run("/nowhere/at-all", [], s_settings, s_patience)).Message,
            StringComparison.Ordinal);
}
