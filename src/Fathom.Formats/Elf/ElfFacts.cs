using System.Buffers.Binary;

namespace Fathom.Formats.Elf;

/// <summary>
/// The head of an ELF file: <c>7F 'E' 'L' 'F'</c>, class (1 = 32 bit, 2 = 64 bit), byte order (1 = little endian, 2 = big endian); at 16 the type
/// (2 and 3 = program, 4 = core dump) and at 18 the machine, both 16 bits in that byte order.
/// </summary>
/// <param name="IsCore">A core dump.</param>
/// <param name="Machine">Number of the processor architecture.</param>
/// <param name="Is64Bit">64-bit addresses.</param>
/// <param name="IsLittleEndian">Lowest byte first.</param>
public readonly record struct ElfFacts(bool IsCore, int Machine, bool Is64Bit, bool IsLittleEndian)
{
    private const int HeaderBytes = 20;
    private const int CoreType = 4;

    /// <summary>The architecture by the name that .NET uses for it.</summary>
    public string Architecture => ElfMachine.Name(Machine);

    /// <summary>Reads the first bytes of a file; null where they are no such head.</summary>
    public static ElfFacts? Parse(ReadOnlySpan<byte> head)
    {
        if (head.Length < HeaderBytes || !head.StartsWith("\u007fELF"u8) || head[4] is not (1 or 2) || head[5] is not (1 or 2))
            return null;
        bool isLittleEndian = head[5] == 1;
        return new ElfFacts(Read(head, 16, isLittleEndian) == CoreType, Read(head, 18, isLittleEndian), head[4] == 2, isLittleEndian);
    }

    private static ushort Read(ReadOnlySpan<byte> head, int at, bool isLittleEndian) => isLittleEndian
        ? BinaryPrimitives.ReadUInt16LittleEndian(head[at..])
        : BinaryPrimitives.ReadUInt16BigEndian(head[at..]);
}
