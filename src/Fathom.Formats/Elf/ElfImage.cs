using System.Buffers.Binary;

namespace Fathom.Formats.Elf;

/// <summary>The headers of an ELF program or library: what identifies it, and which parts of its memory are written to.</summary>
/// <remarks>
/// <code>
/// ELF header      as in a core (see ElfCoreParser)
/// program header  0  type, 4 bytes: 1 = PT_LOAD, 4 = PT_NOTE, 0x6474e550 = PT_GNU_EH_FRAME     4  flags: 1 = code, 2 = writable     8  file offset
///                16  address     32  size in the file    40  size in memory
/// note            0  name size    4  value size    8  type: 3 = build id for the name "GNU"    12  name, value, each filled up to 4 bytes
/// </code>
/// <para>Source: elf(5). A build id is made by the linker from the content, so equal ids mean equal files.</para>
/// </remarks>
public sealed class ElfImage
{
    private const int HeaderSize = 64;
    private const int ProgramHeaderSize = 56;
    private const int MaxProgramHeaders = 1_000;
    private const int MaxNoteBytes = 64 * 1024;
    private const int LoadType = 1;
    private const int NoteType = 4;
    private const uint CallFrameType = 0x6474_e550;
    private const ushort ForAnyPlace = 3;

    private ElfImage(string? buildId, IReadOnlyList<(ulong Start, ulong End)> writableRanges, IReadOnlyList<ElfSegment> fileRanges, IReadOnlyList<ElfSegment> code)
    {
        BuildId = buildId;
        WritableRanges = writableRanges;
        FileRanges = fileRanges;
        Code = code;
    }

    /// <summary>The build id in hexadecimal digits, or null where the linker wrote none.</summary>
    public string? BuildId { get; }

    /// <summary>The parts that the program writes to, as distances from the image base, the end exclusive.</summary>
    public IReadOnlyList<(ulong Start, ulong End)> WritableRanges { get; }

    /// <summary>The parts that are mapped from the file; addresses are distances from the image base.</summary>
    public IReadOnlyList<ElfSegment> FileRanges { get; }

    /// <summary>The parts that hold code, with their size in memory. A file that holds only symbols of a program lacks their content and says a wrong place of it.</summary>
    public IReadOnlyList<ElfSegment> Code { get; }

    /// <summary>Whether the content of the code is in the file.</summary>
    public bool HasCode { get; private init; }

    /// <summary>Whether addresses in it are distances from where it lies.</summary>
    public bool IsForAnyPlace { get; private init; }

    /// <summary>Address of the sorted table before the call frame information (.eh_frame_hdr); null where there is none.</summary>
    public ulong? CallFrameHeader { get; private init; }

    /// <summary>Reads the headers. Null where they are unreadable or no ELF file.</summary>
    /// <param name="read">Reads the file, or the image where it is loaded.</param>
    /// <param name="isLoaded">Whether it is the image: then places are addresses, and offsets in the file else.</param>
    public static ElfImage? TryRead(ReadAt read, bool isLoaded)
    {
        Span<byte> header = stackalloc byte[HeaderSize];
        if (read(0, header) < HeaderSize || !header.StartsWith("\x7f"u8 + "ELF"u8) || header[4] != 2 || header[5] != 1)
            return null;
        int count = BinaryPrimitives.ReadUInt16LittleEndian(header[56..]);
        if (count > MaxProgramHeaders || BinaryPrimitives.ReadUInt16LittleEndian(header[54..]) != ProgramHeaderSize)
            return null;
        byte[] table = new byte[count * ProgramHeaderSize];
        if (read(BinaryPrimitives.ReadUInt64LittleEndian(header[32..]), table) < table.Length)
            return null;

        string? buildId = null;
        List<(ulong, ulong)> writable = [];
        List<ElfSegment> ranges = [], code = [];
        bool hasCode = false;
        ulong? callFrames = null;
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<byte> entry = table.AsSpan(i * ProgramHeaderSize, ProgramHeaderSize);
            uint type = BinaryPrimitives.ReadUInt32LittleEndian(entry);
            ulong address = BinaryPrimitives.ReadUInt64LittleEndian(entry[16..]);
            ulong offset = BinaryPrimitives.ReadUInt64LittleEndian(entry[8..]);
            ulong size = BinaryPrimitives.ReadUInt64LittleEndian(entry[32..]);
            if (type == NoteType)
                buildId ??= FindBuildId(read, isLoaded ? address : offset, size);
            if (type == CallFrameType)
                callFrames = address;
            if (type != LoadType)
                continue;
            ranges.Add(new ElfSegment(address, offset, size));
            uint flags = BinaryPrimitives.ReadUInt32LittleEndian(entry[4..]);
            ulong inMemory = BinaryPrimitives.ReadUInt64LittleEndian(entry[40..]);
            if ((flags & 2) != 0)
                writable.Add((address, address + inMemory));
            if ((flags & 1) == 0)
                continue;
            code.Add(new ElfSegment(address, offset, inMemory));
            hasCode |= size > 0;
        }

        // `perf inject --jit` writes its files of compiled code without a program header for the notes.
        if (!isLoaded)
            buildId ??= ElfSections.TryRead(read)?.BuildId();
        return new ElfImage(buildId, writable, ranges, code)
        {
            HasCode = hasCode,
            IsForAnyPlace = BinaryPrimitives.ReadUInt16LittleEndian(header[16..]) == ForAnyPlace,
            CallFrameHeader = callFrames,
        };
    }

    private static string? FindBuildId(ReadAt read, ulong offset, ulong size)
    {
        byte[] buffer = new byte[Math.Min(size, MaxNoteBytes)];
        return ElfNotes.BuildIdIn(buffer.AsSpan(0, Math.Min(read(offset, buffer), buffer.Length)));
    }
}
