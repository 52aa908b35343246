using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>A sparse array: blocks of sixteen elements, each a tree of four levels in which elements that are not there are left out.</summary>
/// <remarks>
/// <code>
/// array   number: lowest two bits 0, 1 or 2 = the table has 1, 2 or 4 bytes per block; above them the number of elements
///         table: where each block is, from here
/// node    number: bit 0 = the lower half follows behind it; bit 1 = the upper half is there too, its distance from this node in the bits above
///         both bits 0 = the one element below this node follows, its place in the block in the bits above
/// </code>
/// </remarks>
internal readonly ref struct NativeArray
{
    private const int BlockSize = 16;
    private const int MaxRows = 0xff_ffff;

    private readonly ReadOnlySpan<byte> _bytes;
    private readonly int _table;
    private readonly int _width;

    private NativeArray(ReadOnlySpan<byte> bytes, int table, int width, int count)
    {
        _bytes = bytes;
        _table = table;
        _width = width;
        Count = count;
    }

    /// <summary>Elements, with those that are left out.</summary>
    public int Count { get; }

    /// <summary>Is told of an element.</summary>
    /// <param name="index">Its number, from 0.</param>
    /// <param name="at">Where it is in the section.</param>
    public delegate void Element(int index, int at);

    /// <summary>Reads the head; false where it cannot be one of this section.</summary>
    public static bool TryRead(ReadOnlySpan<byte> bytes, out NativeArray array)
    {
        array = default;
        int at = 0;
        if (!NativeNumber.TryRead(bytes, ref at, out uint head) || (head & 3) == 3)
            return false;
        int width = 1 << (int)(head & 3);
        long count = head >> 2;
        if (count > MaxRows || (count + BlockSize - 1) / BlockSize * width > bytes.Length - at)
            return false;
        array = new NativeArray(bytes, at, width, (int)count);
        return true;
    }

    /// <summary>Tells of each element that is there, in their order.</summary>
    /// <returns>False where a part of it makes no sense; the rest is told.</returns>
    public bool ForEach(Element tell)
    {
        bool isWhole = true;
        for (int block = 0; block * BlockSize < Count; block++)
            isWhole &= Node(Block(block), BlockSize / 2, block * BlockSize, tell);
        return isWhole;
    }

    /// <summary>Finds one element without reading the others.</summary>
    /// <param name="index">Its number, from 0.</param>
    /// <param name="at">Where it is in the section.</param>
    /// <returns>False where it is left out, or the way to it makes no sense.</returns>
    public bool TryFind(int index, out int at)
    {
        at = 0;
        if ((uint)index >= (uint)Count)
            return false;
        long place = Block(index / BlockSize);
        for (int half = BlockSize / 2; half > 0; half /= 2)
        {
            int next = (int)Math.Min(place, _bytes.Length);
            if (!NativeNumber.TryRead(_bytes, ref next, out uint node))
                return false;
            if ((node & 3) == 0)
            {
                at = next;
                return node >> 2 == index % BlockSize && at < _bytes.Length;
            }

            bool isUpper = (index & half) != 0;
            if ((node & (isUpper ? 2u : 1u)) == 0)
                return false;
            place = isUpper ? place + (node >> 2) : next;
        }

        at = (int)Math.Min(place, _bytes.Length);
        return at < _bytes.Length;
    }

    // Where the tree of a block begins.
    private long Block(int block)
    {
        ReadOnlySpan<byte> entry = _bytes[(_table + (block * _width))..];
        uint distance = _width switch
        {
            1 => entry[0],
            2 => BinaryPrimitives.ReadUInt16LittleEndian(entry),
            _ => BinaryPrimitives.ReadUInt32LittleEndian(entry),
        };
        return _table + (long)distance;
    }

    private bool Node(long place, int half, int index, Element tell)
    {
        if (place >= _bytes.Length)
            return false;
        int at = (int)place;
        if (half == 0)
            return Tell(index, at, tell);
        if (!NativeNumber.TryRead(_bytes, ref at, out uint node))
            return false;
        if ((node & 3) == 0)
            return node >> 2 == BlockSize || (node >> 2 < BlockSize && Tell((index & -BlockSize) | (int)(node >> 2), at, tell));
        bool isWhole = (node & 1) == 0 || Node(at, half / 2, index, tell);
        return ((node & 2) == 0 || Node(place + (node >> 2), half / 2, index | half, tell)) && isWhole;
    }

    private bool Tell(int index, int at, Element tell)
    {
        if (index >= Count)
            return false;
        tell(index, at);
        return true;
    }
}
