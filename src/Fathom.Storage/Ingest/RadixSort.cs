namespace Fathom.Storage.Ingest;

/// <summary>
/// Stable sort of row positions by 64-bit keys, least significant byte first. Bytes that are the same in all keys cost nothing, so
/// packed keys of few bits sort in few passes.
/// </summary>
internal sealed class RadixSort : IDisposable
{
    private const int Digits = sizeof(ulong);
    private const int Values = 256;
    private readonly NativeScratch<ulong> _otherKeys = new();
    private readonly NativeScratch<uint> _otherPositions = new();
    private readonly NativeScratch<int> _counts = new();

    /// <summary>Sorts both spans by the keys.</summary>
    public void Sort(Span<ulong> keys, Span<uint> positions)
    {
        Span<int> counts = Count(keys);
        Span<ulong> fromKeys = keys, toKeys = _otherKeys.Take(keys.Length);
        Span<uint> fromPositions = positions, toPositions = _otherPositions.Take(keys.Length);
        bool swapped = false;
        for (int digit = 0; digit < Digits; digit++)
        {
            Span<int> starts = counts.Slice(digit * Values, Values);
            int shift = digit * 8;
            if (keys.Length == 0 || starts[(byte)(fromKeys[0] >> shift)] == keys.Length)
                continue;
            ToStarts(starts);
            for (int i = 0; i < fromKeys.Length; i++)
            {
                ulong key = fromKeys[i];
                int to = starts[(byte)(key >> shift)]++;
                toKeys[to] = key;
                toPositions[to] = fromPositions[i];
            }

            Span<ulong> spareKeys = fromKeys;
            fromKeys = toKeys;
            toKeys = spareKeys;
            Span<uint> sparePositions = fromPositions;
            fromPositions = toPositions;
            toPositions = sparePositions;
            swapped = !swapped;
        }

        if (swapped)
        {
            fromKeys.CopyTo(keys);
            fromPositions.CopyTo(positions);
        }
    }

    public void Dispose()
    {
        _otherKeys.Dispose();
        _otherPositions.Dispose();
        _counts.Dispose();
    }

    // One pass counts the values of all eight bytes.
    private Span<int> Count(ReadOnlySpan<ulong> keys)
    {
        Span<int> counts = _counts.Take(Digits * Values);
        counts.Clear();
        foreach (ulong key in keys)
        {
            for (int digit = 0; digit < Digits; digit++)
                counts[(digit * Values) + (byte)(key >> (digit * 8))]++;
        }

        return counts;
    }

    private static void ToStarts(Span<int> counts)
    {
        int start = 0;
        foreach (ref int count in counts)
        {
            int here = count;
            count = start;
            start += here;
        }
    }
}
