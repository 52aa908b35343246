using System.Buffers;
using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;
using Fathom.Storage.Parquet;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Storage.Recordings;

/// <summary>CRC-32C with the processor's own instruction: finds damaged files at the speed of memory. It is no protection against intent.</summary>
internal static class Crc32c
{
    /// <summary>Digits of a checksum as text.</summary>
    public const int Digits = 8;

    // Stays in the processor's second-level cache between being read and being summed.
    private const int BufferBytes = 256 << 10;

    /// <summary>Checksum of a file, in 8 hexadecimal digits.</summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static string OfFile(string path)
    {
        using SafeFileHandle file = File.OpenHandle(path, options: FileOptions.SequentialScan);
        return OfRanges(file, [new ByteRange(0, RandomAccess.GetLength(file))]);
    }

    /// <summary>Checksum of pieces of a file one behind the other, in 8 hexadecimal digits.</summary>
    /// <exception cref="IOException">It cannot be read, or has become shorter.</exception>
    public static string OfRanges(SafeFileHandle file, IReadOnlyList<ByteRange> ranges)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        try
        {
            uint crc = uint.MaxValue;
            foreach (ByteRange range in ranges)
            {
                for (long place = range.Start; place < range.End;)
                {
                    int read = RandomAccess.Read(file, buffer.AsSpan(0, (int)Math.Min(buffer.Length, range.End - place)), place);
                    if (read == 0)
                        throw new EndOfStreamException("it has become shorter");
                    crc = Add(crc, buffer.AsSpan(0, read));
                    place += read;
                }
            }

            return Text(crc);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <summary>Checksum of bytes, in 8 hexadecimal digits.</summary>
    public static string Of(ReadOnlySpan<byte> bytes) => Text(Add(uint.MaxValue, bytes));

    private static string Text(uint crc) => (~crc).ToString("x8", CultureInfo.InvariantCulture);

    private static uint Add(uint crc, ReadOnlySpan<byte> bytes)
    {
        ReadOnlySpan<ulong> words = MemoryMarshal.Cast<byte, ulong>(bytes);
        foreach (ulong word in words)
            crc = BitOperations.Crc32C(crc, word);
        foreach (byte rest in bytes[(words.Length * sizeof(ulong))..])
            crc = BitOperations.Crc32C(crc, rest);
        return crc;
    }
}
