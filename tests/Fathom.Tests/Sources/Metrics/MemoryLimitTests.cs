using Fathom.Sources.Machine.Resources;
using Fathom.Sources.Metrics;
using Xunit;

namespace Fathom.Tests.Sources.Metrics;

public sealed class MemoryLimitTests
{
    [Fact]
    public void What_cannot_be_given_back_is_compared_with_the_lowest_limit() =>
        Assert.Equal(75, MemoryLimit.Percent(Group(("working_set", 300), ("effective_limit", 400))));

    [Fact]
    public void Without_a_limit_there_is_no_share()
    {
        Assert.Null(MemoryLimit.Percent(Group(("working_set", 300), ("effective_limit", null))));
        Assert.Null(MemoryLimit.Percent(Group(("effective_limit", 400))));
        Assert.Null(MemoryLimit.UsedPercent(int.MaxValue));
    }

    private static CgroupMemory Group(params (string Name, long? Bytes)[] facts) =>
        new("/", 2, [.. facts.Select(static fact => new CgroupFact(fact.Name, fact.Bytes))]);
}
