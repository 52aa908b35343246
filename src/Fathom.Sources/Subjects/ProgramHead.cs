using System.Buffers.Binary;
using Fathom.Formats.Elf;
using Fathom.Formats.Minidump;

namespace Fathom.Sources.Subjects;

/// <summary>Programs and dumps of processes, by their first bytes.</summary>
internal static class ProgramHead
{
    private const int PeOffsetOffset = 0x3C;

    public static FileDescription? ElfCore(FileDescription file, FileHead head) => Elf(file, head) is { Elf.IsCore: true } core ? core : null;

    public static FileDescription? Elf(FileDescription file, FileHead head) => ElfFacts.Parse(head.Bytes) is { } elf ? file with { Elf = elf } : null;

    public static FileDescription? Minidump(FileDescription file, FileHead head) =>
        head.Bytes.StartsWith("MDMP"u8) ? file with { Minidump = new MinidumpReader(head.Content).Read() } : null;

    public static FileDescription? WindowsKernelDump(FileDescription file, FileHead head) =>
        head.Bytes.StartsWith("PAGEDUMP"u8) || head.Bytes.StartsWith("PAGEDU64"u8) ? file : null;

    public static FileDescription? MachO(FileDescription file, FileHead head) =>
        head.Bytes.Length >= sizeof(uint) && BinaryPrimitives.ReadUInt32LittleEndian(head.Bytes) is 0xFEEDFACE or 0xFEEDFACF ? file : null;

    // "MZ", and at 3Ch the offset of "PE\0\0".
    public static FileDescription? PortableExecutable(FileDescription file, FileHead head)
    {
        if (!head.Bytes.StartsWith("MZ"u8) || head.Bytes.Length < PeOffsetOffset + sizeof(uint))
            return null;
        uint at = BinaryPrimitives.ReadUInt32LittleEndian(head.Bytes[PeOffsetOffset..]);
        return at <= head.Bytes.Length - 4 && head.Bytes[(int)at..].StartsWith("PE\0\0"u8) ? file : null;
    }
}
