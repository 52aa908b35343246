using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Tests.Sources.Heap;

/// <summary>Counts the objects of a heap with ClrMD's own walk, and brings both results into one form.</summary>
internal static class ClrMdOracle
{
    /// <summary>By method table. ClrMD gives at least 24 bytes to an object and does not align them; what it occupies is aligned to 8.</summary>
    public static SortedDictionary<ulong, TypeTotal> Count(ClrHeap heap)
    {
        SortedDictionary<ulong, TypeTotal> totals = [];
        foreach (ClrObject instance in heap.EnumerateObjects())
        {
            ClrType type = instance.Type ?? throw new InvalidOperationException($"ClrMD does not know the object at {instance.Address:x}.");
            totals.TryGetValue(type.MethodTable, out TypeTotal total);
            totals[type.MethodTable] = new TypeTotal(type.Name ?? "", total.Count + 1, total.SizeBytes + (((long)instance.Size + 7) & ~7L));
        }

        return totals;
    }

    /// <summary>The same of our reading.</summary>
    public static SortedDictionary<ulong, TypeTotal> Count(HeapReading reading)
    {
        SortedDictionary<ulong, TypeTotal> totals = [];
        foreach (HeapUsage usage in reading.Usages)
        {
            KnownType type = reading.Types[usage.Type]!.Value.Type;
            totals.TryGetValue(type.MethodTable, out TypeTotal total);
            totals[type.MethodTable] = new TypeTotal(type.Name, total.Count + usage.Count, total.SizeBytes + usage.SizeBytes);
        }

        return totals;
    }

    /// <summary>Objects by method table and power of two of the size, counted by ClrMD.</summary>
    public static SortedDictionary<(ulong MethodTable, long FromBytes), (long Count, long SizeBytes)> CountSizes(ClrHeap heap)
    {
        SortedDictionary<(ulong MethodTable, long FromBytes), (long Count, long SizeBytes)> sizes = [];
        foreach (ClrObject instance in heap.EnumerateObjects())
        {
            long size = ((long)instance.Size + 7) & ~7L;
            long from = 1;
            while (from * 2 <= size)
                from *= 2;
            (ulong MethodTable, long FromBytes) key = (instance.Type!.MethodTable, from);
            sizes.TryGetValue(key, out (long Count, long SizeBytes) sum);
            sizes[key] = (sum.Count + 1, sum.SizeBytes + size);
        }

        return sizes;
    }

    /// <summary>The same of our reading.</summary>
    public static SortedDictionary<(ulong MethodTable, long FromBytes), (long Count, long SizeBytes)> CountSizes(HeapReading reading) =>
        new(reading.Sizes.ToDictionary(one => (reading.Types[one.Type]!.Value.Type.MethodTable, one.FromBytes), one => (one.Count, one.SizeBytes)));

    /// <summary>Objects by generation, counted by ClrMD.</summary>
    public static SortedDictionary<string, long> CountGenerations(ClrHeap heap)
    {
        SortedDictionary<string, long> counts = [];
        foreach (ClrSegment segment in heap.Segments)
        {
            foreach (ClrObject instance in segment.EnumerateObjects())
            {
                string generation = segment.GetGeneration(instance) switch
                {
                    Generation.Generation0 => "Gen0",
                    Generation.Generation1 => "Gen1",
                    Generation.Generation2 => "Gen2",
                    Generation other => other.ToString(),
                };
                counts[generation] = counts.GetValueOrDefault(generation) + 1;
            }
        }

        return counts;
    }

    /// <summary>The same of our reading.</summary>
    public static SortedDictionary<string, long> CountGenerations(HeapReading reading)
    {
        SortedDictionary<string, long> counts = [];
        foreach (HeapUsage usage in reading.Usages)
            counts[usage.Generation.ToString()] = counts.GetValueOrDefault(usage.Generation.ToString()) + usage.Count;
        return counts;
    }
}
