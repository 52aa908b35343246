using System.Numerics;

namespace Fathom.Sources.Traces.Rows;

/// <summary>A number for each call chain, by its addresses.</summary>
/// <remarks>
/// Long recordings have millions of different chains, and what they mean is kept elsewhere by the numbers of their frames: of a chain itself stays a hash of 95 bits, made with numbers that nobody
/// outside can know. That two of ten million chains have the same is as likely as 1 to 10^14.
/// </remarks>
/// <param name="mostChains">Chains that are kept.</param>
internal sealed class ChainNumbers(int mostChains = 4 << 20)
{
    private const int FirstEntries = 16;
    private const uint Taken = 1u << 31;
    private const ulong Multiplier = 0x9E37_79B9_7F4A_7C15;
    private const ulong OtherMultiplier = 0xD6E8_FEB8_6659_FD93;

    private static readonly ulong s_seed = (ulong)Random.Shared.NextInt64();
    private static readonly ulong s_otherSeed = (ulong)Random.Shared.NextInt64();

    private Entry[] _entries = [];
    private int _noRoom;

    /// <summary>Chains that are kept.</summary>
    public int Count { get; private set; }

    /// <summary>Chains that found no room.</summary>
    public long Overflows { get; private set; }

    /// <summary>The number of a chain, to be written where the chain is new; valid until the next call. 0 where there is no room.</summary>
    public ref int Of(ReadOnlySpan<ulong> chain, out bool isNew)
    {
        (ulong key, uint check) = Hash(chain);
        isNew = false;
        if (_entries.Length > 0)
        {
            ref Entry known = ref Find(_entries, key, check);
            if (known.Check != 0)
                return ref known.Number;
        }

        if (Count == mostChains)
        {
            Overflows++;
            _noRoom = 0;
            return ref _noRoom;
        }

        isNew = true;
        if (++Count * 4 > _entries.Length * 3)
            Grow();
        ref Entry entry = ref Find(_entries, key, check);
        entry = new Entry { Key = key, Check = check };
        return ref entry.Number;
    }

    /// <summary>Forgets all chains: their addresses no longer mean the same, or nobody comes back to them.</summary>
    public void Clear() => (_entries, Count) = ([], 0);

    // The entry of a key, or the free one where it belongs.
    private static ref Entry Find(Entry[] entries, ulong key, uint check)
    {
        int mask = entries.Length - 1, at = (int)key & mask;
        while (entries[at].Check != 0 && (entries[at].Key != key || entries[at].Check != check))
            at = (at + 1) & mask;
        return ref entries[at];
    }

    private void Grow()
    {
        Entry[] entries = new Entry[Math.Max(FirstEntries, _entries.Length * 2)];
        foreach (Entry entry in _entries)
        {
            if (entry.Check != 0)
                Find(entries, entry.Key, entry.Check) = entry;
        }

        _entries = entries;
    }

    private static (ulong Key, uint Check) Hash(ReadOnlySpan<ulong> chain)
    {
        ulong key = s_seed + (ulong)chain.Length, other = s_otherSeed;
        // Every second address goes its own way, so that the processor does four products at once.
        ulong key2 = ~key, other2 = ~other;
        int i = 0;
        for (; i + 1 < chain.Length; i += 2)
        {
            key = (BitOperations.RotateLeft(key, 23) ^ chain[i]) * Multiplier;
            key2 = (BitOperations.RotateLeft(key2, 23) ^ chain[i + 1]) * Multiplier;
            other = (BitOperations.RotateLeft(other, 29) ^ chain[i]) * OtherMultiplier;
            other2 = (BitOperations.RotateLeft(other2, 29) ^ chain[i + 1]) * OtherMultiplier;
        }

        key = (BitOperations.RotateLeft(key, 23) ^ (i < chain.Length ? chain[i] : 0)) * Multiplier;
        other = (BitOperations.RotateLeft(other, 29) ^ (i < chain.Length ? chain[i] : 0)) * OtherMultiplier;
        key = (BitOperations.RotateLeft(key, 23) ^ key2 ^ (key2 >> 32)) * Multiplier;
        other = (BitOperations.RotateLeft(other, 29) ^ other2 ^ (other2 >> 32)) * OtherMultiplier;

        // The low bits of a product depend on the low bits of its factors only.
        return (key ^ (key >> 32), (uint)(other >> 32) | Taken);
    }

    private struct Entry
    {
        public ulong Key;
        public uint Check;
        public int Number;
    }
}
