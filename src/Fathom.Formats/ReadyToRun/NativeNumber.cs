using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>Numbers of one to five bytes. The lowest bits of the first say how many follow: 0 none, 01 one, 011 two, 0111 three, 1111 four.</summary>
internal static class NativeNumber
{
    /// <summary>Reads one without a sign.</summary>
    /// <param name="bytes">The section.</param>
    /// <param name="at">Where it is; behind it afterwards.</param>
    /// <param name="value">The number.</param>
    /// <returns>False where it goes beyond the end.</returns>
    public static bool TryRead(ReadOnlySpan<byte> bytes, ref int at, out uint value)
    {
        bool isThere = TryReadRaw(bytes, ref at, out value, out int shift);
        value = shift == 32 ? value : value >> shift;
        return isThere;
    }

    /// <summary>Reads one with a sign; else as <see cref="TryRead"/>.</summary>
    public static bool TryReadSigned(ReadOnlySpan<byte> bytes, ref int at, out int value)
    {
        bool isThere = TryReadRaw(bytes, ref at, out uint raw, out int shift);
        int unused = shift == 32 ? 0 : 32 - (8 * Math.Min(shift, 4));
        value = shift == 32 ? (int)raw : ((int)raw << unused) >> (unused + shift);
        return isThere;
    }

    // The bytes as one number, and by how many bits it is to be shifted: 1 for one byte up to 4 for four; 32 where the number has bytes of its own.
    private static bool TryReadRaw(ReadOnlySpan<byte> bytes, ref int at, out uint raw, out int shift)
    {
        (raw, shift) = (0, 32);
        if ((uint)at >= (uint)bytes.Length)
            return false;
        ReadOnlySpan<byte> rest = bytes[at..];
        int following = Math.Min(System.Numerics.BitOperations.TrailingZeroCount(~(uint)rest[0]), 4);
        if (rest.Length <= following)
            return false;
        at += following + 1;
        if (following == 4)
        {
            raw = BinaryPrimitives.ReadUInt32LittleEndian(rest[1..]);
            return true;
        }

        for (int i = following; i >= 0; i--)
            raw = (raw << 8) | rest[i];
        shift = following + 1;
        return true;
    }
}
