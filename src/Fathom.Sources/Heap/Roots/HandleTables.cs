using System.Buffers.Binary;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>
/// Reads the tables of GC handles themselves. There is one per GC heap that the process may have. Where the number of heaps adapts, the DAC lists the
/// handles of the heaps in use only (.NET 9 and 10), and objects that the others hold would look dead.
/// </summary>
/// <remarks>
/// Nothing tells where the tables are, so they are found from a known handle: its segment names its table, and one of the runtime's variables leads to the
/// array with that table. Every step is checked; where one does not fit, there is no answer.
/// </remarks>
internal sealed class HandleTables
{
    private const string RuntimeVariables = "g_dacTable";
    private const int VariablesBytes = 4096;
    private const int FieldsOfCollector = 128;
    private const ulong GenerationCount = 5;
    private const int MaxTables = 1_024;
    private const int MaxSegments = 100_000;
    private const int MaxTableFields = 128;
    private const int MaxTypeFields = 256;

    private readonly ulong _array;
    private readonly int _tableAt;
    private readonly int _segmentsAt;

    /// <summary>Knows where they are.</summary>
    /// <param name="array">The array of tables.</param>
    /// <param name="tableAt">Where a segment has the address of its table; the next segment is right before it.</param>
    /// <param name="segmentsAt">Where a table has the address of its first segment.</param>
    internal HandleTables(ulong array, int tableAt, int segmentsAt)
    {
        _array = array;
        _tableAt = tableAt;
        _segmentsAt = segmentsAt;
    }

    /// <summary>Finds the tables; null where something is not as it should be.</summary>
    public static HandleTables? Find(ClrRuntime runtime, ITargetMemory memory)
    {
        PointerReader reader = new(memory);
        ClrHandle[] known = [.. runtime.EnumerateHandles()];
        if (known.Length == 0
            || !Array.TrueForAll(known, handle => reader.Byte(HandleSegment.Of(handle.Address) + HandleSegment.BlockTypes + (ulong)HandleSegment.BlockOf(handle.Address)) == (byte)handle.HandleKind))
            return null;
        ulong segment = HandleSegment.Of(known[0].Address);

        // The structure is packed, so the address may stand anywhere.
        for (int tableAt = HandleSegment.EndOfFixedFields + sizeof(ulong); tableAt < HandleSegment.EndOfFixedFields + MaxTypeFields; tableAt++)
        {
            ulong table = reader.Pointer(segment + (ulong)tableAt);
            if (table != 0 && table % sizeof(ulong) == 0 && table >> GranuleMap.AddressBits == 0 && SegmentsAt(reader, table, tableAt) is { } segmentsAt
                && FindArray(runtime, reader, table) is not 0 and ulong array)
                return new HandleTables(array, tableAt, segmentsAt);
        }

        return null;
    }

    /// <summary>Reads all handles.</summary>
    /// <param name="memory">The memory of a target that stands still.</param>
    /// <param name="due">Time is up: ends it with <see cref="OperationCanceledException"/>.</param>
    public List<(ulong Address, ClrHandleKind Kind, ulong Object, ulong Dependent)> Read(ITargetMemory memory, CancellationToken due)
    {
        List<(ulong Address, ClrHandleKind Kind, ulong Object, ulong Dependent)> handles = [];
        byte[] content = new byte[HandleSegment.Size];

        // A list of segments that leads back to itself, or two tables with one list, would be read again and again.
        HashSet<ulong> seen = [];
        for (int i = 0; i < MaxTables; i++)
        {
            ulong table = new PointerReader(memory).Pointer(_array + (ulong)(i * sizeof(ulong)));
            ulong segment = table == 0 ? 0 : new PointerReader(memory).Pointer(table + (ulong)_segmentsAt);
            if (segment == 0 || segment % HandleSegment.Size != 0)
                break;
            while (segment != 0 && seen.Count < MaxSegments && seen.Add(segment))
            {
                due.ThrowIfCancellationRequested();
                int length = memory.Read(segment, content);
                if (length < HandleSegment.HeaderSize || Pointer(content, _tableAt) != table)
                    break;
                Add(handles, segment, content.AsSpan(0, length));
                segment = Pointer(content, _tableAt - sizeof(ulong));
            }
        }

        return handles;
    }

