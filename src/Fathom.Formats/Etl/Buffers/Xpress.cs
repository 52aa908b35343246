using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Fathom.Formats.Etl.Buffers;

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
    // What is copied at once, and how far it may reach behind what is wanted; there later bytes come.
    private const int Step = 16;
    private const int FlagBytes = 4;
    private const int MatchBytes = 2;

    /// <summary>Fills a buffer with what a stream inflates to.</summary>
    /// <param name="from">The stream.</param>
    /// <param name="to">The buffer.</param>
    /// <returns>Bytes that were written; fewer than the buffer has where the stream ends early or is damaged.</returns>
    public static int Inflate(ReadOnlySpan<byte> from, Span<byte> to)
    {
        int read = 0, written = 0, halfAt = 0;
        while (written < to.Length && from.Length - read >= FlagBytes)
        {
            uint flags = BinaryPrimitives.ReadUInt32LittleEndian(from[read..]);
            read += FlagBytes;
            int left = 32;
            while (left > 0)
            {
                int plain = Math.Min(BitOperations.LeadingZeroCount(flags), left);
                if (plain > 0 && !Literals(from, to, plain, ref read, ref written))
                    return written;
                // A shift by 32 is none.
                flags = plain == 32 ? 0 : flags << plain;
                left -= plain;
                if (left == 0)
                    break;
                (flags, left) = (flags << 1, left - 1);
                if (written == to.Length || from.Length - read < MatchBytes)
                    return written;
                int match = BinaryPrimitives.ReadUInt16LittleEndian(from[read..]);
                read += MatchBytes;
                int distance = (match >> 3) + 1, length = (match & 7) + 3;
                if (length == 10)
                    length = Length(from, ref read, ref halfAt);
                if (length < 0 || distance > written)
                    return written;
                length = Math.Min(length, to.Length - written);
                Copy(to, written, distance, length);
                written += length;
            }
        }

        return written;
    }

    // False where one of the two ends.
    private static bool Literals(ReadOnlySpan<byte> from, Span<byte> to, int count, ref int read, ref int written)
    {
        if (from.Length - read >= 2 * Step && to.Length - written >= 2 * Step)
        {
            ref byte source = ref Unsafe.Add(ref MemoryMarshal.GetReference(from), read);
            ref byte target = ref Unsafe.Add(ref MemoryMarshal.GetReference(to), written);
            Vector128.LoadUnsafe(ref source).StoreUnsafe(ref target);
            if (count > Step)
                Vector128.LoadUnsafe(ref source, Step).StoreUnsafe(ref target, Step);
            (read, written) = (read + count, written + count);
            return true;
        }

        int there = Math.Min(count, Math.Min(from.Length - read, to.Length - written));
        from.Slice(read, there).CopyTo(to[written..]);
        (read, written) = (read + there, written + there);
        return there == count;
    }

    private static void Copy(Span<byte> to, int at, int distance, int length)
    {
        if (to.Length - at < length + Step)
        {
            for (int i = 0; i < length; i++)
                to[at + i] = to[at + i - distance];
            return;
        }

        ref byte target = ref Unsafe.Add(ref MemoryMarshal.GetReference(to), at);
        ref byte source = ref Unsafe.Subtract(ref target, distance);
        if (distance >= Step)
        {
            for (int i = 0; i < length; i += Step)
                Vector128.LoadUnsafe(ref source, (nuint)i).StoreUnsafe(ref target, (nuint)i);
        }
        else if (distance >= sizeof(ulong))
        {
            for (int i = 0; i < length; i += sizeof(ulong))
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, i), Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, i)));
        }
        else if (distance == 1)
        {
            to.Slice(at, length).Fill(source);
        }
        else
        {
            for (int i = 0; i < length; i++)
                Unsafe.Add(ref target, i) = Unsafe.Add(ref source, i);
        }
    }

    // The length of a match that its three bits do not hold; -1 where the stream ends within it, or it makes no sense.
    private static int Length(ReadOnlySpan<byte> from, ref int read, ref int halfAt)
    {
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
