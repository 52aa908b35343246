using System.Runtime.InteropServices;

namespace Fathom.Sources.Inspection;

/// <summary>The sparse arrays that a walk has met. The room of a sparse collection is one of them, and must not be counted a second time.</summary>
internal sealed class SparseArrays
{
    // An entry has 32 bytes with its place in the table. Beyond this number arrays of collections stay counted twice, and only those.
    private const int MaxCount = 1_000_000;

    private readonly Dictionary<ulong, (ArrayTally Tally, long WastedBytes)> _arrays = [];

    /// <summary>Adds one.</summary>
    public void Add(ulong address, ArrayTally tally, long wastedBytes)
    {
        if (_arrays.Count < MaxCount)
            _arrays.TryAdd(address, (tally, wastedBytes));
    }

    /// <summary>Takes back what belongs to sparse collections.</summary>
    /// <param name="owned">Arrays of sparse collections.</param>
    public void TakeBack(List<ulong> owned)
    {
        foreach (ulong address in CollectionsMarshal.AsSpan(owned))
        {
            if (_arrays.Remove(address, out (ArrayTally Tally, long WastedBytes) entry))
                entry.Tally.TakeBack(entry.WastedBytes);
        }
    }
}
