using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Fathom.Formats.NetTrace;

/// <summary>
/// Reads the fields of an event or of a block one after the other, without alignment. Behind the end every field reads as 0 or empty and
/// <see cref="IsShort"/> is set: an older runtime writes fewer fields, and damaged bytes cannot make it read elsewhere.
/// </summary>
/// <param name="bytes">The bytes.</param>
/// <param name="pointerSize">4 or 8.</param>
public ref struct PayloadReader(ReadOnlySpan<byte> bytes, int pointerSize)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private readonly int _pointerSize = pointerSize;
    private int _next;

    /// <summary>Whether a field was asked for that is not there.</summary>
    public bool IsShort { get; private set; }

    /// <summary>Bytes that were read.</summary>
    public readonly int Position => _next;

    /// <summary>Bytes that are left.</summary>
    public readonly int Remaining => _bytes.Length - _next;

    /// <summary>u8.</summary>
    public byte Byte() => Take<byte>();

    /// <summary>u16.</summary>
    public ushort UInt16() => Take<ushort>();

    /// <summary>i32.</summary>
    public int Int32() => Take<int>();

    /// <summary>u32.</summary>
    public uint UInt32() => Take<uint>();

    /// <summary>i64.</summary>
    public long Int64() => Take<long>();

    /// <summary>u64.</summary>
    public ulong UInt64() => Take<ulong>();

    /// <summary>f64.</summary>
    public double Double() => Take<double>();

    /// <summary>16 bytes.</summary>
    public Guid Guid() => Take<Guid>();

    /// <summary>An address of the target.</summary>
    public ulong Pointer() => _pointerSize == 8 ? Take<ulong>() : Take<uint>();

    /// <summary>A text of UTF-16 units that ends with a zero, without it.</summary>
    public ReadOnlySpan<char> Text()
    {
        ReadOnlySpan<char> rest = MemoryMarshal.Cast<byte, char>(_bytes[_next..]);
        int length = rest.IndexOf('\0');
        if (length < 0)
        {
            Fail();
            return [];
        }

        _next += (length + 1) * sizeof(char);
        return rest[..length];
    }

    /// <summary>A text of UTF-8 with its size before it (<see cref="VarUInt32"/>).</summary>
    public ReadOnlySpan<byte> Utf8() => Bytes(VarUInt32());

    /// <summary>A signed number: the lowest bit of <see cref="VarUInt64"/> is its sign.</summary>
    public long VarInt64()
    {
        ulong value = VarUInt64();
        return (long)(value >> 1) ^ -(long)(value & 1);
    }

    /// <summary>Some bytes; empty where there are not as many.</summary>
    public ReadOnlySpan<byte> Bytes(long count)
    {
        if (count < 0 || count > Remaining)
        {
            Fail();
            return [];
        }

        ReadOnlySpan<byte> taken = _bytes.Slice(_next, (int)count);
        _next += (int)count;
        return taken;
    }

    /// <summary>Passes over some bytes.</summary>
    public void Skip(long count) => Bytes(count);

    /// <summary>A number of up to 64 bits in groups of 7, the lowest first; bit 7 of a byte says that another one follows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong VarUInt64()
    {
        ReadOnlySpan<byte> bytes = _bytes;
        int next = _next;
        if ((uint)next < (uint)bytes.Length && bytes[next] < 0x80)
        {
            _next = next + 1;
            return bytes[next];
        }

        return LongVarUInt64();
    }

    /// <summary>The same for 32 bits; more than that is a failure.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint VarUInt32()
    {
        ulong value = VarUInt64();
        if (value > uint.MaxValue)
            Fail();
        return (uint)value;
    }

    private ulong LongVarUInt64()
    {
        ulong value = 0;
        for (int shift = 0; shift < 70; shift += 7)
        {
            if ((uint)_next >= (uint)_bytes.Length)
                break;
            byte part = _bytes[_next++];
            value |= (ulong)(part & 0x7F) << shift;
            if (part < 0x80)
                return value;
        }

        Fail();
        return 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T Take<T>()
        where T : unmanaged
    {
        if (_bytes.Length - _next < Unsafe.SizeOf<T>())
        {
            Fail();
            return default;
        }

        T value = Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref MemoryMarshal.GetReference(_bytes), _next));
        _next += Unsafe.SizeOf<T>();
        return value;
    }

    private void Fail()
    {
        IsShort = true;
        _next = _bytes.Length;
    }
}
