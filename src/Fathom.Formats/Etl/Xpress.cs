using System.Buffers.Binary;

namespace Fathom.Formats.Etl;

/// <summary>Plain LZ77 as Windows compresses buffers of events with it (MS-XCA 2.4).</summary>
/// <remarks>
/// <code>
/// u32 flags, the highest first: 0 a byte as it is, 1 a match
/// match = u16: distance - 1 (13 bits), length - 3 (3 bits); 7: 4 more bits, of a byte that two matches share;
///         15 there: u8; 255 there: u16; 0 there: u32, in place of all before
/// </code>
/// </remarks>
public static class Xpress
{
    /// <summary>Fills a buffer with what a stream inflates to.</summary>
    /// <param name="from">The stream.</param>
    /// <param name="to">The buffer.</param>
    /// <returns>Bytes that were written; fewer than the buffer has where the stream ends early or is damaged.</returns>
    public static int Inflate(ReadOnlySpan<byte> from, Span<byte> to)
    {
        int read = 0, written = 0, halfAt = 0;
        uint flags = 0;
        int left = 0;
        while (written < to.Length)
        {
            if (left == 0)
            {
                if (from.Length - read < 4)
                    return written;
                flags = BinaryPrimitives.ReadUInt32LittleEndian(from[read..]);
                read += 4;
                left = 32;
            }

            left--;
            bool isMatch = (flags & 0x8000_0000) != 0;
            flags <<= 1;
            if (!isMatch)
            {
                if (read >= from.Length)
                    return written;
                to[written++] = from[read++];
                continue;
            }

            if (from.Length - read < 2)
                return written;
            int match = BinaryPrimitives.ReadUInt16LittleEndian(from[read..]);
            read += 2;
            int distance = (match >> 3) + 1;
            int length = Length(from, match & 7, ref read, ref halfAt);
            if (length < 0 || distance > written)
                return written;
            length = Math.Min(length, to.Length - written);
            Copy(to, written, distance, length);
            written += length;
        }

        return written;
    }

    private static void Copy(Span<byte> to, int at, int distance, int length)
    {
        if (distance >= length)
        {
            to.Slice(at - distance, length).CopyTo(to[at..]);
            return;
        }

        for (int i = 0; i < length; i++)
            to[at + i] = to[at + i - distance];
    }

    // The length of a match; -1 where the stream ends within it, or it makes no sense.
    private static int Length(ReadOnlySpan<byte> from, int low, ref int read, ref int halfAt)
    {
        if (low < 7)
            return low + 3;
        int length;
        if (halfAt == 0)
        {
            if (read >= from.Length)
                return -1;
            halfAt = read;
            length = from[read++] & 15;
        }
        else
        {
            length = from[halfAt] >> 4;
            halfAt = 0;
        }

        if (length < 15)
            return length + 7 + 3;
        if (read >= from.Length)
            return -1;
        length = from[read++];
        if (length < 255)
            return length + 15 + 7 + 3;
        if (from.Length - read < 2)
            return -1;
        uint whole = BinaryPrimitives.ReadUInt16LittleEndian(from[read..]);
        read += 2;
        if (whole == 0)
        {
            if (from.Length - read < 4)
                return -1;
            whole = BinaryPrimitives.ReadUInt32LittleEndian(from[read..]);
            read += 4;
        }

        return whole is < 15 + 7 or > int.MaxValue - 3 ? -1 : (int)whole + 3;
    }
}