    private static void Add(List<(ulong Address, ClrHandleKind Kind, ulong Object, ulong Dependent)> handles, ulong segment, ReadOnlySpan<byte> content)
    {
        Span<bool> isSecond = stackalloc bool[byte.MaxValue + 1];
        foreach (byte block in content.Slice(HandleSegment.SecondValues, HandleSegment.Blocks))
            isSecond[block] = true;
        for (int block = 0; block < HandleSegment.Blocks; block++)
        {
            byte kind = content[HandleSegment.BlockTypes + block], second = content[HandleSegment.SecondValues + block];
            if (kind == HandleSegment.None || isSecond[block])
                continue;
            for (int i = 0; i < HandleSegment.HandlesPerBlock; i++)
            {
                int at = HandleSegment.HeaderSize + (((block * HandleSegment.HandlesPerBlock) + i) * HandleSegment.HandleSize);
                int secondAt = HandleSegment.HeaderSize + (((second * HandleSegment.HandlesPerBlock) + i) * HandleSegment.HandleSize);
                if (at + HandleSegment.HandleSize > content.Length || Pointer(content, at) is not (not 0 and ulong value))
                    continue;
                bool hasSecond = kind == (byte)ClrHandleKind.Dependent && second < HandleSegment.Blocks && secondAt + HandleSegment.HandleSize <= content.Length;
                handles.Add((segment + (ulong)at, (ClrHandleKind)kind, value, hasSecond ? Pointer(content, secondAt) : 0));
            }
        }
    }

    // The field of a table that leads to its first segment, which in turn names the table.
    private static int? SegmentsAt(PointerReader reader, ulong table, int tableAt)
    {
        for (int field = 0; field < MaxTableFields; field++)
        {
            ulong segment = reader.Pointer(table + (ulong)(field * sizeof(ulong)));
            if (segment != 0 && segment % HandleSegment.Size == 0 && new PointerReader(reader.Memory).Pointer(segment + (ulong)tableAt) == table)
                return field * sizeof(ulong);
        }

        return null;
    }

    // One of the runtime's variables is the collector's list of its own, one field of which leads to the map of all tables.
    private static ulong FindArray(ClrRuntime runtime, PointerReader reader, ulong table)
    {
        ModuleInfo module = runtime.ClrInfo.ModuleInfo;
        ulong variables = module.GetExportSymbolAddress(RuntimeVariables);
        if (variables == 0)
            return 0;
        byte[] content = new byte[VariablesBytes];
        int length = reader.Memory.Read(variables, content);
        PointerReader at = new(reader.Memory);
        for (int offset = 0; offset + sizeof(ulong) <= length; offset += sizeof(ulong))
        {
            ulong variable = Pointer(content, offset);
            if (variable == 0 || variable % sizeof(ulong) != 0)
                continue;
            if (FindIn(at.Pointer(variable), at, table) is not 0 and ulong array)
                return array;
        }

        return 0;
    }

    private static ulong FindIn(ulong collector, PointerReader reader, ulong table)
    {
        // Version, size of a generation, number of generations, and then addresses.
        if (collector == 0 || collector % sizeof(ulong) != 0 || reader.Pointer(collector + (2 * sizeof(ulong))) != GenerationCount)
            return 0;
        PointerReader at = new(reader.Memory);
        for (int field = 3; field < FieldsOfCollector; field++)
        {
            ulong map = reader.Pointer(collector + (ulong)(field * sizeof(ulong)));
            ulong buckets = map == 0 ? 0 : at.Pointer(map);
            ulong bucket = buckets == 0 ? 0 : at.Pointer(buckets);
            ulong array = bucket == 0 ? 0 : at.Pointer(bucket);
            for (int i = 0; array != 0 && i < MaxTables; i++)
            {
                ulong found = at.Pointer(array + (ulong)(i * sizeof(ulong)));
                if (found == table)
                    return array;
                if (found == 0 || found % sizeof(ulong) != 0)
                    break;
            }
        }

        return 0;
    }

    private static ulong Pointer(ReadOnlySpan<byte> content, int at) => BinaryPrimitives.ReadUInt64LittleEndian(content[at..]);
}
