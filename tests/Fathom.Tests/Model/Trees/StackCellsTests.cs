using Fathom.Model.Trees;
using Xunit;

namespace Fathom.Tests.Model.Trees;

/// <summary>Sums by slice of time: nothing is lost where something lasts, lies outside, or where slices become longer.</summary>
public sealed class StackCellsTests
{
    [Fact]
    public void What_lasts_is_shared_among_its_slices_and_begins_in_the_first()
    {
        StackCells cells = new(firstNs: 20, toNs: 60, sliceNs: 10, most: 100);

        cells.AddSpan(stack: 1, thread: 2, startNs: 25, durationNs: 20, count: 1);

        Assert.Equal(
            [new StackCell(1, 2, 0, 5, 1), new StackCell(1, 2, 1, 10, 0), new StackCell(1, 2, 2, 5, 0)],
            cells.InOrder());
    }

    [Fact]
    public void What_lies_outside_counts_at_the_edge()
    {
        StackCells cells = new(firstNs: 20, toNs: 60, sliceNs: 10, most: 100);

        cells.AddSpan(0, 0, startNs: 3, durationNs: 15, count: 0);
        cells.AddSpan(0, 0, startNs: 58, durationNs: 30, count: 1);
        cells.Add(0, 0, atNs: 99, weight: 4, count: 1);
        cells.AddSpan(0, 0, startNs: 35, durationNs: 0, count: 1);

        Assert.Equal(
            [new StackCell(0, 0, 0, 10, 0), new StackCell(0, 0, 1, 5, 1), new StackCell(0, 0, 3, 34, 2)],
            cells.InOrder());
    }

    [Fact]
    public void Slices_become_longer_where_there_are_too_many_sums()
    {
        for (int seed = 0; seed < 50; seed++)
        {
            Random random = new(seed);
            long first = 10 * random.Next(50), to = first + (10 * random.Next(1, 90));
            StackCells all = new(first, to, 10, int.MaxValue), few = new(first, to, 10, most: 12);
            for (int i = 0; i < 200; i++)
            {
                (int stack, int thread) = (random.Next(2), random.Next(2));
                long start = random.NextInt64(first, to), length = random.NextInt64(0, to - start);
                all.AddSpan(stack, thread, start, length, 1);
                few.AddSpan(stack, thread, start, length, 1);
            }

            Dictionary<(int, int, long), (double, long)> expected = all.InOrder()
                .GroupBy(cell => (cell.Stack, cell.Thread, ((first / 10) + cell.Slice) * 10 / few.SliceNs))
                .ToDictionary(
                    static group => group.Key,
                    static group => (group.Sum(static cell => cell.Weight), group.Sum(static cell => cell.Count)));
            Assert.True(few.SliceNs > 10 || all.InOrder().Length <= 12);
            Assert.Equal(
                expected.OrderBy(static one => one.Key.ToString(), StringComparer.Ordinal),
                few.InOrder().Select(cell => KeyValuePair.Create(
                        (cell.Stack, cell.Thread, (first / few.SliceNs) + cell.Slice), (cell.Weight, cell.Count)))
                    .OrderBy(static one => one.Key.ToString(), StringComparer.Ordinal));
        }
    }

    [Fact]
    public void Threads_with_little_are_put_together_before_slices_become_longer()
    {
        StackCells cells = new(firstNs: 0, toNs: 100, sliceNs: 10, most: 200, restOf: static _ => 99);

        for (int thread = 0; thread < 40; thread++)
        {
            for (int slice = 0; slice < 10; slice++)
                cells.Add(stack: 0, thread, slice * 10, weight: thread < 16 ? 100 : 1, count: 1);
        }

        StackCell[] found = cells.InOrder();
        Assert.Equal(10, cells.SliceNs);
        Assert.Equal([.. Enumerable.Range(0, 16), 99], found.Select(static cell => cell.Thread).Distinct().Order());
        Assert.Equal((16_240, 400), (found.Sum(static cell => cell.Weight), found.Sum(static cell => cell.Count)));
    }

    [Theory]
    [InlineData(0, 1_000_000)]
    [InlineData(900_000_000, 1_000_000)]
    [InlineData(15_000_000_000, 20_000_000)]
    [InlineData(60_000_000_000, 100_000_000)]
    [InlineData(3_600_000_000_000, 5_000_000_000)]
    public void A_slice_has_a_length_that_people_read_well(long durationNs, long sliceNs) =>
        Assert.Equal(sliceNs, TimeSlices.LengthNs(durationNs));
}
