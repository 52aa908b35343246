using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Fathom.Formats.NetTrace;

/// <summary>The call stack of an event: return addresses, the innermost first. Valid until the event has been handled.</summary>
/// <param name="bytes">The addresses.</param>
/// <param name="pointerSize">4 or 8.</param>
public readonly ref struct StackAddresses(ReadOnlySpan<byte> bytes, int pointerSize)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private readonly int _pointerSize = pointerSize;

    /// <summary>Number of frames; 0 for an event without a stack.</summary>
    public int Depth => _pointerSize == 8 ? _bytes.Length / 8 : _bytes.Length / 4;

    /// <summary>Writes all of them.</summary>
    /// <param name="to">Where, from its begin on.</param>
    public void CopyTo(Span<ulong> to)
    {
        if (_pointerSize == 8)
        {
            MemoryMarshal.Cast<byte, ulong>(_bytes).CopyTo(to);
            return;
        }

        ReadOnlySpan<uint> narrow = MemoryMarshal.Cast<byte, uint>(_bytes);
        int i = 0;
        for (; i <= narrow.Length - Vector128<uint>.Count; i += Vector128<uint>.Count)
        {
            (Vector128<ulong> lower, Vector128<ulong> upper) = Vector128.Widen(Vector128.Create(narrow[i..]));
            lower.CopyTo(to[i..]);
            upper.CopyTo(to[(i + Vector128<ulong>.Count)..]);
        }

        for (; i < narrow.Length; i++)
            to[i] = narrow[i];
    }

    /// <summary>Address of a frame.</summary>
    public ulong this[int frame] => _pointerSize == 8
        ? BinaryPrimitives.ReadUInt64LittleEndian(_bytes[(frame * 8)..])
        : BinaryPrimitives.ReadUInt32LittleEndian(_bytes[(frame * 4)..]);
}
