using Fathom.Model.Results;
using Fathom.Render.Time;
using Xunit;

namespace Fathom.Tests.Render.Time;

/// <summary>The lines above what was compiled, and above starts of programs.</summary>
public sealed class RuntimeHeaderTests
{
    private static readonly ResultColumn[] s_tiers =
    [
        new("process", CellKind.Text), new("pid", CellKind.Integer), new("tier", CellKind.Text), new("jit_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("count", CellKind.Integer, ColumnUnit.Count), new("code_bytes", CellKind.Integer, ColumnUnit.Bytes),
    ];

    private static readonly ResultColumn[] s_phases =
    [
        new("process", CellKind.Text), new("pid", CellKind.Integer), new("phase", CellKind.Text), new("at_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("duration_ns", CellKind.Integer, ColumnUnit.Nanoseconds), new("ready_by", CellKind.Text),
    ];

    [Fact]
    public void Tiers_are_summed_with_those_that_took_longest_named()
    {
        Assert.Equal(
            "1,020 methods compiled: 4.1 s on threads, 5.0 KiB of code (tier 1 2.0 s, tier 0 1.0 s, optimized 900.0 ms, 1 more tier 200.0 ms)",
            Assert.Single(JitHeader.Of(new ResultTable(
                s_tiers,
                [
                    Tier("tier 0", 1_000_000_000, 1000, 1024), Tier("tier 1", 2_000_000_000, 10, 2048), Tier(null, null, 5, null),
                    Tier("optimized", 900_000_000, 3, 1024), Tier("tier 1 osr", 200_000_000, 2, 1024),
                ]))));
        Assert.Equal(
            "1 method compiled, 1.0 KiB of code; the trace does not tell how long it took", Assert.Single(JitHeader.Of(new ResultTable(s_tiers, [Tier("tier 0", null, 1, 1024)]))));
        Assert.Empty(JitHeader.Of(new ResultTable(s_tiers, [])));
    }

    [Theory]
    [InlineData("request", "ready after 3.0 s, when its first request began")]
    [InlineData("quiet", "ready after 3.0 s: then nothing was loaded or newly compiled for a second")]
    [InlineData("end", "it loaded and compiled until it or the recording ended, after 3.0 s")]
    public void What_ended_the_start_is_told(string by, string expected)
    {
        ResultTable phases = new(s_phases, [Phase("runtime", 0, 1_000_000_000, by), Phase("program", 1_000_000_000, 2_000_000_000, by)]);

        Assert.Equal(expected, Assert.Single(StartHeader.Of(phases)));
    }

    [Fact]
    public void A_program_that_was_never_loaded_is_not_known_to_be_ready() =>
        Assert.Equal("it is not known when it was ready", Assert.Single(StartHeader.Of(new ResultTable(s_phases, [Phase("program", 0, null, null)]))));

    private static Cell[] Tier(string? tier, long? ns, long count, long? bytes) =>
        [Cell.Of("Shop"), Cell.Of(12), Cell.Of(tier), Cell.Of(ns), Cell.Of(count), Cell.Of(bytes)];

    private static Cell[] Phase(string phase, long at, long? duration, string? by) => [Cell.Of("Shop"), Cell.Of(12), Cell.Of(phase), Cell.Of(at), Cell.Of(duration), Cell.Of(by)];
}
