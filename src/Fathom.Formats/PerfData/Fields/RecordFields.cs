using System.Buffers.Binary;

namespace Fathom.Formats.PerfData.Fields;

/// <summary>Fields of records.</summary>
internal static class RecordFields
{
    /// <summary>Bytes up to the first zero.</summary>
    public static ReadOnlySpan<byte> UpToZero(ReadOnlySpan<byte> bytes)
    {
        int end = bytes.IndexOf((byte)0);
        return end < 0 ? bytes : bytes[..end];
    }

    public static int I32(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadInt32LittleEndian(bytes[at..]);

    public static ushort U16(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt16LittleEndian(bytes[at..]);

    public static ulong U64(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt64LittleEndian(bytes[at..]);
}
