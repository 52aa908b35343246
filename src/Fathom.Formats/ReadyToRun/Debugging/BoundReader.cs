namespace Fathom.Formats.ReadyToRun.Debugging;

/// <summary>Reads the bounds of one method in the order of their native offsets. <see cref="DebugInformation"/> has the format.</summary>
internal ref struct BoundReader
{
    private const uint Bias = 3;
    private const int MaxBits = 32;
    private const int MaxCount = 200_000;

    private readonly ReadOnlySpan<byte> _bits;
    private readonly int _nativeBits;
    private readonly int _ilBits;
    private readonly int _sourceBits;
    private NibbleReader _halves;
    private uint _left;
    private long _bit;
    private uint _native;

    private BoundReader(NibbleReader halves, uint count)
    {
        _halves = halves;
        _left = count;
    }

    private BoundReader(ReadOnlySpan<byte> bits, uint count, int nativeBits, int ilBits, int sourceBits)
    {
        _bits = bits;
        _left = count;
        (_nativeBits, _ilBits, _sourceBits) = (nativeBits, ilBits, sourceBits);
    }

    /// <summary>Whether what was read made no sense. There are no more bounds then.</summary>
    public bool IsDamaged { get; private set; }

    /// <summary>Begins to read.</summary>
    /// <param name="bytes">The bounds of the method, to their end.</param>
    /// <param name="major">Version of the image.</param>
    /// <param name="reader">Reads them.</param>
    /// <returns>False where their head makes no sense, or tells more bounds than there are bytes for, or than any method has.</returns>
    public static bool TryBegin(ReadOnlySpan<byte> bytes, int major, out BoundReader reader)
    {
        const int leastHalves = 3;
        NibbleReader halves = new(bytes);
        reader = default;
        if (!halves.TryRead(out uint count) || count > MaxCount)
            return false;
        if (major < DebugInformation.FirstPacked)
        {
            reader = new BoundReader(halves, count);
            return count * leastHalves <= bytes.Length * 2L;
        }

        if (!halves.TryRead(out uint native) || !halves.TryRead(out uint il) || native >= MaxBits || il >= MaxBits)
            return false;
        ReadOnlySpan<byte> bits = bytes[halves.NextByte..];
        reader = new BoundReader(bits, count, (int)native + 1, (int)il + 1, major < DebugInformation.FirstFat ? 2 : 3);
        return count * (long)(reader._nativeBits + reader._ilBits + reader._sourceBits) <= bits.Length * 8L;
    }

    /// <summary>Reads the next one.</summary>
    /// <returns>False behind the last, and where it makes no sense.</returns>
    public bool TryNext(out NativeBound bound)
    {
        bound = default;
        if (_left == 0)
            return false;
        _left--;
        bool isThere = _sourceBits == 0 ? Halves(out uint source, out uint distance, out uint il) : Bits(out source, out distance, out il);
        uint native = unchecked(_native + distance);
        if (!isThere || native < _native || il > int.MaxValue)
        {
            (IsDamaged, _left) = (true, 0);
            return false;
        }

        _native = native;
        BoundKind kind = il switch { 0 => BoundKind.Epilog, 1 => BoundKind.Prolog, 2 => BoundKind.Unmapped, _ => BoundKind.Body };
        bound = new NativeBound(native, kind, il < Bias ? -1 : (int)(il - Bias), (source & 1) != 0, (source & 2) != 0);
        return true;
    }

    // Source is told in the bits of the packed form.
    private bool Halves(out uint source, out uint distance, out uint il)
    {
        const uint stackEmpty = 2, call = 0x10;
        source = il = 0;
        if (!_halves.TryRead(out distance) || !_halves.TryRead(out il) || !_halves.TryRead(out uint flags))
            return false;
        source = (flags & stackEmpty) | ((flags & call) != 0 ? 1u : 0);
        return true;
    }

    private bool Bits(out uint source, out uint distance, out uint il)
    {
        source = Bits(_sourceBits);
        distance = Bits(_nativeBits);
        il = Bits(_ilBits);
        return true;
    }

    // The count was compared with the bytes, so that these bits are there.
    private uint Bits(int count)
    {
        ulong value = 0;
        int shift = (int)(_bit & 7), at = (int)(_bit >> 3);
        for (int got = 0; got < shift + count; got += 8)
            value |= (ulong)_bits[at++] << got;
        _bit += count;
        return (uint)((value >> shift) & (uint.MaxValue >> (32 - count)));
    }
}
