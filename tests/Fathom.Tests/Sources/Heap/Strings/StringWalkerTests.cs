using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Strings;
using Fathom.Sources.Heap.Walking;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Strings;

/// <summary>Strings of made-up heaps, counted by the walk and by reading every object.</summary>
public sealed class StringWalkerTests
{
    private const ulong StringType = SyntheticTypes.Free + 0x100_0000;

    [Fact]
    public void Every_text_of_a_random_heap_is_counted_as_often_as_it_is_there() => Prop.ForAll<int>(static seed =>
    {
        Random random = new(seed);
        SyntheticTypes types = SyntheticTypes.Random(random, random.Next(1, 8));
        types.Add(StringType, 22, 2);
        SyntheticHeap heap = SyntheticHeap.Random(random, types, random.Next(20_000, 600_000), HeapGeneration.Gen0);
        SyntheticMemory memory = heap.Memory();
        LimitTexts(heap, memory);

        StringTable strings = Walk(heap, memory, types, out HeapWalker walker);

        walker.Dispose();
        Assert.Equal(BruteForce(heap, memory), Counts(strings));
        Assert.Equal(0, strings.Lost.Count);
        Assert.Equal(
            heap.Books.Where(static row => row.Key.Type == StringType).Sum(static row => row.Value.SizeBytes),
            strings.Entries.ToArray().Sum(static entry => entry.Count * StringTable.SizeOf(entry.Length)));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void On_a_damaged_heap_strings_counted_and_lost_are_those_that_the_walk_counts() => Prop.ForAll<int>(static seed =>
    {
        Random random = new(seed);
        SyntheticTypes types = SyntheticTypes.Random(random, random.Next(1, 8));
        types.Add(StringType, 22, 2);
        SyntheticHeap heap = SyntheticHeap.Random(random, types, random.Next(20_000, 400_000), HeapGeneration.Gen2);
        SyntheticMemory memory = heap.Memory();
        for (int i = random.Next(1, 20); i > 0; i--)
        {
            if (random.Next(3) == 0)
                memory.MakeUnreadable(heap.Objects[random.Next(heap.Objects.Count)]);
            else
                memory.Write(heap.Objects[random.Next(heap.Objects.Count)] + (ulong)(random.Next(2) * 8), random.Next(2) == 0 ? StringType : (ulong)random.NextInt64());
        }

        StringTable strings = Walk(heap, memory, types, out HeapWalker walker);

        using (walker)
        {
            Assert.Equal(CountOf(walker, StringType), strings.Entries.ToArray().Sum(static entry => entry.Count) + strings.Lost.Count);
        }
    }).QuickCheckThrowOnFailure();

    // Texts of random characters are all different; a few characters in few words give duplicates.
    private static void LimitTexts(SyntheticHeap heap, SyntheticMemory memory)
    {
        foreach (ulong address in Strings(heap, memory))
            Text(memory, address).Fill((byte)(address >> 3 & 1));
    }

    private static Dictionary<string, long> BruteForce(SyntheticHeap heap, SyntheticMemory memory)
    {
        Dictionary<string, long> counts = [];
        foreach (ulong address in Strings(heap, memory))
        {
            string text = new(MemoryMarshal.Cast<byte, char>(Text(memory, address)));
            counts[text] = counts.GetValueOrDefault(text) + 1;
        }

        return counts.ToDictionary(static pair => $"{TextHashTests.Of(pair.Key):x} {pair.Key.Length}", static pair => pair.Value);
    }

    private static Dictionary<string, long> Counts(StringTable strings)
    {
        Dictionary<string, long> counts = [];
        foreach (StringEntry entry in strings.Entries)
        {
            if (entry.Count > 0)
                counts.Add($"{entry.Hash:x} {entry.Length}", entry.Count);
        }

        return counts;
    }

    private static IEnumerable<ulong> Strings(SyntheticHeap heap, SyntheticMemory memory) =>
        heap.Objects.Where(address => (BitConverter.ToUInt64(memory.Content[(int)(address - memory.Start)..]) & ~7UL) == StringType);

    private static Span<byte> Text(SyntheticMemory memory, ulong address)
    {
        int start = (int)(address - memory.Start);
        return memory.Content.Slice(start + 12, 2 * BitConverter.ToInt32(memory.Content[(start + 8)..]));
    }

    private static unsafe long CountOf(HeapWalker walker, ulong type) =>
        walker.Usages.Where(usage => walker.Types[usage.Type].MethodTable == type).Sum(static usage => usage.Count);

    private static StringTable Walk(SyntheticHeap heap, SyntheticMemory memory, SyntheticTypes types, out HeapWalker walker)
    {
        StringTable strings = new(new StringOptions());
        HeapMap map = heap.Map();
        walker = new StringWalker(memory, map, types, StringType, strings, TestContext.Current.CancellationToken);
        walker.Walk(map.Segments[0]);
        return strings;
    }
}
