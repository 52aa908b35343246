using Fathom.Model.Traces;
using Fathom.Render.Time;
using Xunit;

namespace Fathom.Tests.Render.Time;

/// <summary>The lines above and below the collections of a trace.</summary>
public sealed class GcHeaderTests
{
    private static readonly GcSum s_shop = new("Shop", 12, 48, 16_400_000_000, 5_290_000_000, 667_000_000, 0, 1_135_000_000);

    [Fact]
    public void The_sums_are_one_sentence_with_what_is_known()
    {
        Assert.Equal(
            "48 collections in 16.4 s: 5.29 s of pauses = 32 % of the time; longest 667.0 ms; 66.0 MiB/s allocated (estimate)",
            Assert.Single(GcHeader.Sums([s_shop])));
        Assert.Equal(
            "1 collection in 16.4 s; 1 without a known pause",
            Assert.Single(GcHeader.Sums([s_shop with { Count = 1, PauseNs = null, LongestNs = null, UnknownPauses = 1, AllocatedBytes = null }])));
        Assert.Equal(
            "48 collections: 5.29 s of pauses; longest 667.0 ms",
            Assert.Single(GcHeader.Sums([s_shop with { SpanNs = null }])));
        Assert.Contains(" = less than 0.1 % of the time;", Assert.Single(GcHeader.Sums([s_shop with { PauseNs = 1 }])), StringComparison.Ordinal);
        Assert.Contains(" = 3.2 % of the time;", Assert.Single(GcHeader.Sums([s_shop with { PauseNs = 529_000_000 }])), StringComparison.Ordinal);
    }

    [Fact]
    public void Several_processes_have_a_line_each_and_more_than_three_are_counted()
    {
        GcSum[] five = [.. Enumerable.Range(1, 5).Select(static pid => s_shop with { Pid = pid, AllocatedBytes = null })];

        string[] lines = [.. GcHeader.Sums(five)];

        Assert.Equal(
            [.. Enumerable.Range(1, 3).Select(static pid => $"Shop ({pid}): 48 collections in 16.4 s: 5.29 s of pauses = 32 % of the time; longest 667.0 ms"), "2 more processes with collections"],
            lines);
        Assert.Empty(GcHeader.Sums([]));
    }

    [Fact]
    public void The_longest_are_aligned()
    {
        LongPause[] longest =
        [
            new("Shop", 62, 690_000_000, 667_000_000, 2, "blocking", "large objects"), new("Shop", 7, 12_690_000_000, 7_000_000, 1, "blocking during background", "small objects"),
            new("Shop", 8, 13_000_000_000, 400_000, 2, "background", "small objects"),
        ];

        Assert.Equal(
            [
                "The longest pauses (--each lists all collections):",
                "  667.0 ms  #62  at  0.690 s  generation 2: large objects",
                "    7.0 ms   #7  at 12.690 s  generation 1, during background: small objects",
                "  400.0 us   #8  at 13.000 s  generation 2, background: small objects",
            ],
            GcHeader.Longest(longest, showsProcess: false));
        Assert.EndsWith(": large objects, Shop", GcHeader.Longest(longest, showsProcess: true).ElementAt(1), StringComparison.Ordinal);
        Assert.Empty(GcHeader.Longest([], showsProcess: false));
    }
}
