using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Objects;

namespace Fathom.Sources.Inspection;

/// <summary>Reads the chains of hash tables and checks them. Its buffers grow to the largest table and are used for all.</summary>
/// <param name="budget">Reads the tables.</param>
internal sealed class HashTableCheck(ReadBudget budget)
{
    private const int MaxEntries = 64 * 1024 * 1024;

    private int[] _buckets = new int[1024];
    private int[] _links = new int[1024];
    private int[] _marks = new int[1024];

    /// <summary>Checks a table; null where it is sound or cannot be read.</summary>
    public ChainFault? Check(in HashTableFacts table)
    {
        if (table.UsedCount == 0 || table.Shape is not { } shape)
            return null;
        ulong bytes = ((ulong)table.Buckets.Length * sizeof(int)) + ((ulong)table.UsedCount * (uint)shape.SizeBytes);
        bool isReadable = table.UsedCount <= MaxEntries && table.Buckets.Length <= MaxEntries && shape.SizeBytes <= ReadBudget.PieceBytes
            && shape.Next >= 0 && shape.Next + sizeof(int) <= shape.SizeBytes;
        if (!isReadable)
        {
            budget.Skip(bytes);
            return null;
        }

        if (!budget.TryTake(bytes))
            return null;
        Fit(ref _buckets, table.Buckets.Length);
        Fit(ref _links, table.UsedCount);
        Fit(ref _marks, table.UsedCount);
        Span<int> buckets = _buckets.AsSpan(0, table.Buckets.Length);
        Span<int> links = _links.AsSpan(0, table.UsedCount);
        if (!TryRead(table.Buckets, sizeof(int), 0, buckets) || !TryRead(table.Entries, shape.SizeBytes, shape.Next, links))
        {
            budget.Skip(bytes);
            return null;
        }

        ChainFault? fault = HashChains.Check(buckets, links, _marks.AsSpan(0, table.UsedCount));
        if (fault is not null)
            Array.Clear(_marks);
        return fault;
    }

    // Takes one number out of each element.
    private bool TryRead(in ArrayFacts array, int elementSize, int offset, Span<int> numbers)
    {
        int perPiece = ReadBudget.PieceBytes / elementSize;
        for (int done = 0; done < numbers.Length;)
        {
            int count = Math.Min(perPiece, numbers.Length - done);
            ReadOnlySpan<byte> piece = budget.Read(array.AddressOf(done), count * elementSize);
            if (piece.IsEmpty)
                return false;
            for (int i = 0; i < count; i++)
                numbers[done + i] = MemoryMarshal.Read<int>(piece[((i * elementSize) + offset)..]);
            done += count;
        }

        return true;
    }

    private static void Fit(ref int[] buffer, int length)
    {
        if (buffer.Length < length)
            buffer = new int[(int)HeapLayout.AlignUp((ulong)length + ((ulong)length / 2))];
    }
}
