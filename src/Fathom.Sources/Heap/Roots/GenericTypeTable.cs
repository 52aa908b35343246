using Fathom.Sources.Targets.Dac;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>
/// The instantiations of generic types that a module has loaded. They are in no map that the DAC gives, and static generic classes have no objects by
/// which they could be met.
/// </summary>
internal sealed class GenericTypeTable(RuntimeDescriptor descriptor, PointerReader reader)
{
    // The first entries of the table of buckets are the number of buckets, the next table and a mark.
    private const int SpecialBuckets = 3;
    private const int MaxBuckets = 1024 * 1024;
    private const int MaxEntries = 1024 * 1024;

    private readonly int? _table = descriptor.OffsetOf("Module", "AvailableTypeParams");
    private readonly int? _buckets = descriptor.OffsetOf("EETypeHashTable", "Buckets");
    private readonly int? _value = descriptor.OffsetOf("EETypeHashTable", "VolatileEntryValue");
    private readonly int? _next = descriptor.OffsetOf("EETypeHashTable", "VolatileEntryNextEntry");

    /// <summary>Method tables of the instantiations.</summary>
    public IEnumerable<ulong> Of(ClrModule module)
    {
        if (_table is not { } table || _buckets is not { } bucketsAt || _value is not { } valueAt || _next is not { } nextAt || module.Address == 0)
            yield break;
        ulong hashTable = reader.Pointer(module.Address + (ulong)table);
        ulong buckets = hashTable == 0 ? 0 : reader.Pointer(hashTable + (ulong)bucketsAt);
        if (buckets == 0)
            yield break;
        ulong count = Math.Min(reader.Pointer(buckets), MaxBuckets);
        int entries = 0;
        for (ulong bucket = SpecialBuckets; bucket < count + SpecialBuckets; bucket++)
        {
            // A chain ends with a number that is odd.
            ulong entry = reader.Pointer(buckets + (bucket * sizeof(ulong)));
            while (entry != 0 && (entry & 1) == 0 && entries++ < MaxEntries)
            {
                // The second lowest bit tells descriptions without a method table, such as pointers; the lowest one is a mark of the table.
                ulong type = reader.Pointer(entry + (ulong)valueAt) & ~1UL;
                ulong next = reader.Pointer(entry + (ulong)nextAt);
                if (type != 0 && (type & 2) == 0)
                    yield return type;
                entry = next;
            }
        }
    }
}
