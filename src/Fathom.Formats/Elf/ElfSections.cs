using System.Runtime.InteropServices;

namespace Fathom.Formats.Elf;

/// <summary>The sections of an ELF program or library.</summary>
/// <remarks>
/// <code>
/// ELF header      16 type: 2 = program for one place, 3 = shared object or program that may lie anywhere
///                 40 offset of the section headers    58 size of one    60 their number    62 number of the section with their names
/// section header   0 offset of its name    4 type: 7 = notes, 8 = without content    8 flags    24 offset    32 size    40 number of a section that belongs to it
/// </code>
/// <para>Source: elf(5).</para>
/// </remarks>
internal sealed class ElfSections
{
    private const int HeaderSize = 64;
    private const int SectionSize = 64;
    private const int MaxSections = 10_000;
    private const int MaxNameBytes = 1 << 20;
    private const ushort ForOnePlace = 2;
    private const ushort ForAnyPlace = 3;
    private const uint Notes = 7;
    private const uint WithoutContent = 8;
    private const int MaxNoteSections = 16;
    private const ulong MaxNoteBytes = 64 * 1024;

    private readonly ReadAt _read;
    private readonly byte[] _sections;
    private readonly int _names;

    private ElfSections(ReadAt read, byte[] sections, int names, bool isForAnyPlace) => (_read, _sections, _names, IsForAnyPlace) = (read, sections, names, isForAnyPlace);

    /// <summary>How many there are.</summary>
    public int Count => _sections.Length / SectionSize;

    /// <summary>Whether addresses in it are distances from where it lies.</summary>
    public bool IsForAnyPlace { get; }

    /// <summary>Reads the headers. Null where it is no whole program or library.</summary>
    public static ElfSections? TryRead(ReadAt read)
    {
        Span<byte> header = stackalloc byte[HeaderSize];
        if (read(0, header) < HeaderSize || !header.StartsWith("\x7f"u8 + "ELF"u8) || header[4] != 2 || header[5] != 1)
            return null;
        ushort type = MemoryMarshal.Read<ushort>(header[16..]);
        int count = MemoryMarshal.Read<ushort>(header[60..]);
        if (type is not (ForOnePlace or ForAnyPlace) || count is 0 or > MaxSections || MemoryMarshal.Read<ushort>(header[58..]) != SectionSize)
            return null;
        byte[] sections = new byte[count * SectionSize];
        return read(MemoryMarshal.Read<ulong>(header[40..]), sections) < sections.Length
            ? null
            : new ElfSections(read, sections, MemoryMarshal.Read<ushort>(header[62..]), type == ForAnyPlace);
    }

    /// <summary>What a section holds.</summary>
    public uint TypeOf(int index) => MemoryMarshal.Read<uint>(Header(index)[4..]);

    /// <summary>How it is held; 0x800 = compressed.</summary>
    public ulong FlagsOf(int index) => MemoryMarshal.Read<ulong>(Header(index)[8..]);

    /// <summary>The number of the section that belongs to one, such as that of its names; it may not be there.</summary>
    public int LinkOf(int index) => (int)Math.Min(MemoryMarshal.Read<uint>(Header(index)[40..]), int.MaxValue);

    /// <summary>The number of the section of a name; null where there is none.</summary>
    public int? Find(ReadOnlySpan<byte> name)
    {
        if (Content(_names, MaxNameBytes) is not { } names)
            return null;
        for (int i = 0; i < Count; i++)
        {
            uint offset = MemoryMarshal.Read<uint>(Header(i));
            if (offset < names.Length && names.AsSpan((int)offset) is var rest && rest.Length > name.Length && rest.StartsWith(name) && rest[name.Length] == 0)
                return i;
        }

        return null;
    }

    /// <summary>The build id in small hexadecimal digits; null where no section of notes has one.</summary>
    public string? BuildId()
    {
        for (int i = 0, notes = 0; i < Count && notes < MaxNoteSections; i++)
        {
            if (TypeOf(i) != Notes)
                continue;
            notes++;
            if (Content(i, MaxNoteBytes) is { } content && ElfNotes.BuildIdIn(content) is { } found)
                return found;
        }

        return null;
    }

    /// <summary>The bytes of a section.</summary>
    /// <param name="index">Its number.</param>
    /// <param name="most">The most bytes that it may have.</param>
    /// <returns>Null where it is not there, empty, longer or not whole.</returns>
    public byte[]? Content(int index, ulong most)
    {
        if (index < 0 || index >= Count || TypeOf(index) == WithoutContent)
            return null;
        ulong offset = MemoryMarshal.Read<ulong>(Header(index)[24..]), size = MemoryMarshal.Read<ulong>(Header(index)[32..]);
        Span<byte> last = stackalloc byte[1];
        // A size that the file cannot have is noticed before memory is taken for all of it.
        if (size == 0 || size > most || offset > long.MaxValue || _read(offset + size - 1, last) < 1)
            return null;
        // All of it is read, so it need not be cleared first.
        byte[] content = GC.AllocateUninitializedArray<byte>((int)size);
        return _read(offset, content) < content.Length ? null : content;
    }

    /// <summary>Reads a part of a section, as the file has it.</summary>
    /// <param name="index">Its number.</param>
    /// <param name="at">Where the part begins in the section.</param>
    /// <param name="buffer">Gets the bytes.</param>
    /// <returns>How many bytes there are.</returns>
    public int ReadPart(int index, ulong at, Span<byte> buffer)
    {
        if (index < 0 || index >= Count || TypeOf(index) == WithoutContent)
            return 0;
        ulong offset = MemoryMarshal.Read<ulong>(Header(index)[24..]), size = MemoryMarshal.Read<ulong>(Header(index)[32..]);
        if (at >= size || offset > long.MaxValue || at > long.MaxValue)
            return 0;
        return _read(offset + at, buffer[..(int)Math.Min((ulong)buffer.Length, size - at)]);
    }

    private ReadOnlySpan<byte> Header(int index) => _sections.AsSpan(index * SectionSize, SectionSize);
}
