using System.Buffers.Binary;

namespace Fathom.Formats.UnwindInfo;

/// <summary>Reads how managed code sets its frame pointer, which stands behind the instructions that its unwind information describes.</summary>
/// <remarks>
/// <code>
/// C5 F8 77                  vzeroupper, which may stand before
/// 48 8D 6C 24 distance      lea rbp, [rsp + 1 byte]
/// 48 8D AC 24 distance      lea rbp, [rsp + 4 bytes]
/// 48 8B EC, 48 89 E5        mov rbp, rsp
/// </code>
/// </remarks>
public static class FramePointerSetting
{
    /// <summary>Most bytes that are looked at.</summary>
    public const int MostBytes = 11;

    private static ReadOnlySpan<byte> ClearVectors => [0xC5, 0xF8, 0x77];

    /// <summary>How far the frame pointer is from the stack pointer.</summary>
    /// <param name="code">The code behind the prolog.</param>
    /// <returns>Null where it is not set there.</returns>
    public static int? Distance(ReadOnlySpan<byte> code)
    {
        if (code.StartsWith(ClearVectors))
            code = code[ClearVectors.Length..];
        return code switch
        {
            [0x48, 0x8D, 0x6C, 0x24, var distance, ..] => (sbyte)distance,
            [0x48, 0x8D, 0xAC, 0x24, _, _, _, _, ..] => BinaryPrimitives.ReadInt32LittleEndian(code[4..]),
            [0x48, 0x8B, 0xEC, ..] or [0x48, 0x89, 0xE5, ..] => 0,
            _ => null,
        };
    }
}
