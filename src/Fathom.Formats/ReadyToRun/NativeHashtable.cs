using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>The elements of a hash table, without their keys.</summary>
/// <remarks>
/// <code>
/// head    1 byte: lowest two bits 0, 1 or 2 = the table has 1, 2 or 4 bytes per bucket; above them the logarithm of the number of buckets
/// table   where each bucket is, from here, and where the last one ends
/// bucket  entries: lowest byte of the hash, number with a sign: distance of the element from this number
/// </code>
/// </remarks>
internal static class NativeHashtable
{
    /// <summary>Places of all elements in the section.</summary>
    /// <param name="bytes">The section.</param>
    /// <param name="isWhole">False where a part of it makes no sense; the rest is given.</param>
    public static List<int> Elements(ReadOnlySpan<byte> bytes, out bool isWhole)
    {
        List<int> elements = [];
        isWhole = false;
        if (bytes.IsEmpty || (bytes[0] & 3) == 3 || bytes[0] >> 2 > 24)
            return elements;
        int width = 1 << (bytes[0] & 3);
        int buckets = 1 << (bytes[0] >> 2);
        if ((buckets + 1L) * width > bytes.Length - 1)
            return elements;
        isWhole = true;
        // Each entry has two bytes at least: more of them than that only buckets can give that lie on one another.
        for (int bucket = 0; bucket < buckets && elements.Count <= bytes.Length / 2; bucket++)
        {
            long from = 1L + Cell(bytes, bucket, width), to = 1L + Cell(bytes, bucket + 1, width);
            isWhole &= from <= to && to <= bytes.Length && Bucket(bytes, (int)Math.Min(from, bytes.Length), (int)Math.Min(to, bytes.Length), elements);
        }

        isWhole &= elements.Count <= bytes.Length / 2;
        return elements;
    }

    private static uint Cell(ReadOnlySpan<byte> bytes, int number, int width)
    {
        ReadOnlySpan<byte> cell = bytes[(1 + (number * width))..];
        return width switch { 1 => cell[0], 2 => BinaryPrimitives.ReadUInt16LittleEndian(cell), _ => BinaryPrimitives.ReadUInt32LittleEndian(cell) };
    }

    private static bool Bucket(ReadOnlySpan<byte> bytes, int at, int end, List<int> elements)
    {
        bool isWhole = true;
        while (at < end)
        {
            int start = ++at;
            if (!NativeNumber.TryReadSigned(bytes, ref at, out int distance))
                return false;
            long place = (long)start + distance;
            if (place > 0 && place < bytes.Length)
                elements.Add((int)place);
            else
                isWhole = false;
        }

        return isWhole;
    }
}
