using System.Buffers.Binary;

namespace Fathom.Formats.UnwindInfo;

/// <summary>A piece of code with unwind information of its own: <c>RUNTIME_FUNCTION</c>, three numbers of 4 bytes.</summary>
/// <param name="Begin">Where it begins, as a distance from what all pieces count from.</param>
/// <param name="End">Where it ends.</param>
/// <param name="Information">Where its unwind information is.</param>
public readonly record struct UnwindPiece(uint Begin, uint End, uint Information)
{
    /// <summary>Bytes of one in a table.</summary>
    public const int Size = 12;

    /// <summary>Reads one.</summary>
    /// <param name="bytes">At least <see cref="Size"/> of them.</param>
    public static UnwindPiece Read(ReadOnlySpan<byte> bytes) => new(
        BinaryPrimitives.ReadUInt32LittleEndian(bytes), BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]), BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]));
}
