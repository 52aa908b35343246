namespace Fathom.Tests.Formats.Dwarf;

/// <summary>How a line table is written.</summary>
/// <param name="Version">Version of the format, 2 to 5.</param>
/// <param name="Is64Bit">Whether offsets have 8 bytes.</param>
/// <param name="InstructionBytes">Bytes of the shortest instruction.</param>
/// <param name="Operations">Operations in a word.</param>
/// <param name="LineBase">What a short opcode adds to the line at least.</param>
/// <param name="LineRange">How many different numbers of lines short opcodes add.</param>
/// <param name="OpcodeBase">The first short opcode.</param>
internal sealed record LineForm(int Version, bool Is64Bit, byte InstructionBytes, byte Operations, sbyte LineBase, byte LineRange, byte OpcodeBase)
{
    /// <summary>Forms of all versions, as compilers write them and as they could.</summary>
    public static readonly LineForm[] All =
    [
        new(2, false, 1, 1, -5, 14, 10),
        new(2, true, 1, 1, -3, 12, 13),
        new(3, false, 4, 1, -5, 14, 13),
        new(3, true, 1, 1, 1, 4, 19),
        new(4, false, 1, 1, -10, 245, 13),
        new(4, true, 2, 3, -5, 14, 13),
        new(4, false, 16, 3, -1, 4, 13),
        new(5, false, 1, 1, -5, 14, 13),
        new(5, true, 4, 1, -3, 12, 14),
        new(5, false, 1, 5, 0, 1, 30),
        new(5, false, 1, 1, -4, 10, 1),
    ];
}
