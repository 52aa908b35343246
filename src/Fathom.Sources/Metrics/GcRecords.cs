using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Metrics;

/// <summary>
/// The collector's own record of each generation of one heap: how often it was collected, and how large it was afterwards. Nothing tells where this table is,
/// so it is recognised by its form, and found only when all of it fits.
/// </summary>
/// <remarks>
/// <code>
/// five records of one size, one behind the other; their last words are, counted from the end:
///   1 address of the limits of this generation (56 bytes each, one behind the other)   2 smallest budget, the same number as the first of the limits
///   6 number of the last collection   7 free bytes inside   10 collections   11 bytes of objects after the last collection
/// </code>
/// <para>Source: class dynamic_data in gcpriv.h of the runtime; the same in .NET 8, 9 and 10, where it was compared with what programs told of themselves.</para>
/// </remarks>
internal sealed class GcRecords
{
    private const int WordSize = sizeof(ulong);
    private const int LimitsSize = 56;
    private const int LeastStride = 12;
    private const int MostStride = 64;
    private const int MinBudgetBack = 1;
    private const int FreeBack = 6;
    private const int CollectionsBack = 9;
    private const int ObjectsBack = 10;
    private const ulong MostCollections = 1UL << 40;
    private const ulong MostBytes = 1UL << 46;

    // The record lies within 2 KB of the generation table where there is one heap, and within 16 KB of the start of a heap where there are several.
    private const int Reach = 16 * 1024;

    private readonly ITargetMemory _memory;
    private readonly ulong _first;
    private readonly int _strideWords;
    private readonly ulong _limits;
    private readonly byte[] _buffer;

    private GcRecords(ITargetMemory memory, ulong first, int strideWords, ulong limits)
    {
        (_memory, _first, _strideWords, _limits) = (memory, first, strideWords, limits);
        _buffer = new byte[((GcVariables.Generations - 1) * strideWords * WordSize) + ((ObjectsBack + 1) * WordSize)];
    }

    /// <summary>Bytes from an address, such as that of a heap, to the table.</summary>
    public long DistanceFrom(ulong address) => (long)(_first - address);

    /// <summary>The table of another heap of the same process, which lies at the same distance from its start.</summary>
    public GcRecords OfHeap(ulong heap, long distance) => new(_memory, heap + (ulong)distance, _strideWords, _limits);

    /// <summary>Looks for the table around an address; null where nothing has its form.</summary>
    /// <param name="memory">Memory of the target.</param>
    /// <param name="address">The generation table of a process with one heap, or the heap.</param>
    /// <param name="before">Whether it may lie before that address.</param>
    public static GcRecords? Find(ITargetMemory memory, ulong address, bool before)
    {
        ulong start = before ? (address - Reach) & ~7UL : address;
        byte[] bytes = new byte[before ? 2 * Reach : Reach];
        int length = memory.Read(start, bytes);
        ReadOnlySpan<ulong> words = MemoryMarshal.Cast<byte, ulong>(bytes.AsSpan(0, length & ~7));
        for (int at = ObjectsBack; at < words.Length; at++)
        {
            if (words[at] is 0 || words[at] % WordSize != 0)
                continue;
            for (int stride = LeastStride; stride <= MostStride && at + ((GcVariables.Generations - 1) * stride) < words.Length; stride++)
            {
                if (IsTable(memory, words, at, stride))
                    return new GcRecords(memory, start + (ulong)((at - ObjectsBack) * WordSize), stride, words[at]);
            }
        }

        return null;
    }

    /// <summary>Reads the table as it is now.</summary>
    /// <param name="collections">How often each of the five was collected.</param>
    /// <param name="sizes">Bytes of each after its last collection, free blocks included.</param>
    /// <returns>False when it cannot be read or makes no sense at this moment.</returns>
    public bool TryRead(Span<ulong> collections, Span<ulong> sizes)
    {
        if (_memory.Read(_first, _buffer) < _buffer.Length)
            return false;
        for (int i = 0; i < GcVariables.Generations; i++)
        {
            int end = ((i * _strideWords) + ObjectsBack) * WordSize;
            (ulong count, ulong free, ulong objects) = (Word(end, CollectionsBack), Word(end, FreeBack), Word(end, ObjectsBack));
            if (Word(end, 0) != _limits + (ulong)(i * LimitsSize) || count > MostCollections || free > MostBytes || objects > MostBytes)
                return false;
            (collections[i], sizes[i]) = (count, free + objects);
        }

        // A collection of a generation collects all younger ones.
        return collections[0] >= collections[1] && collections[1] >= collections[2];
    }

    private ulong Word(int end, int back) => BinaryPrimitives.ReadUInt64LittleEndian(_buffer.AsSpan(end - (back * WordSize)));

    private static bool IsTable(ITargetMemory memory, ReadOnlySpan<ulong> words, int at, int stride)
    {
        for (int i = 1; i < GcVariables.Generations; i++)
        {
            if (words[at + (i * stride)] != words[at] + (ulong)(i * LimitsSize))
                return false;
        }

        for (int i = 0; i < GcVariables.Generations; i++)
        {
            ulong budget = words[at + (i * stride) - MinBudgetBack];
            if (budget == 0 || budget != TargetNumbers.Read(memory, words[at + (i * stride)]))
                return false;
        }

        return true;
    }
}
