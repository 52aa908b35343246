using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Objects;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Objects;

/// <summary>Which object an address belongs to, in made-up heaps.</summary>
public sealed class LocatingWalkerTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public void The_last_object_at_or_before_an_address_is_found() => Prop.ForAll<int>(static seed =>
    {
        Random random = new(seed);
        SyntheticTypes types = SyntheticTypes.Random(random, random.Next(1, 20));
        SyntheticHeap heap = SyntheticHeap.Random(random, types, random.Next(20_000, 600_000), HeapGeneration.Gen2);
        HeapMap map = heap.Map();
        for (int round = 0; round < 20; round++)
        {
            ulong address = random.Next(3) == 0 ? heap.Objects[random.Next(heap.Objects.Count)] : SyntheticHeap.Start + (ulong)random.NextInt64((long)(heap.Next - SyntheticHeap.Start));
            using LocatingWalker walker = new(heap.Memory(), map, types, address, TestContext.Current.CancellationToken);
            walker.Walk(map.Segments[0]);
            Assert.Equal(heap.Objects.Last(start => start <= address), walker.Nearest?.Address);
            Assert.Equal((1u, HeapGeneration.Gen2), (walker.Nearest!.Value.SegmentId, walker.Nearest.Value.Generation));
        }
    }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(0)]
    [InlineData(SyntheticHeap.Start - 1)]
    [InlineData(ulong.MaxValue)]
    public void Outside_of_the_heap_there_is_none(ulong address)
    {
        Random random = new(1);
        SyntheticTypes types = SyntheticTypes.Random(random, 5);
        SyntheticHeap heap = SyntheticHeap.Random(random, types, 50_000, HeapGeneration.Gen2);
        using LocatingWalker walker = new(heap.Memory(), heap.Map(), types, address, TestContext.Current.CancellationToken);

        walker.Walk(heap.Map().Segments[0]);

        Assert.Null(walker.Nearest);
    }
}
