using System.Buffers.Binary;
using Fathom.Model;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Formats.Elf;

/// <summary>
/// Reads the headers of an ELF core file and refuses what cannot be read whole.
/// </summary>
/// <remarks>
/// <para>
/// A core file has an ELF header, a table of program headers, and the pages. Each program header of type PT_LOAD is a range of memory: its
/// address, where its bytes stand in the file, and how many of them were written; a range may be written in part or not at all.
/// </para>
/// <code>
/// ELF header      0  7f 'E' 'L' 'F', class (2 = 64 bit), byte order (1 = little)
///                16  type, 2 bytes: 4 = core          18  machine, 2 bytes
///                32  offset of the program headers    40  offset of the section headers
///                54  size of a program header         56  their number; 0xffff: it is 4 bytes at 44 of the first section header
/// program header  0  type, 4 bytes: 1 = PT_LOAD, 4 = PT_NOTE     4  rights: 1 = execute, 2 = write, 4 = read
///                 8  file offset    16  address    32  size in the file    40  size in memory    48  alignment: address and offset have the same rest
/// </code>
/// <para>
/// A core has no checksum. What it can be held to is its order: no two ranges hold the same byte of the file or of memory, nor a byte of the headers. All
/// writers known put the ranges one behind the other, so that a wrong offset or size nearly always lies over a neighbour.
/// </para>
/// <para>Not supported: 32-bit and big-endian files. Source: elf(5).</para>
/// </remarks>
/// <param name="file">The file.</param>
/// <param name="path">Its name for messages.</param>
/// <param name="machine">The architecture that can be read, by the name that .NET uses for it.</param>
public sealed class ElfCoreParser(SafeFileHandle file, string path, string machine)
{
    private const int HeaderSize = 64;
    private const int ProgramHeaderSize = 56;
    private const int SectionHeaderSize = 64;
    private const int CoreType = 4;
    private const int LoadType = 1;
    private const int NoteType = 4;
    private const int CountElsewhere = 0xffff;
    private const int HeadersPerRead = 1_024;

    private readonly ulong _fileSize = (ulong)RandomAccess.GetLength(file);

    /// <summary>Program headers of all kinds.</summary>
    public int ProgramHeaderCount { get; private set; }

    /// <summary>Where the notes stand in the file (see CoreNotes); filled by <see cref="Parse"/>.</summary>
    public List<ElfSegment> Notes { get; } = [];

    /// <summary>The ranges of memory that the core lists, also those that the file holds no byte of, in address order; filled by <see cref="Parse"/>.</summary>
    public List<CoreRange> Ranges { get; } = [];

    /// <summary>The ranges of memory that the file holds, in address order.</summary>
    /// <exception cref="FathomException">Something else, damaged, truncated, or of another architecture.</exception>
    public ElfSegment[] Parse()
    {
        Span<byte> header = stackalloc byte[HeaderSize];
        int length = RandomAccess.Read(file, header, 0);
        if (length < 20 || !header.StartsWith("\x7f"u8 + "ELF"u8))
            throw Refuse("is not an ELF core file", "give the core file of a .NET process");
        if (header[4] != 2 || header[5] != 1)
            throw Refuse($"is {(header[4] == 1 ? "a 32-bit" : "a big-endian")} ELF file", "fathom reads 64-bit little-endian core files");
        int type = BinaryPrimitives.ReadUInt16LittleEndian(header[16..]);
        if (type != CoreType)
            throw Refuse($"is an ELF file of type {type} and not a core (4)", "give the core file of a .NET process");
        string written = ElfMachine.Name(BinaryPrimitives.ReadUInt16LittleEndian(header[18..]));
        if (written != machine)
            throw Refuse($"is a core of an {written} process, and this is the {machine} fathom", $"read it on a machine of {written}");
        if (length < HeaderSize)
            throw Truncated(HeaderSize);

        ulong offset = BinaryPrimitives.ReadUInt64LittleEndian(header[32..]);
        int entrySize = BinaryPrimitives.ReadUInt16LittleEndian(header[54..]);
        ProgramHeaderCount = Count(header);
        if (entrySize != ProgramHeaderSize || ProgramHeaderCount == 0)
            throw Refuse($"is a damaged core file: {ProgramHeaderCount} program headers of {entrySize} bytes", "write the core again");
        EnsureFits(offset, (ulong)ProgramHeaderCount * ProgramHeaderSize);
        return ReadSegments((long)offset);
    }

    private int Count(ReadOnlySpan<byte> header)
    {
        int count = BinaryPrimitives.ReadUInt16LittleEndian(header[56..]);
        if (count != CountElsewhere)
            return count;
        ulong sections = BinaryPrimitives.ReadUInt64LittleEndian(header[40..]);
        EnsureFits(sections, SectionHeaderSize);
        Span<byte> first = stackalloc byte[SectionHeaderSize];
        RandomAccess.Read(file, first, (long)sections);
        uint large = BinaryPrimitives.ReadUInt32LittleEndian(first[44..]);
        EnsureFits(0, (ulong)large * ProgramHeaderSize);
        return checked((int)large);
    }

