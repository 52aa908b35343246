using System.Buffers.Binary;

namespace Fathom.Formats.PerfData;

/// <summary>A part of a file.</summary>
/// <param name="Offset">First byte.</param>
/// <param name="Size">Bytes.</param>
internal readonly record struct FileSection(ulong Offset, ulong Size)
{
    public const int Bytes = 16;

    public static FileSection Parse(ReadOnlySpan<byte> bytes) =>
        new(BinaryPrimitives.ReadUInt64LittleEndian(bytes), BinaryPrimitives.ReadUInt64LittleEndian(bytes[8..]));

    /// <summary>Whether all of it lies in a file of some length.</summary>
    public bool IsWithin(long length) => Offset <= (ulong)length && Size <= (ulong)length - Offset;
}
