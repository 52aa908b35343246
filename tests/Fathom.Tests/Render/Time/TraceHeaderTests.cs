using Fathom.Model.Traces;
using Fathom.Render.Time;
using Xunit;

namespace Fathom.Tests.Render.Time;

/// <summary>The lines above an answer from a trace.</summary>
public sealed class TraceHeaderTests
{
    private static readonly TraceFacts s_own = new("perf.data + 7.nettrace", ["perf.data", "nettrace"], "web", 15_000_000_000, true, 160_214, 0, null, [("native", 80, 40), ("managed", 20, 20)])
    {
        IsOwn = true, Programs = ["Shop"], Processors = 2, RunningNs = 29_400_000_000, MostUnnamed = ("/usr/share/dotnet/libcoreclr.so", 35),
    };

    [Fact]
    public void A_recording_is_told_by_its_programs_its_time_and_its_machine() => Assert.Equal(
        ["CPU time in slow.fathom: Shop on 'web', 15.0 s (2 processors, 98 % busy)", "No symbols of libcoreclr.so (35 % of all frames): fathom symbols x --missing"],
        TraceHeader.Of("CPU time", "night/slow.fathom/", s_own, "fathom symbols x --missing"));

    [Theory]
    [InlineData(false, "a", "programs on 'web', 15.0 s (2 processors)", "")]
    [InlineData(true, "a", "all of 'web', 15.0 s (2 processors, 98 % busy)", "")]
    [InlineData(true, "b", "A, B, C and 2 more on 'web', 15.0 s (2 processors, 98 % busy)", "A B C D E")]
    [InlineData(false, "c", "A on 'web', 15.0 s (2 processors)", "A")]
    public void Whose_time_it_is(bool isWhole, string name, string scope, string programs) => Assert.Equal(
        $"Waits in {name}: {scope}",
        Assert.Single(TraceHeader.Of("Waits", name, s_own with { IsWholeMachine = isWhole, Programs = programs.Split(' ', StringSplitOptions.RemoveEmptyEntries) }, null)));

    [Fact]
    public void What_no_recorder_told_is_left_out()
    {
        Assert.Equal("all of a machine, 15.0 s", TraceHeader.Scope(s_own with { Programs = [], Machine = null, Processors = null }));
        Assert.Equal("all of 'web', 15.0 s (1 processor)", TraceHeader.Scope(s_own with { Programs = [], Processors = 1, RunningNs = null }));
        Assert.Equal("programs, 15.0 s", TraceHeader.Scope(s_own with { Programs = [], IsWholeMachine = false, Machine = null, Processors = null }));
    }

    [Fact]
    public void Where_nine_of_ten_frames_have_names_nothing_is_advised()
    {
        Assert.Single(TraceHeader.Of("CPU time", "a", s_own with { Naming = [("native", 100, 90)] }, "fathom symbols a --missing"));
        Assert.Equal(2, TraceHeader.Of("CPU time", "a", s_own with { Naming = [("native", 100, 89)] }, "fathom symbols a --missing").Count);
        Assert.Single(TraceHeader.Of("CPU time", "a", s_own with { MostUnnamed = null }, "fathom symbols a --missing"));
    }
}
