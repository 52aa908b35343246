using Fathom.Sources.Heap.Walking;

namespace Fathom.Sources.Inspection;

/// <summary>Counts the arrays of one type.</summary>
/// <param name="type">Its name.</param>
/// <param name="budget">Reads what the window of the walk does not hold.</param>
/// <param name="sparse">Collects the sparse arrays, because some may turn out to belong to collections.</param>
internal sealed class ArrayTally(string type, ReadBudget budget, SparseArrays sparse) : TypeInspector
{
    /// <summary>Its name.</summary>
    public string Type { get; } = type;

    /// <summary>Arrays.</summary>
    public long Count { get; private set; }

    /// <summary>Bytes of them.</summary>
    public long SizeBytes { get; private set; }

    /// <summary>Sparse ones.</summary>
    public long SparseCount { get; private set; }

    /// <summary>Bytes of null and zero elements in sparse ones.</summary>
    public long WastedBytes { get; private set; }

    /// <inheritdoc/>
    public override void Inspect(in VisitedObject visited)
    {
        if (visited.IsYoung)
            return;
        Count++;
        SizeBytes += (long)visited.SizeBytes;
        uint length = visited.Length;
        if (length < Sparse.MinLength || !TryCountZeros(visited, length, out long zeros) || !Sparse.Is(length - zeros, length))
            return;
        long wasted = zeros * visited.ComponentSize;
        SparseCount++;
        WastedBytes += wasted;
        sparse.Add(visited.Address, this, wasted);
    }

    /// <summary>Takes a sparse array back: it belongs to a collection that is counted itself.</summary>
    public void TakeBack(long wastedBytes)
    {
        SparseCount--;
        WastedBytes -= wastedBytes;
    }

    private bool TryCountZeros(in VisitedObject visited, uint length, out long zeros)
    {
        zeros = 0;
        int element = (int)visited.ComponentSize;
        // The base size includes the header before the object.
        ulong start = visited.BaseSize - sizeof(ulong);
        ulong bytes = (ulong)length * (uint)element;
        if (visited.TryHold(start, bytes, out ReadOnlySpan<byte> held))
        {
            zeros = ZeroElements.Count(held, element);
            return true;
        }

        if (element > ReadBudget.PieceBytes || !budget.TryTake(bytes))
            return false;
        int piece = ReadBudget.PieceBytes / element * element;
        for (ulong at = 0; at < bytes; at += (ulong)piece)
        {
            ReadOnlySpan<byte> content = budget.Read(visited.Address + start + at, (int)Math.Min((ulong)piece, bytes - at));
            if (content.IsEmpty)
            {
                budget.Skip(bytes);
                return false;
            }

            zeros += ZeroElements.Count(content, element);
        }

        return true;
    }
}
