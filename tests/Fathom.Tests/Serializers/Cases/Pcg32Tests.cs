using Fathom.Serializers.Kit.Cases;
using Xunit;

namespace Fathom.Tests.Serializers.Cases;

public sealed class Pcg32Tests
{
    // Round 1 of the demonstration program that the author of PCG publishes with the reference implementation (pcg32_srandom(42, 54)).
    [Fact]
    public void The_output_is_that_of_the_published_reference()
    {
        Pcg32 random = new(42, 54);

        uint[] drawn = [random.Next(), random.Next(), random.Next(), random.Next(), random.Next(), random.Next()];

        Assert.Equal([0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e], drawn);
    }

    // The critical value of chi-square for 6 degrees of freedom at 0.1 % is 22.5; the seed is fixed, so this does not fail by chance.
    [Fact]
    public void Numbers_below_a_limit_are_equally_likely()
    {
        const int Draws = 70_000;
        Pcg32 random = new(7);
        int[] counts = new int[7];
        for (int i = 0; i < Draws; i++)
            counts[random.Below(7)]++;

        double chiSquare = counts.Sum(static count => Math.Pow(count - (Draws / 7.0), 2) / (Draws / 7.0));

        Assert.InRange(chiSquare, 0, 22.5);
    }

    [Fact]
    public void A_limit_that_does_not_divide_the_range_favours_no_number()
    {
        // Of 2^32 numbers taken modulo 3 * 2^30 the first third would come twice as often as the others.
        const int Limit = 3 << 29;
        Pcg32 random = new(11);
        int low = 0;
        for (int i = 0; i < 30_000; i++)
            low += random.Below(Limit) < Limit / 3 ? 1 : 0;

        Assert.InRange(low, 9_700, 10_300);
    }

    [Fact]
    public void Other_streams_and_other_seeds_give_other_numbers()
    {
        Assert.NotEqual(new Pcg32(42, 54).NextLong(), new Pcg32(42, 55).NextLong());
        Assert.NotEqual(new Pcg32(42, 54).NextLong(), new Pcg32(43, 54).NextLong());
    }

    [Fact]
    public void Fractions_lie_below_one_around_a_half()
    {
        Pcg32 random = new(3);
        double sum = 0;
        for (int i = 0; i < 10_000; i++)
        {
            double drawn = random.NextDouble();
            Assert.InRange(drawn, 0, BitConverter.Int64BitsToDouble(BitConverter.DoubleToInt64Bits(1.0) - 1));
            sum += drawn;
        }

        Assert.InRange(sum / 10_000, 0.49, 0.51);
    }

    [Fact]
    public void A_limit_of_nothing_is_refused() => Assert.Throws<ArgumentOutOfRangeException>(static () => new Pcg32(1).Below(0));
}
