using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Walking;

/// <summary>The walk over heaps that are made up: random ones, damaged ones, and those of special moments.</summary>
public sealed class HeapWalkerTests
{
    private const int Capacity = 600_000;

    [Fact]
    public void Random_heaps_are_counted_exactly() => Prop.ForAll<int>(seed =>
    {
        Random random = new(seed);
        SyntheticTypes types = SyntheticTypes.Random(random, random.Next(1, 60));
        SyntheticHeap heap = SyntheticHeap.Random(random, types, random.Next(20_000, Capacity), HeapGeneration.Gen0);

        (SegmentBalance balance, HeapWalker walker) = Walk(heap, heap.Memory(), types);

        using (walker)
        {
            Assert.Empty(walker.Losses.All);
            Assert.Equal(heap.Books, Books(walker));
            Assert.Equal((heap.ContextBytes, 0), (balance.AllocationContextBytes, balance.LostBytes));
            Assert.Equal(heap.Books.Where(row => row.Key.Type != SyntheticTypes.Free).Sum(row => row.Value.Count), balance.ObjectCount);
        }
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Damaged_heaps_are_walked_to_their_end_within_their_bounds_and_every_byte_is_accounted_for() => Prop.ForAll<int>(seed =>
    {
        Random random = new(seed);
        SyntheticTypes types = SyntheticTypes.Random(random, random.Next(1, 30));
        SyntheticHeap heap = SyntheticHeap.Random(random, types, random.Next(20_000, 200_000), (HeapGeneration)random.Next(6));
        SyntheticMemory memory = heap.Memory();
        for (int i = random.Next(1, 30); i > 0; i--)
            Damage(memory, heap, types, random);

        (SegmentBalance balance, HeapWalker walker) = Walk(heap, memory, types);

        using (walker)
        {
            Assert.Equal((long)(heap.Next - SyntheticHeap.Start), balance.WalkedBytes + balance.AllocationContextBytes + balance.LostBytes);
            Assert.Equal(walker.Usages.Sum(usage => usage.SizeBytes), balance.WalkedBytes);
            Assert.Equal(walker.Losses.All.Sum(loss => loss.Bytes), balance.LostBytes);
            Assert.All(walker.Losses.All, loss => Assert.True(loss.Range.Start >= SyntheticHeap.Start && loss.Range.End <= heap.Next && loss.Range.Length > 0));
        }
    }).QuickCheckThrowOnFailure();

    // What a program could write into its own memory, for a tool that runs as root: any sizes of types, any lengths, segments within segments, contexts that lead back.
    [Fact]
    public void Heaps_that_were_made_to_keep_a_walk_busy_are_walked_in_linear_time_and_every_byte_is_accounted_for() => Prop.ForAll<int>(seed =>
    {
        Random random = new(seed);
        SyntheticTypes types = SyntheticTypes.Random(random, random.Next(1, 30));
        SyntheticHeap heap = SyntheticHeap.Random(random, types, random.Next(20_000, 400_000), (HeapGeneration)random.Next(6));
        for (int i = 0; i < 10; i++)
            types.Add(0x20_0000 + ((ulong)i * 0x40), (uint)random.NextInt64(22, random.Next(2) == 0 ? uint.MaxValue : 100), (uint)random.Next(ushort.MaxValue + 1));
        SyntheticMemory memory = heap.Memory();
        for (int i = random.Next(30); i > 0; i--)
            Damage(memory, heap, types, random);
        for (int i = random.Next(4); i > 0; i--)
            Fill(memory, types, random);
        HeapMap map = Hostile(heap, random);

        using HeapWalker walker = new(memory, map, types, TestContext.Current.CancellationToken);
        SegmentBalance[] balances = [.. map.Segments.Select(walker.Walk)];

        foreach ((HeapSegment segment, SegmentBalance balance) in map.Segments.Zip(balances))
            Assert.Equal(segment.Objects.Length, balance.WalkedBytes + balance.AllocationContextBytes + balance.LostBytes);
        // Each byte is walked once, whatever number of segments it lies in.
        Assert.InRange(balances.Sum(static balance => balance.WalkedBytes), 0, (long)(heap.Next - SyntheticHeap.Start));
        Assert.InRange(memory.BytesRead, 0, 60 * (long)(heap.Next - SyntheticHeap.Start));
    }).QuickCheckThrowOnFailure();

    // Nothing can be proved, and each attempt jumps beyond what was read.
    [Fact]
    public void Words_that_look_like_large_objects_cost_a_limited_number_of_reads()
    {
        // Each word is the type, and the number of components behind it: 16 objects in a row need more than all of the memory.
        const ulong type = 0x4_0000, size = 24 + type;
        SyntheticTypes types = new();
        types.Add(type, 24, 1);
        byte[] content = new byte[4 << 20];
        SyntheticMemory memory = new(SyntheticHeap.Start, content);
        for (ulong at = SyntheticHeap.Start; at < memory.End; at += 8)
            memory.Write(at, type);
        memory.Write(memory.Start, 0);
        memory.Write(memory.End - size, 0);
        HeapMap map = Map([Segment(1, memory.Start, memory.End)], []);
        using HeapWalker walker = new(memory, map, types, TestContext.Current.CancellationToken);
        SegmentBalance balance = walker.Walk(map.Segments[0]);

        Assert.Equal((0, content.Length), (balance.WalkedBytes, balance.LostBytes));
        Assert.InRange(memory.Reads, 0, 2_100_000);
    }

    [Theory]
    [InlineData(-8)]
    [InlineData(-100_000)]
    [InlineData(-0x7f00_0000_0000)]
    public void An_allocation_context_that_ends_before_it_begins_does_not_lead_the_walk_back(long length)
    {
        (SyntheticHeap heap, SyntheticTypes types, SyntheticMemory memory) = Plain();
        ulong at = heap.Objects[500];
        HeapMap map = Map([Segment(1, SyntheticHeap.Start, heap.Next)], [new AddressRange(at, at + (ulong)length)]);
        using HeapWalker walker = new(memory, map, types, TestContext.Current.CancellationToken);

        SegmentBalance balance = walker.Walk(map.Segments[0]);

        Assert.Equal((heap.Objects.Count, 0), (balance.ObjectCount, balance.LostBytes));
    }

    [Fact]
    public void An_allocation_context_without_end_covers_the_rest()
    {
        (SyntheticHeap heap, SyntheticTypes types, SyntheticMemory memory) = Plain();
        ulong at = heap.Objects[500];
        HeapMap map = Map([Segment(1, SyntheticHeap.Start, heap.Next)], [new AddressRange(at, ulong.MaxValue)]);
        using HeapWalker walker = new(memory, map, types, TestContext.Current.CancellationToken);

        SegmentBalance balance = walker.Walk(map.Segments[0]);

        Assert.Equal((500, (long)(heap.Next - at), 0), (balance.ObjectCount, balance.AllocationContextBytes, balance.LostBytes));
    }

    [Fact]
    public void A_thousand_segments_in_one_place_are_walked_once_and_the_others_are_losses()
    {
        (SyntheticHeap heap, SyntheticTypes types, SyntheticMemory memory) = Plain();
        HeapMap map = Map([.. Enumerable.Range(1, 1_000).Select(id => Segment((uint)id, SyntheticHeap.Start, heap.Next))], []);
        using HeapWalker walker = new(memory, map, types, TestContext.Current.CancellationToken);

        SegmentBalance[] balances = [.. map.Segments.Select(walker.Walk)];

        Assert.Equal(heap.Objects.Count, balances.Sum(static balance => balance.ObjectCount));
        Assert.Equal(999 * (long)(heap.Next - SyntheticHeap.Start), balances.Sum(static balance => balance.LostBytes));
        Assert.Equal("a part that lies in another segment too", walker.Losses.All.First().Reason);
    }

    [Fact]
    public void A_type_for_each_object_takes_no_more_memory_than_the_types_of_a_large_program()
    {
        const int objects = MethodTableMap.MostTypes + 1_000;
        SyntheticTypes types = new();
        SyntheticMemory memory = new(SyntheticHeap.Start, new byte[objects * 24]);
        for (int i = 0; i < objects; i++)
        {
            ulong type = 0x100_0000 + ((ulong)i * 8);
            types.Add(type, 24, 0);
            memory.Write(SyntheticHeap.Start + ((ulong)i * 24), type);
        }

        HeapMap map = Map([Segment(1, memory.Start, memory.End)], []);
        using HeapWalker walker = new(memory, map, types, TestContext.Current.CancellationToken);
        SegmentBalance balance = walker.Walk(map.Segments[0]);

        Assert.Equal((MethodTableMap.MostTypes, MethodTableMap.MostTypes, 1_000 * 24), (walker.Types.Count, balance.ObjectCount, balance.LostBytes));
        Assert.Equal("a type beyond those that are told apart", Assert.Single(walker.Losses.All).Reason);
    }

    [Fact]
    public void A_wrong_method_table_loses_exactly_its_object()
    {
        (SyntheticHeap heap, SyntheticTypes types, SyntheticMemory memory) = Plain();
        ulong broken = heap.Objects[500];
        memory.Write(broken, 0xdead_beef_0000);

        (SegmentBalance balance, HeapWalker walker) = Walk(heap, memory, types);

        using (walker)
        {
            HeapLoss loss = Assert.Single(walker.Losses.All);
            Assert.Equal((new AddressRange(broken, heap.Objects[501]), "no known type at an object's start"), (loss.Range, loss.Reason));
            Assert.Equal(heap.Objects.Count - 1, balance.ObjectCount);
        }
    }

    [Theory]
    [InlineData(0xffff_ffff)]
    [InlineData(1_000_000)]
    public void A_length_beyond_the_segment_loses_its_object_and_counts_it_nowhere(uint length)
    {
        (SyntheticHeap heap, SyntheticTypes types, SyntheticMemory memory) = Plain();
        int index = heap.Objects.FindIndex(500, start => types.HasComponents(TypeAt(memory, start)));
        memory.Write(heap.Objects[index] + 8, length);

        (SegmentBalance balance, HeapWalker walker) = Walk(heap, memory, types);

        using (walker)
        {
            HeapLoss loss = Assert.Single(walker.Losses.All);
            Assert.Equal((heap.Objects[index], heap.Objects[index + 1], "an object that ends beyond its range"), (loss.Range.Start, loss.Range.End, loss.Reason));
            Assert.Equal(heap.Objects.Count - 1, balance.ObjectCount);
        }
    }

    [Fact]
    public void An_unreadable_page_loses_what_lies_on_it_and_the_walk_goes_on_behind_it()
    {
        (SyntheticHeap heap, SyntheticTypes types, SyntheticMemory memory) = Plain();
        ulong page = SyntheticHeap.Start + (5 * 4096);
        memory.MakeUnreadable(page);

        (SegmentBalance balance, HeapWalker walker) = Walk(heap, memory, types);

        using (walker)
        {
            HeapLoss loss = Assert.Single(walker.Losses.All);
            Assert.Equal("memory cannot be read", loss.Reason);

            // An object that begins before the page still tells its size; from the next one on nothing can be told, until one starts behind the page.
            Assert.InRange(loss.Range.Start, page - 8, page + 4096);
            Assert.Equal(heap.Objects.First(start => start >= page + 4096), loss.Range.End);
            Assert.Equal(heap.Objects.Count(start => start < loss.Range.Start || start >= loss.Range.End), balance.ObjectCount);
        }
    }

    [Fact]
    public void A_used_up_allocation_context_and_an_unfinished_object_of_the_youngest_generation_are_no_losses()
    {
        Random random = new(7);
        SyntheticTypes types = SyntheticTypes.Random(random, 5);
        SyntheticHeap heap = new(types, Capacity);
        AddSome(heap, types, random, 40, HeapGeneration.Gen0);
        heap.Leave(24);
        AddSome(heap, types, random, 40, HeapGeneration.Gen0);

        // 64 bytes are taken for an object that has no type yet; the context goes on behind them.
        heap.Leave(64);
        heap.AddContext(512);
        AddSome(heap, types, random, 40, HeapGeneration.Gen0);
        heap.EndGeneration(HeapGeneration.Gen0);

        (SegmentBalance balance, HeapWalker walker) = Walk(heap, heap.Memory(), types);

        using (walker)
        {
            Assert.Empty(walker.Losses.All);
            Assert.Equal(heap.ContextBytes, balance.AllocationContextBytes);
            Assert.Equal(heap.Books, Books(walker));
        }
    }

    // The thread that has it cannot be read, the next one can.
    [Fact]
    public void Objects_between_an_unknown_allocation_context_and_the_next_one_are_walked_and_the_context_is_a_loss()
    {
        const int unknown = 512 + 24;
        Random random = new(7);
        SyntheticTypes types = SyntheticTypes.Random(random, 5);
        SyntheticHeap heap = new(types, Capacity);
        AddSome(heap, types, random, 40, HeapGeneration.Gen0);
        ulong at = heap.Next;
        heap.Leave(unknown);
        AddSome(heap, types, random, 48, HeapGeneration.Gen0);
        heap.AddContext(512);
        AddSome(heap, types, random, 40, HeapGeneration.Gen0);
        heap.EndGeneration(HeapGeneration.Gen0);

        (SegmentBalance balance, HeapWalker walker) = Walk(heap, heap.Memory(), types);

        using (walker)
        {
            HeapLoss loss = Assert.Single(walker.Losses.All);
            Assert.Equal((new AddressRange(at, at + unknown), "no known type at an object's start"), (loss.Range, loss.Reason));
            Assert.Equal(512 + 24, balance.AllocationContextBytes);
            Assert.Equal(heap.Books, Books(walker));
        }
    }

    [Fact]
    public void The_same_holes_in_an_older_generation_are_losses()
    {
        Random random = new(7);
        SyntheticTypes types = SyntheticTypes.Random(random, 5);
        SyntheticHeap heap = new(types, Capacity);
        AddSome(heap, types, random, 40, HeapGeneration.Gen2);
        heap.Leave(24);
        AddSome(heap, types, random, 40, HeapGeneration.Gen2);
        heap.EndGeneration(HeapGeneration.Gen2);

        (SegmentBalance balance, HeapWalker walker) = Walk(heap, heap.Memory(), types);

        using (walker)
            Assert.Equal((24, 0), (balance.LostBytes, balance.AllocationContextBytes));
    }

    [Fact]
    public void Losses_beyond_a_thousand_ranges_are_put_together_with_nothing_uncounted()
    {
        HeapLosses losses = new();
        for (uint i = 0; i < 3_000; i++)
            losses.Add(1, new AddressRange(i * 100, (i * 100) + 8), "x");

        Assert.Equal(24_000, losses.Bytes);
        Assert.Equal(1_001, losses.All.Count());
        Assert.Equal(24_000, losses.All.Sum(loss => loss.Bytes));
        Assert.Equal((2_000, new AddressRange(100_000, 299_908)), (losses.All.Last().Ranges, losses.All.Last().Range));
    }

    [Fact]
    public void The_walk_ends_at_the_next_block_when_it_is_due()
    {
        (SyntheticHeap heap, SyntheticTypes types, SyntheticMemory memory) = Plain();
        using CancellationTokenSource due = new();
        due.Cancel();
        using HeapWalker walker = new(memory, heap.Map(), types, due.Token);

        Assert.Throws<OperationCanceledException>(() => walker.Walk(heap.Map().Segments[0]));
    }

    [Fact]
    public void An_address_that_is_no_method_table_is_asked_for_once_per_occurrence_at_most()
    {
        // The catalogue remembers refusals; the walk must not multiply them by scanning.
        (SyntheticHeap heap, SyntheticTypes types, SyntheticMemory memory) = Plain();
        memory.Write(heap.Objects[500], 0xdead_beef_0000);

        (_, HeapWalker walker) = Walk(heap, memory, types);

        walker.Dispose();
        Assert.InRange(types.Refused, 1, 3);
    }

    private static (SyntheticHeap Heap, SyntheticTypes Types, SyntheticMemory Memory) Plain()
    {
        Random random = new(1);
        SyntheticTypes types = SyntheticTypes.Random(random, 12);
        SyntheticHeap heap = new(types, Capacity);
        AddSome(heap, types, random, 2_000, HeapGeneration.Gen2);
        heap.EndGeneration(HeapGeneration.Gen2);
        return (heap, types, heap.Memory());
    }

    private static void AddSome(SyntheticHeap heap, SyntheticTypes types, Random random, int count, HeapGeneration generation)
    {
        for (int i = 0; i < count; i++)
        {
            ulong type = types.All[1 + (i % (types.All.Count - 1))];
            heap.Add(type, types.HasComponents(type) ? (uint)(i % 9) : 0, generation, random);
        }
    }

    private static void Damage(SyntheticMemory memory, SyntheticHeap heap, SyntheticTypes types, Random random)
    {
        ulong place = memory.Start + ((ulong)random.NextInt64((long)(memory.End - memory.Start) / 8) * 8);
        ulong instance = heap.Objects[random.Next(heap.Objects.Count)];
        switch (random.Next(6))
        {
            case 0:
                memory.Content[(int)(place - memory.Start)] ^= (byte)(1 << random.Next(8));
                break;
            case 1:
                memory.Write(instance, (ulong)random.NextInt64());
                break;
            case 2:
                memory.Write(instance + 8, ulong.MaxValue);
                break;
            case 3:
                memory.Write(instance, types.All[random.Next(types.All.Count)]);
                break;
            case 4:
                memory.Content.Slice((int)(place - memory.Start), (int)Math.Min(memory.End - place, (ulong)random.Next(1, 3_000))).Clear();
                break;
            default:
                memory.MakeUnreadable(place);
                break;
        }
    }

    // One pattern over a part of it: every word may begin an object, or none, or chains of them end just before they prove anything.
    private static void Fill(SyntheticMemory memory, SyntheticTypes types, Random random)
    {
        ulong[] pattern = new ulong[random.Next(1, 60)];
        for (int i = 0; i < pattern.Length; i++)
        {
            pattern[i] = random.Next(4) switch
            {
                0 => (ulong)random.NextInt64(),
                1 => (ulong)random.Next(1_000_000),
                _ => types.All[random.Next(types.All.Count)],
            };
        }

        ulong words = (memory.End - memory.Start) / 8, first = (ulong)random.NextInt64((long)words), count = (ulong)random.NextInt64((long)(words - first)) + 1;
        for (ulong i = 0; i < count; i++)
            memory.Write(memory.Start + ((first + i) * 8), pattern[i % (ulong)pattern.Length]);
    }

    private static HeapMap Hostile(SyntheticHeap heap, Random random)
    {
        ulong Place() => SyntheticHeap.Start + ((ulong)random.NextInt64((long)(heap.Next - SyntheticHeap.Start) / 8) * 8);
        List<HeapSegment> segments = [];
        for (uint id = 1; id <= random.Next(1, 6); id++)
        {
            ulong start = id == 1 ? SyntheticHeap.Start : Place(), end = random.Next(2) == 0 ? heap.Next : start + 8 + (ulong)random.NextInt64((long)(heap.Next - start));
            segments.Add(Segment(id, start, Math.Min(end & ~7UL, heap.Next)));
        }

        List<AddressRange> contexts = [];
        for (int i = random.Next(20); i > 0; i--)
        {
            ulong start = Place();
            contexts.Add(new AddressRange(start, random.Next(4) switch { 0 => ulong.MaxValue - (ulong)random.Next(30), 1 => Place(), 2 => 0, _ => start + 512 }));
        }

        return Map([.. segments.Where(static segment => segment.Objects.Length > 0).OrderBy(static segment => segment.Objects.Start)], [.. contexts.OrderBy(static context => context.Start)]);
    }

    private static HeapSegment Segment(uint id, ulong start, ulong end)
    {
        AddressRange all = new(start, end);
        return new HeapSegment { Id = id, HeapIndex = 0, Kind = "gen2", Objects = all, CommittedBytes = all.Length, Generations = [(HeapGeneration.Gen2, all)] };
    }

    private static HeapMap Map(IReadOnlyList<HeapSegment> segments, IReadOnlyList<AddressRange> contexts) => new()
    {
        CanWalk = true,
        IsServer = false,
        HeapCount = 1,
        HasRegions = true,
        DynamicAdaptation = null,
        FreeMethodTable = SyntheticTypes.Free,
        AllocationContexts = contexts,
        Segments = HeapSegment.Apart(segments),
    };

    private static (SegmentBalance Balance, HeapWalker Walker) Walk(SyntheticHeap heap, SyntheticMemory memory, SyntheticTypes types)
    {
        HeapMap map = heap.Map();
        HeapWalker walker = new(memory, map, types, TestContext.Current.CancellationToken);
        return (walker.Walk(map.Segments[0]), walker);
    }

    private static SortedDictionary<(ulong Type, HeapGeneration Generation), (long Count, long SizeBytes)> Books(HeapWalker walker)
    {
        SortedDictionary<(ulong Type, HeapGeneration Generation), (long Count, long SizeBytes)> books = [];
        foreach (HeapUsage usage in walker.Usages)
        {
            ulong type;
            unsafe
            {
                type = walker.Types[usage.Type].MethodTable;
            }

            books.TryGetValue((type, usage.Generation), out (long Count, long SizeBytes) row);
            books[(type, usage.Generation)] = (row.Count + usage.Count, row.SizeBytes + usage.SizeBytes);
        }

        return books;
    }

    private static ulong TypeAt(SyntheticMemory memory, ulong address) =>
        BitConverter.ToUInt64(memory.Content.Slice((int)(address - memory.Start), 8)) & ~7UL;
}
