using Fathom.Serializers.Plans;
using Xunit;

namespace Fathom.Tests.Serializers;

public sealed class BalancedOrderTests
{
    [Fact]
    public void Forwards_then_backwards_then_from_the_next_one()
    {
        Assert.Equal([0, 1, 2], BalancedOrder.Of(3, 0));
        Assert.Equal([2, 1, 0], BalancedOrder.Of(3, 1));
        Assert.Equal([1, 2, 0], BalancedOrder.Of(3, 2));
        Assert.Equal([0, 2, 1], BalancedOrder.Of(3, 3));
        Assert.Empty(BalancedOrder.Of(0, 5));
    }

    // A drift that grows with time strikes all alike when each has the same mean place.
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(7)]
    public void Over_each_pair_of_rounds_everyone_has_the_same_mean_place(int count)
    {
        for (int pair = 0; pair < 5; pair++)
        {
            int[] there = BalancedOrder.Of(count, pair * 2), back = BalancedOrder.Of(count, (pair * 2) + 1);
            for (int one = 0; one < count; one++)
                Assert.Equal(count - 1, Array.IndexOf(there, one) + Array.IndexOf(back, one));
        }
    }
}
