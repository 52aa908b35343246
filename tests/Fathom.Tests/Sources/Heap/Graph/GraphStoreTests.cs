using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Graph;

/// <summary>Slices that are filled by themselves and joined then, against plain lists.</summary>
public sealed unsafe class GraphStoreTests
{
    private static readonly GranuleMap s_map = GranuleMap.Of([new AddressRange(0x7f00_0000_0000, 0x7f00_0010_0000)])!;

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(1.0)]
    [InlineData(0.6)]
    [InlineData(0.05)]
    public void Slices_joined_are_what_one_walk_would_have_collected(double room)
    {
        // The columns hold 64 Ki numbers at least; room tells which part of them is needed.
        for (int seed = 0; seed < 20; seed++)
        {
            Random random = new(seed);
            long[] shares = [.. Enumerable.Range(0, random.Next(2, 7)).Select(_ => random.NextInt64(1, 100))];
            GraphStore store = new(0, 0);
            IReadOnlyList<GraphSlice> slices = store.Begin(s_map, shares);
            List<uint> types = [], sizes = [], first = [], references = [];
            foreach (GraphSlice slice in slices)
            {
                uint[] numbers = slice.TypeNumbers = [.. Enumerable.Range(0, 5).Select(_ => (uint)random.Next(100))];
                for (long objects = (long)(slice.ObjectRoom * room / 2 * (0.5 + random.NextDouble())); objects > 0; objects--)
                    Add(slice, random, numbers, types, sizes, first, references);
            }

            store.Join();

            Assert.Equal((types.Count, references.Count), ((int)store.ObjectCount, (int)store.ReferenceCount));
            Assert.Equal(types, store.Types.Values.Take(types.Count));
            Assert.Equal(sizes, store.SizeUnits.Values.Take(sizes.Count));
            Assert.Equal(first, store.FirstReference.Values.Take(first.Count));
            Assert.Equal(references, store.References.Values.Take(references.Count));
            Assert.True(store.FirstReference.Capacity > types.Count, "There is no room for the count of references behind the last object.");
        }
    }

    [Fact]
    public void A_slice_that_is_too_small_goes_on_in_columns_of_its_own_and_leaves_its_neighbour_alone()
    {
        Random random = new(1);
        GraphStore store = new(0, 0);
        IReadOnlyList<GraphSlice> slices = store.Begin(s_map, 1, 1);
        List<uint> types = [], sizes = [], first = [], references = [];
        slices[1].TypesStart[0] = 4711;
        uint[] numbers = slices[0].TypeNumbers = [0, 1, 2, 3, 4];
        for (long objects = (2 * slices[0].ObjectRoom) + 3; objects > 0; objects--)
            Add(slices[0], random, numbers, types, sizes, first, references);

        Assert.True(slices[0].IsApart);
        Assert.False(slices[1].IsApart);
        Assert.Equal(4711u, slices[1].TypesStart[0]);
        store.Join();
        Assert.Equal(types, store.Types.Values.Take(types.Count));
        Assert.Equal(references, store.References.Values.Take(references.Count));
    }

    private static void Add(GraphSlice slice, Random random, uint[] numbers, List<uint> types, List<uint> sizes, List<uint> first, List<uint> references)
    {
        if (slice.ObjectCount >= slice.ObjectRoom)
            slice.GrowObjects();
        uint type = (uint)random.Next(numbers.Length), size = (uint)random.Next(1000), number = slice.ObjectCount++;
        slice.TypesStart[number] = type;
        slice.SizeUnitsStart[number] = size;
        slice.FirstReferenceStart[number] = (uint)slice.ReferenceCount;
        types.Add(numbers[type]);
        sizes.Add(size);
        first.Add((uint)references.Count);
        int count = random.Next(3);
        if (slice.ReferenceCount + count > slice.ReferenceRoom)
            slice.GrowReferences(count);
        for (int i = 0; i < count; i++)
        {
            uint reference = (uint)random.Next();
            slice.ReferencesStart[slice.ReferenceCount++] = reference;
            references.Add(reference);
        }
    }
}
