using System.Numerics;

namespace Fathom.Sources.Traces.Rows;

/// <summary>Call chains of a recording, each kept once. Stacks repeat hundreds of times, so what follows works on few of them.</summary>
/// <remarks>
/// Nothing is allocated per chain, and what is kept is never copied: it lies in blocks, each chain in one. Where the room is full, new chains get <see cref="Overflow"/> and are counted.
/// </remarks>
/// <typeparam name="T">What a chain consists of: addresses, or numbers of frames.</typeparam>
/// <param name="mostAddresses">Addresses that are kept.</param>
internal sealed class CallchainTable<T>(int mostAddresses = 64 << 20)
    where T : unmanaged, IBinaryInteger<T>
{
    /// <summary>The empty chain.</summary>
    public const int None = 0;

    /// <summary>Stands for every chain that found no room.</summary>
    public const int Overflow = -1;

    private const ulong Multiplier = 0x9E37_79B9_7F4A_7C15;

    // The longest chain that a record can have is 8 Ki addresses.
    private const int BlockBits = 16;
    private const int BlockAddresses = 1 << BlockBits;

    private readonly List<T[]> _blocks = [];
    private int[] _starts = new int[1 << 12];
    private int[] _lengths = new int[1 << 12];
    private uint[] _hashes = new uint[1 << 12];
    private int[] _slots = new int[1 << 13];
    private int _used;
    private int _kept;

    /// <summary>Chains that are kept; their ids run from 1 to this.</summary>
    public int Count { get; private set; }

    /// <summary>Chains that found no room.</summary>
    public long Overflows { get; private set; }

    /// <summary>The id of a chain.</summary>
    public int Intern(ReadOnlySpan<T> chain)
    {
        if (chain.IsEmpty)
            return None;
        uint hash = Hash(chain);
        int mask = _slots.Length - 1;
        int slot = (int)hash & mask;
        while (_slots[slot] is > 0 and int id)
        {
            if (_hashes[id] == hash && Find(id).SequenceEqual(chain))
                return id;
            slot = (slot + 1) & mask;
        }

        return Add(chain, hash, slot);
    }

    /// <summary>The addresses of a chain, leaf first, with markers.</summary>
    public ReadOnlySpan<T> Find(int id) => id <= 0 ? default : _blocks[_starts[id] >> BlockBits].AsSpan(_starts[id] & (BlockAddresses - 1), _lengths[id]);

    private int Add(ReadOnlySpan<T> chain, uint hash, int slot)
    {
        if (chain.Length > Math.Min(mostAddresses - _kept, BlockAddresses))
        {
            Overflows++;
            return Overflow;
        }

        _kept += chain.Length;
        if (_blocks.Count == 0 || _used + chain.Length > BlockAddresses)
        {
            _blocks.Add(new T[BlockAddresses]);
            _used = 0;
        }

        chain.CopyTo(_blocks[^1].AsSpan(_used));
        int id = ++Count;
        if (id == _starts.Length)
        {
            Array.Resize(ref _starts, id * 2);
            Array.Resize(ref _lengths, id * 2);
            Array.Resize(ref _hashes, id * 2);
        }

        (_starts[id], _lengths[id], _hashes[id]) = (((_blocks.Count - 1) << BlockBits) + _used, chain.Length, hash);
        _used += chain.Length;
        _slots[slot] = id;
        if (Count * 2 > _slots.Length)
            Grow();
        return id;
    }

    private void Grow()
    {
        _slots = new int[_slots.Length * 2];
        int mask = _slots.Length - 1;
        for (int id = 1; id <= Count; id++)
        {
            int slot = (int)_hashes[id] & mask;
            while (_slots[slot] > 0)
                slot = (slot + 1) & mask;
            _slots[slot] = id;
        }
    }

    private static uint Hash(ReadOnlySpan<T> chain)
    {
        ulong hash = (ulong)chain.Length * Multiplier;
        foreach (T address in chain)
            hash = (BitOperations.RotateLeft(hash, 23) ^ ulong.CreateTruncating(address)) * Multiplier;
        return (uint)(hash >> 32);
    }
}
