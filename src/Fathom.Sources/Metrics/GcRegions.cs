using System.Buffers.Binary;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Metrics;

/// <summary>
/// Adds up the regions of one heap while the process runs. Each generation is a list of regions; the program appends to the youngest at any time, and a
/// collection takes all lists apart, so whatever does not fit makes the whole sum void.
/// </summary>
/// <remarks>
/// <code>
/// region   0 end of its objects   8 end of what is committed   16 end of what is reserved   32 first object   40 flags   48 next region
/// </code>
/// <para>Source: dac_heap_segment in gcinterface.dac.h of the runtime. The end of the region that objects are allocated in is a variable of the heap.</para>
/// </remarks>
/// <param name="memory">Memory of the target, which runs on.</param>
/// <param name="variables">Where the records are.</param>
internal sealed class GcRegions(ITargetMemory memory, GcVariables variables)
{
    private const int RegionSize = 56;
    private const int MostRegions = 1 << 20;

    private readonly byte[] _table = new byte[GcVariables.Generations * variables.GenerationSize];

    /// <summary>Bytes of objects and the free blocks between them, now.</summary>
    public long Bytes { get; private set; }

    /// <summary>Bytes that are committed for them.</summary>
    public long CommittedBytes { get; private set; }

    /// <summary>Regions.</summary>
    public int Count { get; private set; }

    /// <summary>Begins a new sum.</summary>
    public void Reset() => (Bytes, CommittedBytes, Count) = (0, 0, 0);

    /// <summary>Adds the regions of a heap; false when they were being changed.</summary>
    /// <param name="heap">Address of the heap; 0 where there is only one.</param>
    public bool TryAdd(ulong heap)
    {
        ulong ephemeral = TargetNumbers.Read(memory, heap + variables.EphemeralAt);
        if (memory.Read(heap + variables.GenerationTableAt, _table) < _table.Length)
            return false;
        for (int i = 0; i < GcVariables.Generations; i++)
        {
            ulong region = BinaryPrimitives.ReadUInt64LittleEndian(_table.AsSpan((i * variables.GenerationSize) + variables.FirstRegionAt));
            for (; region != 0; Count++)
            {
                if (Count >= MostRegions || !TryAddRegion(ref region, region == ephemeral ? heap + variables.AllocatedAt : 0))
                    return false;
            }
        }

        // The end that was read belongs to the region that objects are allocated in now.
        return ephemeral == TargetNumbers.Read(memory, heap + variables.EphemeralAt);
    }

    private bool TryAddRegion(ref ulong region, ulong allocatedAt)
    {
        Span<byte> bytes = stackalloc byte[RegionSize];
        if (region % sizeof(ulong) != 0 || memory.Read(region, bytes) < RegionSize)
            return false;
        ulong end = allocatedAt != 0 ? TargetNumbers.Read(memory, allocatedAt) : BinaryPrimitives.ReadUInt64LittleEndian(bytes);
        ulong committed = BinaryPrimitives.ReadUInt64LittleEndian(bytes[8..]), reserved = BinaryPrimitives.ReadUInt64LittleEndian(bytes[16..]);
        ulong start = BinaryPrimitives.ReadUInt64LittleEndian(bytes[32..]);
        if (start == 0 || end < start || end > reserved || committed < start || committed > reserved)
            return false;
        Bytes += (long)(end - start);
        CommittedBytes += (long)(committed - start);
        region = BinaryPrimitives.ReadUInt64LittleEndian(bytes[48..]);
        return true;
    }
}
