using Fathom.Serializers.Kit.Protocol;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>What reading the leaves of a result takes is a part of every deserialization, and is measured by itself.</summary>
public sealed class LeavesTests
{
    [Fact]
    public void Reading_the_leaves_of_more_objects_takes_longer_and_is_told_only_where_it_is_asked_for()
    {
        Assert.Null(Check("check", 10).Text("leaves_ns"));
        // A thousand times the objects: no load of the machine makes that a tenth of it.
        Assert.True(Check("check leaves=1", 10_000).Fraction("leaves_ns") > 10 * Check("check leaves=1", 10).Fraction("leaves_ns"));
    }

    private static Message Check(string request, int n) =>
        SeededSession.Ask(new SeededAdapter(SeededFault.None), $"case name=bookshelf n={n} payload=4", request).Single(static one => one.Verb == "check");
}
