using System.Runtime.InteropServices;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl.Fields;

/// <summary>The fields of an event that tells what the machine is: its processors and its name (SystemConfig/CPU).</summary>
/// <remarks>
/// <code>
/// u32 MHz, processors, memory in MB, bytes of a page, granularity; 256 UTF-16 units of a name, 134 of a domain; u32 hyper-threading
/// from Windows 8 on: highest address of a program (at a multiple of its size), u16 architecture, level, revision, u8 PAE, NX, u32 speed of memory
/// </code>
/// </remarks>
public readonly record struct MachineFields
{
    private const int NameUnits = 256;
    private const int DomainUnits = 134;
    private const int BehindDomain = 20 + (2 * (NameUnits + DomainUnits));
    private const long MegaByte = 1L << 20;

    /// <summary>Whether no field is missing.</summary>
    public bool IsWhole { get; private init; }

    /// <summary>Frequency of the processors.</summary>
    public uint MegaHertz { get; private init; }

    /// <summary>Number of processors.</summary>
    public uint Processors { get; private init; }

    /// <summary>Size of its memory.</summary>
    public long MemoryBytes { get; private init; }

    /// <summary>Size of a page.</summary>
    public uint PageBytes { get; private init; }

    /// <summary>Its name.</summary>
    public string Name { get; private init; }

    /// <summary>Its domain; empty for none.</summary>
    public string Domain { get; private init; }

    /// <summary>x86, x64, arm or arm64; null where the event is of before Windows 8, or has another number.</summary>
    public string? Architecture { get; private init; }

    /// <summary>Reads them.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="pointerSize">Size of addresses.</param>
    public static MachineFields Read(ReadOnlySpan<byte> payload, int pointerSize)
    {
        PayloadReader fields = new(payload, pointerSize);
        (uint megaHertz, uint processors, long megaBytes, uint page) = (fields.UInt32(), fields.UInt32(), fields.UInt32(), fields.UInt32());
        fields.UInt32();
        ReadOnlySpan<byte> name = fields.Bytes(2 * NameUnits), domain = fields.Bytes(2 * DomainUnits);
        bool isWhole = !fields.IsShort;
        int highest = BehindDomain + sizeof(uint) + (pointerSize == 8 ? sizeof(uint) : 0);
        fields.Skip(highest - BehindDomain + pointerSize);
        ushort architecture = fields.UInt16();
        return new MachineFields
        {
            IsWhole = isWhole,
            MegaHertz = megaHertz,
            Processors = processors,
            MemoryBytes = megaBytes * MegaByte,
            PageBytes = page,
            Name = Text(name),
            Domain = Text(domain),
            // The numbers of PROCESSOR_ARCHITECTURE_*.
            Architecture = fields.IsShort ? null : architecture switch { 0 => "x86", 5 => "arm", 9 => "x64", 12 => "arm64", _ => null },
        };
    }

    /// <summary>A text of UTF-16 units in a room of a fixed size.</summary>
    public static string Text(ReadOnlySpan<byte> room)
    {
        ReadOnlySpan<char> text = MemoryMarshal.Cast<byte, char>(room);
        return (text.IndexOf('\0') is >= 0 and var end ? text[..end] : text).ToString();
    }
}
