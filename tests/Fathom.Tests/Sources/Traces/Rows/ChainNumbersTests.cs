using Fathom.Sources.Traces.Rows;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Rows;

/// <summary>Numbers of chains beside a plain dictionary.</summary>
public sealed class ChainNumbersTests
{
    [Fact]
    public void Equal_chains_have_one_number_and_others_have_others()
    {
        Random random = new(1);
        ChainNumbers numbers = new();
        Dictionary<string, int> expected = [];
        for (int i = 0; i < 200_000; i++)
        {
            ulong[] chain = [.. Enumerable.Range(0, random.Next(1, 8)).Select(_ => (ulong)random.Next(6) << random.Next(60))];
            ref int number = ref numbers.Of(chain, out bool isNew);
            Assert.Equal(isNew, expected.TryAdd(string.Join(',', chain), i));
            if (isNew)
                number = i;
            Assert.Equal(expected[string.Join(',', chain)], number);
        }

        Assert.Equal(expected.Count, numbers.Count);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(1 << 12)]
    [InlineData(1UL << 40)]
    public void Chains_that_differ_by_one_step_are_told_apart(ulong step)
    {
        ChainNumbers numbers = new();
        for (ulong i = 0; i < 300_000; i++)
        {
            _ = numbers.Of([7, i * step, 9], out bool isNew);
            Assert.True(isNew);
        }
    }

    [Fact]
    public void A_table_that_is_full_counts_what_found_no_room_and_keeps_what_it_has()
    {
        ChainNumbers numbers = new(mostChains: 2);
        numbers.Of([1], out _) = 11;
        numbers.Of([2], out _) = 22;

        Assert.Equal((0, 0), (numbers.Of([3], out bool isNew), isNew ? 1 : 0));
        Assert.Equal((11, 22, 2, 1L), (numbers.Of([1], out _), numbers.Of([2], out _), numbers.Count, numbers.Overflows));
    }

    [Fact]
    public void A_chain_that_is_known_costs_no_allocation()
    {
        ChainNumbers numbers = new();
        ulong[] chain = [1, 2, 3];
        numbers.Of(chain, out _) = 5;
        Assert.Equal(0, Allocated.Least(() =>
        {
            for (int i = 0; i < 1000; i++)
                _ = numbers.Of(chain, out _);
        }));
    }
}
