using System.Buffers.Binary;

namespace Fathom.Formats.Elf;

/// <summary>The notes of one PT_NOTE range, one after the other. Ends before a note that is not whole.</summary>
public ref struct ElfNotes(ReadOnlySpan<byte> notes)
{
    private const int HeadSize = 12;
    private const uint BuildIdNote = 3;

    private ReadOnlySpan<byte> _rest = notes;

    /// <summary>The note that <see cref="MoveNext"/> came to.</summary>
    public ElfNote Current { get; private set; }

    /// <summary>The build id among notes in small hexadecimal digits; null where there is none.</summary>
    public static string? BuildIdIn(ReadOnlySpan<byte> notes)
    {
        foreach (ElfNote note in new ElfNotes(notes))
        {
            if (note.Type == BuildIdNote && note.Name.SequenceEqual("GNU\0"u8))
                return Convert.ToHexStringLower(note.Value);
        }

        return null;
    }

    /// <summary>For foreach.</summary>
    public readonly ElfNotes GetEnumerator() => this;

    /// <summary>Goes to the next note; false where no whole one follows.</summary>
    public bool MoveNext()
    {
        if (_rest.Length < HeadSize)
            return false;
        long nameSize = BinaryPrimitives.ReadUInt32LittleEndian(_rest);
        long valueSize = BinaryPrimitives.ReadUInt32LittleEndian(_rest[4..]);
        uint type = BinaryPrimitives.ReadUInt32LittleEndian(_rest[8..]);
        long valueStart = HeadSize + Aligned(nameSize);
        if (valueStart + valueSize > _rest.Length)
            return false;
        Current = new ElfNote(type, _rest.Slice(HeadSize, (int)nameSize), _rest.Slice((int)valueStart, (int)valueSize));
        _rest = _rest[(int)Math.Min(valueStart + Aligned(valueSize), _rest.Length)..];
        return true;
    }

    private static long Aligned(long size) => (size + 3) & ~3L;
}
