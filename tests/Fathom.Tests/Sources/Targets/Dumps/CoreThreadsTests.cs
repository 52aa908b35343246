using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dumps;

/// <summary>Threads of a core and of its runtime, by the stacks that their stack pointers lie in.</summary>
public sealed class CoreThreadsTests
{
    private const ulong StackBytes = 0x10000;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Each_thread_is_found_by_its_stack_whatever_the_numbers_are(int seed)
    {
        Random random = new(seed);
        int count = random.Next(1, 200);
        int[] inside = Numbers(random, count), outside = Numbers(random, count);
        ulong[] places = [.. Enumerable.Range(0, count).Select(place => 0x7000_0000UL + ((ulong)place * 2 * StackBytes))];
        random.Shuffle(places);

        ThreadNumbers numbers = CoreThreads.Match(
            [.. inside.Select((number, at) => ((uint)number, new AddressRange(places[at], places[at] + StackBytes)))],
            [.. outside.Select((number, at) => ((uint)number, places[at] + (ulong)random.Next((int)StackBytes))), ((uint)99_999, 0x10UL)]);

        Assert.Equal(outside, inside.Select(number => numbers.TidOf((uint)number)));
    }

    [Fact]
    public void Equal_numbers_are_the_same_also_for_one_that_runs_on_another_stack_or_whose_stack_is_not_known()
    {
        ThreadNumbers numbers = CoreThreads.Match(
            [(1, new AddressRange(0x1000, 0x2000)), (2, new AddressRange(0x3000, 0x4000)), (3, default)],
            [(1, 0x1800), (2, 0x9000), (3, 0x5000)]);

        Assert.False(numbers.Differ);
        Assert.Equal([1, 2, 3], new[] { numbers.TidOf(1), numbers.TidOf(2), numbers.TidOf(3) });
    }

    [Fact]
    public void A_thread_on_another_stack_is_not_known_where_the_numbers_differ_also_when_its_number_is_that_of_another()
    {
        ThreadNumbers numbers = CoreThreads.Match([(1, new AddressRange(0x1000, 0x2000)), (2, new AddressRange(0x3000, 0x4000))], [(2, 0x1800), (5, 0x9000)]);

        Assert.True(numbers.Differ);
        Assert.Equal((2, 0), (numbers.TidOf(1), numbers.TidOf(2)));
        Assert.Equal(("thread 2", "thread of unknown number"), (numbers.Label(1), numbers.Label(2)));
    }

    [Fact]
    public void Nothing_is_known_where_no_stack_and_no_number_fits()
    {
        ThreadNumbers numbers = CoreThreads.Match([(1, default), (2, new AddressRange(0x3000, 0x4000))], [(11, 0x1800), (12, 0x9000)]);

        Assert.True(numbers.Differ);
        Assert.Equal((0, 0), (numbers.TidOf(1), numbers.TidOf(2)));
    }

    [Fact]
    public void Of_two_pointers_in_one_stack_the_one_of_the_same_number_counts_and_without_it_none()
    {
        AddressRange stack = new(0x1000, 0x2000);

        Assert.Equal(1, CoreThreads.Match([(1, stack)], [(1, 0x1100), (2, 0x1200)]).TidOf(1));
        Assert.Equal(0, CoreThreads.Match([(1, stack)], [(7, 0x1100), (8, 0x1200)]).TidOf(1));
    }

    [Fact]
    public void A_core_without_threads_keeps_the_numbers_of_the_runtime() =>
        Assert.Equal(5, CoreThreads.Match([(5, new AddressRange(0x1000, 0x2000))], []).TidOf(5));

    private static int[] Numbers(Random random, int count)
    {
        int[] numbers = [.. Enumerable.Range(1, 2 * count)];
        random.Shuffle(numbers);
        return numbers[..count];
    }
}
