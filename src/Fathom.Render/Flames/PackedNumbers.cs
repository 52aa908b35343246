using System.Buffers;

namespace Fathom.Render.Flames;

/// <summary>
/// Whole numbers from 0 on in few characters: seven bits in a byte, the lowest first, with the eighth set where more follow (LEB128), and the
/// bytes as base64.
/// </summary>
internal sealed class PackedNumbers
{
    private readonly ArrayBufferWriter<byte> _bytes = new();

    /// <summary>Adds a number.</summary>
    public void Add(long number)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(number);
        while (number >= 0x80)
        {
            Add((byte)(number | 0x80));
            number >>= 7;
        }

        Add((byte)number);
    }

    /// <summary>All of them.</summary>
    public override string ToString() => Convert.ToBase64String(_bytes.WrittenSpan);

    private void Add(byte one)
    {
        _bytes.GetSpan(1)[0] = one;
        _bytes.Advance(1);
    }
}
