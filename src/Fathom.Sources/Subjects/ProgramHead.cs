using System.Buffers.Binary;

namespace Fathom.Sources.Subjects;

/// <summary>Programs and dumps of other systems, by their first bytes.</summary>
internal static class ProgramHead
{
    private const int PeOffsetOffset = 0x3C;

    public static FileDescription? Recognize(FileDescription file, ReadOnlySpan<byte> head)
    {
        if (head.StartsWith("PAGEDUMP"u8) || head.StartsWith("PAGEDU64"u8))
            return file with { Kind = FileKind.WindowsKernelDump };
        if (IsMachO(head))
            return file with { Kind = FileKind.MachO };
        return IsPortableExecutable(head) ? file with { Kind = FileKind.PortableExecutable } : null;
    }

    private static bool IsMachO(ReadOnlySpan<byte> head) =>
        head.Length >= sizeof(uint) && BinaryPrimitives.ReadUInt32LittleEndian(head) is 0xFEEDFACE or 0xFEEDFACF;

    // "MZ", and at 3Ch the offset of "PE\0\0".
    private static bool IsPortableExecutable(ReadOnlySpan<byte> head)
    {
        if (!head.StartsWith("MZ"u8) || head.Length < PeOffsetOffset + sizeof(uint))
            return false;
        uint at = BinaryPrimitives.ReadUInt32LittleEndian(head[PeOffsetOffset..]);
        return at <= head.Length - 4 && head[(int)at..].StartsWith("PE\0\0"u8);
    }
}
