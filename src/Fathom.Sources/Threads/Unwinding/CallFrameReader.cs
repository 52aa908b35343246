using System.Runtime.InteropServices;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>Reads numbers of call frame information. Behind the end everything is 0, and <see cref="IsBroken"/> is set.</summary>
/// <param name="data">The bytes.</param>
/// <param name="at">Where to begin.</param>
internal ref struct CallFrameReader(ReadOnlySpan<byte> data, int at)
{
    private readonly ReadOnlySpan<byte> _data = data;

    /// <summary>Position of the next byte.</summary>
    public int Position { get; private set; } = at;

    /// <summary>Whether something was read that is not there, or cannot be.</summary>
    public bool IsBroken { get; private set; } = (uint)at > (uint)data.Length;

    /// <summary>Whether nothing is left, or nothing can be read.</summary>
    public readonly bool IsAtEnd => IsBroken || Position >= _data.Length;

    /// <summary>A number of fixed size.</summary>
    public T Read<T>()
        where T : unmanaged
    {
        int size = Marshal.SizeOf<T>();
        if (IsBroken || _data.Length - Position < size)
        {
            IsBroken = true;
            return default;
        }

        T value = MemoryMarshal.Read<T>(_data[Position..]);
        Position += size;
        return value;
    }

    /// <summary>A number of 7 bits a byte, lowest first (unsigned LEB128).</summary>
    public ulong ReadUnsigned()
    {
        ulong value = 0;
        for (int shift = 0; ; shift += 7)
        {
            byte part = Read<byte>();
            if (shift < 64)
                value |= (ulong)(part & 0x7f) << shift;
            if (part < 0x80 || IsBroken)
                return value;
        }
    }

    /// <summary>The same with a sign (signed LEB128).</summary>
    public long ReadSigned()
    {
        long value = 0;
        for (int shift = 0; ; shift += 7)
        {
            byte part = Read<byte>();
            if (shift < 64)
                value |= (long)(part & 0x7f) << shift;
            if (part >= 0x80 && !IsBroken)
                continue;
            return (part & 0x40) != 0 && shift + 7 < 64 ? value | (-1L << (shift + 7)) : value;
        }
    }

    /// <summary>Passes bytes.</summary>
    public void Skip(ulong count)
    {
        if (IsBroken || count > (ulong)(_data.Length - Position))
            IsBroken = true;
        else
            Position += (int)count;
    }
}
