using System.Numerics;

namespace Fathom.Formats.Elf;

/// <summary>
/// Finds functions of symbol tables by address. Libraries have hundreds of thousands, of which few are asked for: they are dealt out into buckets of neighbouring addresses once, and a bucket is
/// brought into order, and names are looked at, when somebody asks for an address in it.
/// </summary>
internal sealed class FunctionIndex
{
    private readonly Lock _gate = new();
    private readonly List<SymbolTable> _tables;
    private readonly ulong[] _starts;

    // Number of a symbol, counted over all tables.
    private readonly int[] _symbols;
    private readonly int[] _firstOfTable;

    // Where each bucket begins, and behind the last where it ends.
    private readonly int[] _buckets;
    private readonly bool[] _isInOrder;
    private readonly ulong _lowest;
    private readonly int _shift;

    /// <summary>Deals the functions out.</summary>
    public FunctionIndex(List<SymbolTable> tables)
    {
        _tables = tables;
        _firstOfTable = new int[tables.Count + 1];
        for (int i = 0; i < tables.Count; i++)
            _firstOfTable[i + 1] = checked(_firstOfTable[i] + tables[i].Count);
        ulong[] addresses = new ulong[_firstOfTable[^1]];
        (int count, ulong lowest, ulong highest) = (0, ulong.MaxValue, 0);
        for (int table = 0, at = 0; table < tables.Count; table++)
        {
            for (int i = 0; i < tables[table].Count; i++, at++)
            {
                if ((addresses[at] = tables[table].FunctionAt(i)) is not (> 0 and var address))
                    continue;
                count++;
                (lowest, highest) = (Math.Min(lowest, address), Math.Max(highest, address));
            }
        }

        _lowest = lowest;
        _shift = count == 0 ? 0 : Math.Max(0, BitOperations.Log2((highest - lowest) | 1) - BitOperations.Log2((uint)count));
        (_starts, _symbols) = (new ulong[count], new int[count]);
        _buckets = new int[count == 0 ? 1 : (int)((highest - lowest) >> _shift) + 2];
        _isInOrder = new bool[_buckets.Length];
        Deal(addresses);
    }

    /// <summary>The last function that begins at or before an address; null where there is none.</summary>
    public (ulong Start, SymbolEntry Function)? FindLast(ulong address)
    {
        if (_starts.Length == 0 || address < _lowest)
            return null;
        lock (_gate)
        {
            for (int at = LastUpTo(address); at >= 0;)
            {
                ulong start = _starts[at];
                SymbolEntry? best = null;
                for (int begin = _buckets[BucketOf(start)]; at >= begin && _starts[at] == start; at--)
                {
                    if (EntryOf(_symbols[at]) is { } entry && (best is not { } other || IsBetter(entry, other)))
                        best = entry;
                }

                if (best is { } found)
                    return (start, found);
                // None of them has a name: what begins before it counts.
                at = LastUpTo(start - 1);
            }

            return null;
        }
    }

    /// <summary>The name of a function in UTF-8.</summary>
    public ReadOnlySpan<byte> NameOf(in SymbolEntry entry) => _tables[entry.Table].NameOf(entry);

    private void Deal(ulong[] addresses)
    {
        foreach (ulong address in addresses)
        {
            if (address != 0)
                _buckets[BucketOf(address) + 1]++;
        }

        for (int i = 1; i < _buckets.Length; i++)
            _buckets[i] += _buckets[i - 1];
        int[] next = _buckets[..^1];
        for (int i = 0; i < addresses.Length; i++)
        {
            if (addresses[i] == 0)
                continue;
            int place = next[BucketOf(addresses[i])]++;
            (_starts[place], _symbols[place]) = (addresses[i], i);
        }
    }

    private int BucketOf(ulong address) => (int)Math.Min((address - _lowest) >> _shift, (ulong)_buckets.Length - 2);

    private void Order(int bucket)
    {
        if (!_isInOrder[bucket])
            Array.Sort(_starts, _symbols, _buckets[bucket], _buckets[bucket + 1] - _buckets[bucket]);
        _isInOrder[bucket] = true;
    }

    // Negative where none begins so early.
    private int LastUpTo(ulong address)
    {
        if (address < _lowest)
            return -1;
        int bucket = BucketOf(address), at = _buckets[bucket + 1] - 1;
        Order(bucket);
        while (at >= _buckets[bucket] && _starts[at] > address)
            at--;
        // Else it is the last one of the bucket before that has any.
        if (at >= 0 && at < _buckets[bucket])
            Order(BucketOf(_starts[at]));
        return at;
    }

    private SymbolEntry? EntryOf(int symbol)
    {
        int table = 0;
        while (symbol >= _firstOfTable[table + 1])
            table++;
        return _tables[table].EntryAt(symbol - _firstOfTable[table], table);
    }

    // Of several names for one place that of the longest function, then the shortest, then the first of the alphabet: the others are versions and internal twins, such as __poll for poll.
    private bool IsBetter(in SymbolEntry one, in SymbolEntry other) =>
        one.Size != other.Size ? one.Size > other.Size
        : one.NameBytes != other.NameBytes ? one.NameBytes < other.NameBytes
        : NameOf(one).SequenceCompareTo(NameOf(other)) < 0;
}