    private ElfSegment[] ReadSegments(long offset)
    {
        List<ElfSegment> segments = [];
        ulong expectedSize = 0;
        byte[] headers = new byte[HeadersPerRead * ProgramHeaderSize];
        for (int first = 0; first < ProgramHeaderCount; first += HeadersPerRead)
        {
            int count = Math.Min(HeadersPerRead, ProgramHeaderCount - first);
            RandomAccess.Read(file, headers.AsSpan(0, count * ProgramHeaderSize), offset + ((long)first * ProgramHeaderSize));
            for (int i = 0; i < count; i++)
            {
                ReadOnlySpan<byte> entry = headers.AsSpan(i * ProgramHeaderSize, ProgramHeaderSize);
                uint type = BinaryPrimitives.ReadUInt32LittleEndian(entry);
                if (type == LoadType)
                    AddRange(entry);
                if (type is not (LoadType or NoteType) || Range(entry, type) is not { FileSize: > 0 } segment)
                    continue;
                if (segment.FileOffset + segment.FileSize < segment.FileOffset || segment.Address + segment.FileSize < segment.Address)
                    throw Refuse($"is a damaged core file: program header {first + i} has no possible range", "write the core again");
                if (type == LoadType && BinaryPrimitives.ReadUInt64LittleEndian(entry[48..]) is > 1 and var alignment && (segment.Address - segment.FileOffset) % alignment != 0)
                    throw Refuse($"is a damaged core file: program header {first + i} is not aligned as it says", "write the core again, or copy it again from where it came from");
                expectedSize = Math.Max(expectedSize, segment.FileOffset + segment.FileSize);
                (type == LoadType ? segments : Notes).Add(segment);
            }
        }

        if (expectedSize > _fileSize)
            throw Truncated(expectedSize);
        segments.Sort((a, b) => a.Address.CompareTo(b.Address));
        Ranges.Sort((a, b) => a.Start.CompareTo(b.Start));
        EnsureApart(segments, (ulong)offset);
        return [.. segments];
    }

    private void EnsureApart(List<ElfSegment> segments, ulong programHeaders)
    {
        for (int i = 1; i < segments.Count; i++)
        {
            if (segments[i].Address < segments[i - 1].End)
                throw Refuse($"is a damaged core file: it has two ranges for the memory at {segments[i].Address:x}", "write the core again, or copy it again from where it came from");
        }

        List<(ulong Start, ulong End)> taken =
        [
            (0, HeaderSize),
            (programHeaders, programHeaders + ((ulong)ProgramHeaderCount * ProgramHeaderSize)),
            .. segments.Concat(Notes).Select(static segment => (segment.FileOffset, segment.FileOffset + segment.FileSize)),
        ];
        taken.Sort();
        for (int i = 1; i < taken.Count; i++)
        {
            if (taken[i].Start < taken[i - 1].End)
                throw Refuse($"is a damaged core file: two of its ranges hold the bytes at {taken[i].Start:N0}", "write the core again, or copy it again from where it came from");
        }
    }

    private void AddRange(ReadOnlySpan<byte> header)
    {
        ulong start = BinaryPrimitives.ReadUInt64LittleEndian(header[16..]);
        ulong size = BinaryPrimitives.ReadUInt64LittleEndian(header[40..]);
        ulong saved = BinaryPrimitives.ReadUInt64LittleEndian(header[32..]);
        if (size > 0 && start + size > start)
            Ranges.Add(new CoreRange(start, start + size, Math.Min(saved, size), BinaryPrimitives.ReadUInt32LittleEndian(header[4..])));
    }

    // Notes take no memory, so only memory can be shorter than what stands in the file.
    private static ElfSegment Range(ReadOnlySpan<byte> header, uint type)
    {
        ulong sizeInFile = BinaryPrimitives.ReadUInt64LittleEndian(header[32..]);
        ulong sizeInMemory = BinaryPrimitives.ReadUInt64LittleEndian(header[40..]);
        return new ElfSegment(
            BinaryPrimitives.ReadUInt64LittleEndian(header[16..]),
            BinaryPrimitives.ReadUInt64LittleEndian(header[8..]),
            type == LoadType ? Math.Min(sizeInFile, sizeInMemory) : sizeInFile);
    }

    private void EnsureFits(ulong offset, ulong size)
    {
        if (offset > _fileSize || size > _fileSize - offset)
            throw Truncated(offset + size < offset ? ulong.MaxValue : offset + size);
    }

    private FathomException Truncated(ulong expectedSize) => Refuse(
        $"is truncated: it has {_fileSize:N0} bytes and must have {expectedSize:N0}",
        "copy or write the core again; the disk or a limit on core size may have cut it off");

    private FathomException Refuse(string what, string nextStep) => FathomException.Target($"'{path}' {what}.", nextStep);
}
