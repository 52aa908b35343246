using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>The headers of a PE file.</summary>
/// <remarks>
/// <code>
/// file             0 "MZ"    60 place of the PE header
/// PE header        0 "PE", 0, 0    4 machine, 2 bytes    6 number of sections, 2 bytes    8 time stamp    20 size of the optional header, 2 bytes
/// optional header  0 0x10b = 32 bits, 0x20b = 64 bits    56 size of the image in memory    92 or 108 number of directories    96 or 112 directories
/// directory        0 place in memory    4 size
/// section          8 size in memory    12 place in memory    16 size in the file    20 place in the file;    40 bytes each, behind the optional header
/// </code>
/// <para>Source: "PE Format", Microsoft. Places in memory (RVA) are distances from the image base.</para>
/// </remarks>
internal sealed class PeHeaders
{
    private const int SectionSize = 40;
    private const int MaxSections = 1_000;
    private const int MaxOptionalHeader = 4_096;
    private const int DirectoryCount = 16;

    private readonly PeDirectory[] _directories = new PeDirectory[DirectoryCount];
    private PeSection[] _sections = [];

    private PeHeaders()
    {
    }

    /// <summary>The machine that the code is for, mixed with a number of the operating system.</summary>
    public ushort Machine { get; private init; }

    /// <summary>What the linker wrote as time, a hash of the content today.</summary>
    public uint TimeStamp { get; private init; }

    /// <summary>Bytes of the image in memory.</summary>
    public uint SizeOfImage { get; private set; }

    /// <summary>The directory with a number, as the format counts them.</summary>
    public PeDirectory Directory(int number) => _directories[number];

    /// <summary>Reads the headers at the start of a file, and no more of it.</summary>
    /// <param name="read">Reads the file.</param>
    /// <returns>Null where it is no PE file, or one that is cut off within them.</returns>
    public static PeHeaders? TryRead(ReadAt read)
    {
        Span<byte> start = stackalloc byte[64];
        Span<byte> header = stackalloc byte[24];
        if (read(0, start) < start.Length || !start.StartsWith("MZ"u8))
            return null;
        ulong place = BinaryPrimitives.ReadUInt32LittleEndian(start[60..]);
        if (read(place, header) < header.Length || !header.StartsWith("PE\0\0"u8))
            return null;
        int sections = BinaryPrimitives.ReadUInt16LittleEndian(header[6..]);
        int optionalSize = BinaryPrimitives.ReadUInt16LittleEndian(header[20..]);
        if (sections > MaxSections || optionalSize > MaxOptionalHeader)
            return null;
        byte[] rest = new byte[optionalSize + (sections * SectionSize)];
        if (read(place + (ulong)header.Length, rest) < rest.Length)
            return null;
        PeHeaders headers = new()
        {
            Machine = BinaryPrimitives.ReadUInt16LittleEndian(header[4..]),
            TimeStamp = BinaryPrimitives.ReadUInt32LittleEndian(header[8..]),
        };
        return headers.ReadOptional(rest.AsSpan(0, optionalSize)) && headers.ReadSections(rest.AsSpan(optionalSize)) ? headers : null;
    }

    /// <summary>Where a place of memory stands in the file, and how many bytes follow it there in its section; no bytes where it is in no section.</summary>
    public (ulong Offset, uint Bytes) Locate(uint rva)
    {
        foreach (PeSection section in _sections)
        {
            if (section.BytesFrom(rva) is > 0 and uint bytes)
                return (section.FileOffset + (ulong)(rva - section.Rva), bytes);
        }

        return default;
    }

    /// <summary>Where a place of the file is in memory, from the image base; null where it is in no section.</summary>
    public uint? RvaOf(ulong fileOffset)
    {
        foreach (PeSection section in _sections)
        {
            if (section.HasFileOffset(fileOffset))
                return section.Rva + (uint)(fileOffset - section.FileOffset);
        }

        return null;
    }

    private bool ReadOptional(ReadOnlySpan<byte> optional)
    {
        if (optional.Length < 2)
            return false;
        int counted = BinaryPrimitives.ReadUInt16LittleEndian(optional) switch { 0x10b => 92, 0x20b => 108, _ => int.MaxValue - 8 };
        if (optional.Length < counted + 4)
            return false;
        SizeOfImage = BinaryPrimitives.ReadUInt32LittleEndian(optional[56..]);
        uint count = Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(optional[counted..]), DirectoryCount);
        ReadOnlySpan<byte> directories = optional[(counted + 4)..];
        for (int i = 0; i < count && directories.Length >= (i + 1) * 8; i++)
            _directories[i] = new PeDirectory(BinaryPrimitives.ReadUInt32LittleEndian(directories[(i * 8)..]), BinaryPrimitives.ReadUInt32LittleEndian(directories[((i * 8) + 4)..]));
        return true;
    }

    private bool ReadSections(ReadOnlySpan<byte> table)
    {
        _sections = new PeSection[table.Length / SectionSize];
        for (int i = 0; i < _sections.Length; i++)
        {
            ReadOnlySpan<byte> entry = table.Slice(i * SectionSize, SectionSize);
            PeSection section = new(
                BinaryPrimitives.ReadUInt32LittleEndian(entry[12..]),
                BinaryPrimitives.ReadUInt32LittleEndian(entry[8..]),
                BinaryPrimitives.ReadUInt32LittleEndian(entry[20..]),
                BinaryPrimitives.ReadUInt32LittleEndian(entry[16..]));
            if (section.Rva > uint.MaxValue - section.SizeInMemory || section.Rva > uint.MaxValue - section.SizeInFile)
                return false;
            _sections[i] = section;
        }

        return true;
    }
}
