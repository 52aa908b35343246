using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>The pieces of code of an image, each of which is unwound in its own way: methods, their handlers (funclets) and parts that are seldom run.</summary>
/// <remarks>
/// <code>
/// x64      0 begin    4 end    8 unwind information
/// others   0 begin    4 unwind information; the end is told there (<see cref="UnwindLengths"/>), or is the beginning of the next piece (LoongArch, RISC-V)
/// </code>
/// <para>They are sorted. One more beginning, all bits set, stands behind the last.</para>
/// </remarks>
internal sealed class RuntimeFunctions
{
    private readonly uint[] _begins;
    private readonly uint[] _ends;

    private RuntimeFunctions(uint[] begins, uint[] ends) => (_begins, _ends) = (begins, ends);

    /// <summary>Number of pieces.</summary>
    public int Count => _begins.Length;

    /// <summary>Where a piece begins and ends, from the image base.</summary>
    public (uint Begin, uint End) this[int index] => (_begins[index], _ends[index]);

    /// <summary>Reads them; as many as are there.</summary>
    public static RuntimeFunctions Read(ImageBytes image, PeDirectory section, ReadyToRunArchitecture architecture, uint sizeOfImage)
    {
        byte[] table = image.ReadSome(section);
        int size = architecture == ReadyToRunArchitecture.X64 ? 12 : 8;
        int count = table.Length / size;
        uint[] begins = new uint[count], ends = new uint[count];
        // The lowest bit of an ARM address chooses between two sets of instructions.
        uint mask = architecture == ReadyToRunArchitecture.Arm ? ~1u : ~0u;
        for (int i = 0; i < count; i++)
            begins[i] = Number(table, i * size) & mask;
        UnwindLengths? lengths = architecture is ReadyToRunArchitecture.X86 or ReadyToRunArchitecture.Arm or ReadyToRunArchitecture.Arm64 ? UnwindLengths.Read(image, table, architecture) : null;
        for (int i = 0; i < count; i++)
        {
            ends[i] = size == 12 ? Number(table, (i * size) + 4)
                : lengths?.Of(Number(table, (i * size) + 4)) is { } length ? begins[i] + length
                : i + 1 < count ? begins[i + 1]
                : Math.Min(sizeOfImage, begins[i] + 1);
        }

        return new RuntimeFunctions(begins, ends);
    }

    private static uint Number(byte[] bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(at));
}
