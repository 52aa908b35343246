using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>Lengths of pieces of code on machines whose table of pieces does not tell them, from their unwind information.</summary>
/// <remarks>
/// <code>
/// ARM, ARM64   lowest two bits of the entry 0: place of a number whose lowest 18 bits are the length
///              else: the information itself; 11 bits from bit 2 are the length
///              in instructions of 2 bytes (ARM) or 4 bytes (ARM64)
/// x86          place of a number that is the length in bytes
/// </code>
/// <para>Source: "ARM64 exception handling", Microsoft; win32 structures of dotnet/runtime for x86, which Windows has none for.</para>
/// </remarks>
internal sealed class UnwindLengths
{
    private const int EntrySize = 8;

    private readonly byte[] _bytes;
    private readonly uint _start;
    private readonly uint _mask;
    private readonly uint _instructionSize;

    private UnwindLengths(byte[] bytes, uint start, ReadyToRunArchitecture architecture)
    {
        _bytes = bytes;
        _start = start;
        (_mask, _instructionSize) = architecture switch { ReadyToRunArchitecture.X86 => (uint.MaxValue, 1u), ReadyToRunArchitecture.Arm => (0x3_ffffu, 2u), _ => (0x3_ffffu, 4u) };
    }

    /// <summary>Reads the part of the image in which the information is, in one go.</summary>
    /// <param name="image">The image.</param>
    /// <param name="table">The pieces.</param>
    /// <param name="architecture">x86, ARM or ARM64.</param>
    public static UnwindLengths Read(ImageBytes image, byte[] table, ReadyToRunArchitecture architecture)
    {
        uint first = uint.MaxValue, last = 0;
        for (int at = 4; at + sizeof(uint) <= table.Length; at += EntrySize)
        {
            uint place = BinaryPrimitives.ReadUInt32LittleEndian(table.AsSpan(at));
            if ((place & 3) == 0)
                (first, last) = (Math.Min(first, place), Math.Max(last, place));
        }

        byte[] bytes = first > last ? [] : image.ReadSome(new PeDirectory(first, last - first + sizeof(uint)));
        return new UnwindLengths(bytes, first, architecture);
    }

    /// <summary>Bytes of the piece with this information; null where it is not in the file.</summary>
    public uint? Of(uint information)
    {
        if ((information & 3) != 0)
            return _mask == uint.MaxValue ? null : ((information >> 2) & 0x7ff) * _instructionSize;
        uint at = information - _start;
        return information < _start || at + (ulong)sizeof(uint) > (ulong)_bytes.Length
            ? null
            : (BinaryPrimitives.ReadUInt32LittleEndian(_bytes.AsSpan((int)at)) & _mask) * _instructionSize;
    }
}
