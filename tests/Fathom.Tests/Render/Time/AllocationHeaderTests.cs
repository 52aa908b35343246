using Fathom.Model.Traces;
using Fathom.Render.Time;
using Xunit;

namespace Fathom.Tests.Render.Time;

/// <summary>The lines above what was allocated in a trace.</summary>
public sealed class AllocationHeaderTests
{
    private static readonly AllocationSum s_shop = new("Shop", 12, 2_000_000_000, 1 << 30, 10_000);

    [Fact]
    public void The_rate_is_told_with_its_error()
    {
        Assert.Equal("512.0 MiB/s: 1.0 GiB in 2.0 s, an estimate from 10,000 samples (standard error 1 %)", Assert.Single(AllocationHeader.Of([s_shop])));
        Assert.Equal("1.0 GiB, an estimate from 1 sample (standard error 100 %)", Assert.Single(AllocationHeader.Of([s_shop with { SpanNs = null, SampleCount = 1 }])));
    }

    [Fact]
    public void Several_processes_have_a_line_each_and_more_than_three_are_counted()
    {
        string[] lines = [.. AllocationHeader.Of([.. Enumerable.Range(1, 4).Select(static pid => s_shop with { Pid = pid })])];

        Assert.Equal(4, lines.Length);
        Assert.StartsWith("Shop (3): 512.0 MiB/s: ", lines[2], StringComparison.Ordinal);
        Assert.Equal("1 more process with allocations", lines[3]);
        Assert.Empty(AllocationHeader.Of([]));
    }
}
