using System.Buffers.Binary;

namespace Fathom.Formats.Dwarf;

/// <summary>Reads numbers and texts one behind the other. Beyond the end all numbers are 0.</summary>
/// <remarks>
/// Numbers have a fixed size with the lowest byte first, or are LEB128: seven bits a byte, the lowest first, bit 7 set where another byte follows.
/// </remarks>
/// <param name="bytes">The bytes.</param>
/// <param name="at">Where to begin.</param>
internal ref struct DwarfCursor(ReadOnlySpan<byte> bytes, int at)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;

    /// <summary>Where the cursor is.</summary>
    public int At { get; private set; } = at;

    /// <summary>Whether something was read beyond the end.</summary>
    public bool IsDamaged { get; private set; }

    /// <summary>Whether there is nothing more.</summary>
    public readonly bool IsAtEnd => At >= _bytes.Length;

    /// <summary>One byte.</summary>
    public byte Byte() => Take(1) is { Length: 1 } one ? one[0] : (byte)0;

    /// <summary>A number of 16 bits.</summary>
    public ushort UInt16() => Take(2) is { Length: 2 } two ? BinaryPrimitives.ReadUInt16LittleEndian(two) : (ushort)0;

    /// <summary>A number of 32 bits.</summary>
    public uint UInt32() => Take(4) is { Length: 4 } four ? BinaryPrimitives.ReadUInt32LittleEndian(four) : 0;

    /// <summary>A number of 64 bits.</summary>
    public ulong UInt64() => Take(8) is { Length: 8 } eight ? BinaryPrimitives.ReadUInt64LittleEndian(eight) : 0;

    /// <summary>An offset, which has 8 bytes in the 64-bit format and 4 in the other.</summary>
    public ulong Offset(bool is64Bit) => is64Bit ? UInt64() : UInt32();

    /// <summary>A LEB128 number without a sign; bits beyond 64 are dropped.</summary>
    public ulong Unsigned()
    {
        ulong value = 0;
        for (int shift = 0; ; shift += 7)
        {
            byte next = Byte();
            value |= shift < 64 ? (ulong)(next & 0x7f) << shift : 0;
            if (next < 0x80)
                return value;
        }
    }

    /// <summary>A LEB128 number with a sign, which is the highest bit of its last byte that counts.</summary>
    public long Signed()
    {
        ulong value = 0;
        for (int shift = 0; ;)
        {
            byte next = Byte();
            value |= shift < 64 ? (ulong)(next & 0x7f) << shift : 0;
            shift += 7;
            if (next < 0x80)
                return shift < 64 && (next & 0x40) != 0 ? (long)(value | (ulong.MaxValue << shift)) : (long)value;
        }
    }

    /// <summary>A text to the zero that ends it, without that.</summary>
    public ReadOnlySpan<byte> Text()
    {
        int length = IsAtEnd ? -1 : _bytes[At..].IndexOf((byte)0);
        if (length < 0)
        {
            Damage();
            return [];
        }

        ReadOnlySpan<byte> text = _bytes.Slice(At, length);
        At += length + 1;
        return text;
    }

    /// <summary>So many bytes; none where there are not as many.</summary>
    public ReadOnlySpan<byte> Take(ulong count)
    {
        if (IsAtEnd || count > (ulong)(_bytes.Length - At))
        {
            if (count > 0)
                Damage();
            return [];
        }

        ReadOnlySpan<byte> taken = _bytes.Slice(At, (int)count);
        At += (int)count;
        return taken;
    }

    private void Damage() => (IsDamaged, At) = (true, _bytes.Length);
}
