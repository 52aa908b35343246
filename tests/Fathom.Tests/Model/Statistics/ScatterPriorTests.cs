using Fathom.Model.Statistics;
using Xunit;

namespace Fathom.Tests.Model.Statistics;

/// <summary>How much of a scatter may be told from that of the others.</summary>
public sealed class ScatterPriorTests
{
    // Abramowitz and Stegun, tables 6.1 and 6.4: digamma(1) is minus Euler's constant, trigamma(1) is pi squared over 6.
    [Fact]
    public void The_functions_are_those_of_the_tables()
    {
        Assert.Equal(-0.5772156649, Polygamma.Digamma(1), 1e-9);
        Assert.Equal(-1.9635100260, Polygamma.Digamma(0.5), 1e-9);
        Assert.Equal(Math.PI * Math.PI / 6, Polygamma.Trigamma(1), 1e-9);
        Assert.Equal(Math.PI * Math.PI / 2, Polygamma.Trigamma(0.5), 1e-9);
        Assert.Equal(0.7, Polygamma.InverseTrigamma(Polygamma.Trigamma(0.7)), 1e-6);
    }

    [Fact]
    public void Things_that_scatter_alike_stand_for_each_other_and_unlike_ones_do_not()
    {
        Assert.Equal(30, ScatterPrior.Of([1, 1.1, 0.9, 1, 1.2], 4).Freedom);
        Assert.InRange(ScatterPrior.Of([1, 100, 0.01, 1, 10_000], 4).Freedom, 0, 1);
        // One that scatters a thousand times as much moves what is common by a few times only.
        Assert.InRange(ScatterPrior.Of([1, 1, 1, 1, 1_000], 4).Variance, 1, 6);
    }
}
