using System.Diagnostics;
using Fathom.Capture.Triggers;
using Xunit;

namespace Fathom.Tests.Capture.Triggers;

public sealed class LastingConditionTests
{
    [Theory]
    [InlineData(0, "1", 0)]
    [InlineData(3, "1111", 3)]
    [InlineData(3, "1101111", 6)]
    [InlineData(3, "1101101", -1)]
    [InlineData(0, "0001", 3)]
    public void It_holds_when_it_was_true_long_enough_without_a_break(int seconds, string looks, int at)
    {
        LastingCondition condition = new(TimeSpan.FromSeconds(seconds));
        int found = -1;
        for (int i = 0; i < looks.Length && found < 0; i++)
        {
            if (condition.Update(looks[i] == '1', 1_000_000 + (i * Stopwatch.Frequency)))
                found = i;
        }

        Assert.Equal(at, found);
    }
}
