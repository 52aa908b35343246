using Fathom.Model.Graph;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Graph;

/// <summary>The walk with references over heaps that a test lays out, sound and damaged, against a search without any cleverness.</summary>
public sealed class GraphWalkerTests
{
    private const ulong Plain = SyntheticTypes.Free + 0x38;
    private const ulong Small = SyntheticTypes.Free + (2 * 0x38);
    private const ulong Pointers = SyntheticTypes.Free + (3 * 0x38);
    private const ulong Structs = SyntheticTypes.Free + (4 * 0x38);
    private const ulong Bytes = SyntheticTypes.Free + (5 * 0x38);
    private const ulong Unknown = SyntheticTypes.Free + (6 * 0x38);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Every_reference_is_found_and_what_leads_to_no_object_is_counted(int seed)
    {
        Random random = new(seed);
        SyntheticHeap heap = Lay(random, out SyntheticMemory memory, out SyntheticTypes types);

        ObjectGraph graph = Read(heap.Map(), memory, types, out GraphLoss loss);

        ulong[] objects = [.. heap.Objects.Where(address => TypeAt(memory, address) != SyntheticTypes.Free)];
        Assert.Equal(objects, Enumerable.Range(0, graph.ObjectCount).Select(number => graph.Addresses.AddressOf((uint)number)));
        Dictionary<ulong, uint> numbers = objects.Index().ToDictionary(static entry => entry.Item, static entry => (uint)entry.Index);
        long deadEnds = 0;
        for (int number = 0; number < objects.Length; number++)
        {
            List<uint> expected = [];
            foreach (ulong reference in Slots(memory, objects[number]).Select(slot => Word(memory, slot)).Where(static reference => reference != 0))
            {
                if (numbers.TryGetValue(reference, out uint target))
                    expected.Add(target);
                else
                    deadEnds++;
            }

            Assert.Equal(expected, graph.ReferencesOf((uint)number).ToArray());
        }

        Assert.Equal(new GraphLoss(deadEnds, 0, 0, 0), loss);
        Assert.True(deadEnds > 0 && graph.ReferenceCount > 1_000);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Damage_anywhere_ends_in_a_graph_that_is_sound_in_itself(int seed)
    {
        Random random = new(seed);
        SyntheticHeap heap = Lay(random, out SyntheticMemory memory, out SyntheticTypes types);
        for (int i = 0; i < 60; i++)
            memory.Write(SyntheticHeap.Start + ((ulong)random.Next((int)(memory.End - memory.Start) / 8) * 8), i % 2 == 0 ? (ulong)random.NextInt64() : Pointers);
        for (int i = 0; i < 5; i++)
            memory.MakeUnreadable(SyntheticHeap.Start + (ulong)random.Next((int)(memory.End - memory.Start)));

        ObjectGraph graph = Read(heap.Map(), memory, types, out _);

        ulong before = 0;
        long walked = 0;
        for (uint number = 0; number < graph.ObjectCount; number++)
        {
            ulong address = graph.Addresses.AddressOf(number);
            Assert.True(address > before && address + (ulong)graph.SizeOf(number) <= memory.End);
            Assert.True(graph.Addresses.TryFind(address, out uint found) && found == number);
            before = address;
            walked += graph.SizeOf(number);
        }

        Assert.InRange(walked, 1, (long)(memory.End - memory.Start));
        Assert.True(graph.References.ToArray().All(target => target < graph.ObjectCount));
    }

    [Fact]
    public void Objects_larger_than_any_block_and_their_references_in_unreadable_pages_are_told()
    {
        Random random = new(5);
        SyntheticTypes types = Types();
        SyntheticHeap heap = new(types, 8 * 1024 * 1024);
        heap.Add(Plain, 0, HeapGeneration.Gen2, random);
        heap.Add(Pointers, 300_000, HeapGeneration.Gen2, random);
        heap.Add(Structs, 200_000, HeapGeneration.Gen2, random);
        heap.Add(Small, 0, HeapGeneration.Gen2, random);
        heap.EndGeneration(HeapGeneration.Gen2);
        SyntheticMemory memory = heap.Memory();
        foreach (ulong address in heap.Objects)
        {
            foreach (ulong slot in Slots(memory, address))
                memory.Write(slot, heap.Objects[^1]);
        }

        memory.MakeUnreadable(heap.Objects[1] + 1_000_000);
        ObjectGraph graph = Read(heap.Map(), memory, types, out GraphLoss loss);

        Assert.Equal(new GraphLoss(0, 0, 0, 4096, 1), loss);
        Assert.Equal([1], graph.Gaps.Objects);
        Assert.Equal([3, 300_000 - 512, 200_000, 1], Enumerable.Range(0, 4).Select(number => graph.ReferencesOf((uint)number).Length));
    }

    [Fact]
    public void Objects_whose_layout_is_not_known_are_told_by_their_numbers()
    {
        Random random = new(6);
        SyntheticTypes types = Types();
        types.Add(Unknown, 48, 0);
        SyntheticHeap heap = new(types, 1024 * 1024);
        foreach (ulong type in (IEnumerable<ulong>)[Plain, Unknown, Small, Unknown])
            heap.Add(type, 0, HeapGeneration.Gen2, random);
        heap.EndGeneration(HeapGeneration.Gen2);
        SyntheticMemory memory = heap.Memory();
        foreach (ulong address in heap.Objects)
        {
            foreach (ulong slot in Slots(memory, address))
                memory.Write(slot, heap.Objects[^1]);
        }

        ObjectGraph graph = Read(heap.Map(), memory, types, out GraphLoss loss);

        Assert.Equal([1, 3], graph.Gaps.Objects);
        Assert.False(graph.Gaps.IsElsewhere);
        Assert.Equal(new GraphLoss(0, 0, 2, 0), loss);
        Assert.Equal([3, 0, 1, 0], Enumerable.Range(0, 4).Select(number => graph.ReferencesOf((uint)number).Length));
    }

    private static SyntheticTypes Types()
    {
        SyntheticTypes types = new();
        types.Add(Plain, 40, 0);
        types.Add(Small, 24, 0);
        types.Add(Pointers, 24, 8);
        types.Add(Structs, 24, 16);
        types.Add(Bytes, 24, 1);
        return types;
    }

    private static SyntheticHeap Lay(Random random, out SyntheticMemory memory, out SyntheticTypes types)
    {
        types = Types();
        SyntheticHeap heap = SyntheticHeap.Random(random, types, 1024 * 1024, HeapGeneration.Gen2);
        memory = heap.Memory();
        foreach (ulong address in heap.Objects)
        {
            foreach (ulong slot in Slots(memory, address))
            {
                memory.Write(slot, random.Next(10) switch
                {
                    0 => (ulong)random.NextInt64(),
                    1 => heap.Objects[random.Next(heap.Objects.Count)] + 8,
                    2 or 3 or 4 => 0,
                    _ => heap.Objects[random.Next(heap.Objects.Count)],
                });
            }
        }

        return heap;
    }

    private static ObjectGraph Read(HeapMap map, SyntheticMemory memory, SyntheticTypes types, out GraphLoss loss)
    {
        GraphStore store = new(0, 0);
        using GraphWalker walker = GraphReading.WalkerOf(memory, map, types, new Layouts(), store, TestContext.Current.CancellationToken);
        foreach (HeapSegment segment in map.Segments)
            walker.Walk(segment);
        GraphType[] info = [.. Enumerable.Range(1, walker.Types.Count).Select(static number => new GraphType((uint)number, $"{number}", null))];
        ObjectGraph graph = GraphBuilder.Build(store, info, new RootReading(), [], out loss, TestContext.Current.CancellationToken);
        loss = walker.Loss with { DeadEnds = loss.DeadEnds - walker.Loss.UnknownLayouts - walker.Loss.UnreadableRanges, RootDeadEnds = loss.RootDeadEnds };
        return graph;
    }

    private static IEnumerable<ulong> Slots(SyntheticMemory memory, ulong address)
    {
        uint count = (uint)Word(memory, address + 8);
        return TypeAt(memory, address) switch
        {
            Plain => Enumerable.Range(1, 3).Select(slot => address + ((ulong)slot * 8)),
            Small => [address + 8],
            Pointers => Enumerable.Range(0, (int)count).Select(slot => address + 16 + ((ulong)slot * 8)),
            Structs => Enumerable.Range(0, (int)count).Select(slot => address + 16 + ((ulong)slot * 16)),
            _ => [],
        };
    }

    private static ulong TypeAt(SyntheticMemory memory, ulong address) => Word(memory, address) & ~7UL;

    private static ulong Word(SyntheticMemory memory, ulong address) => BitConverter.ToUInt64(memory.Content[(int)(address - memory.Start)..]);

    private sealed class Layouts : IReferenceSource
    {
        public ReferenceLayout LayoutOf(ulong methodTable) => methodTable switch
        {
            Plain => new ReferenceLayout([new ReferencePart(8, 8 - 40, 0), new ReferencePart(16, 16 - 40, 0)], false, 0, false),
            Small => new ReferenceLayout([new ReferencePart(8, -16, 0)], false, 0, false),
            Pointers => new ReferenceLayout([new ReferencePart(16, -24, 0)], false, 0, false),
            Structs => new ReferenceLayout([new ReferencePart(16, 8, 8)], true, 0, false),
            Unknown => ReferenceLayout.Unknown,
            _ => ReferenceLayout.None,
        };
    }
}
