using System.Text;
using Fathom.Formats.Elf;

namespace Fathom.Formats.Dwarf;

/// <summary>In which folder the compiler ran for each line table, which tables before version 5 do not tell.</summary>
/// <remarks>
/// <code>
/// .debug_info     unit: length as in .debug_line    version, 2 bytes
///                 version 5: kind, bytes of an address, 1 byte each    offset in .debug_abbrev    kinds 4 and 5: 8 bytes more
///                 before: offset in .debug_abbrev    bytes of an address, 1 byte
///                 then its first entry: number of its description    the values
/// .debug_abbrev   description: its number, kind of the entry    1 byte    for each value what it is and its form; 0, 0 behind the last
/// value           0x10 offset in .debug_line, 0x1b the folder; others are passed over
/// </code>
/// <para>Source: "DWARF Debugging Information Format", versions 2 to 5, section 7.5. Only the first entry of each unit is read.</para>
/// </remarks>
internal static class CompilationFolders
{
    private const uint Escape = 0xffff_ffff;
    private const int MaxUnits = 200_000;
    private const int MaxUnitHead = 4_096;
    private const int MaxDescriptions = 8_192;
    private const ulong LineTable = 0x10;
    private const ulong Folder = 0x1b;

    /// <summary>Reads them, by the offset of the line table.</summary>
    /// <param name="sections">The sections of the file.</param>
    /// <param name="mostBytes">Most memory for a section.</param>
    /// <param name="forms">Reads values.</param>
    public static Dictionary<ulong, string> Read(ElfSections sections, long mostBytes, DwarfForm forms)
    {
        Dictionary<ulong, string> folders = [];
        if (DebugSection.Open(sections, "info", mostBytes) is not { } read)
            return folders;
        if (DebugSection.Read(sections, "abbrev", mostBytes, out _) is not { } descriptions)
            return folders;
        byte[] buffer = new byte[MaxUnitHead];
        string last = "";
        ulong at = 0;
        for (int i = 0; i < MaxUnits; i++)
        {
            int there = read(at, buffer);
            DwarfCursor cursor = new(buffer.AsSpan(0, Math.Clamp(there, 0, buffer.Length)), 0);
            ulong length = cursor.UInt32();
            bool is64Bit = length == Escape;
            length = is64Bit ? cursor.UInt64() : length;
            if (cursor.IsDamaged || length > long.MaxValue)
                break;
            at += length + (ulong)cursor.At;
            bool isRead = TryEntry(ref cursor, is64Bit, descriptions, forms, out ulong? table, out ReadOnlySpan<byte> folder);
            if (!isRead || table is null || folder.IsEmpty)
                continue;
            string text = Encoding.UTF8.GetString(folder);
            // Most units have the same one.
            last = text == last ? last : text;
            folders.TryAdd(table.Value, last);
        }

        return folders;
    }

    private static bool TryEntry(
        scoped ref DwarfCursor cursor, bool is64Bit, byte[] descriptions, DwarfForm forms, out ulong? table, out ReadOnlySpan<byte> folder)
    {
        const int newest = 5, skeleton = 4, split = 5, oldest = 2;
        table = null;
        folder = [];
        int version = cursor.UInt16();
        if (version is < oldest or > newest)
            return false;
        int kind = version == newest ? cursor.Byte() : 0, addressBytes = version == newest ? cursor.Byte() : 0;
        ulong offset = cursor.Offset(is64Bit);
        if (version < newest)
            addressBytes = cursor.Byte();
        else if (kind is skeleton or split)
            cursor.UInt64();
        UnitForm unit = new(is64Bit, version, addressBytes);
        ulong number = cursor.Unsigned();
        if (offset >= (ulong)descriptions.Length || cursor.IsDamaged)
            return false;
        ReadOnlySpan<byte> behind = descriptions.AsSpan((int)offset);
        DwarfCursor description = new(behind[..Math.Min(MaxDescriptions, behind.Length)], 0);
        if (!TryFind(ref description, number))
            return false;
        while (true)
        {
            (ulong what, ulong form) = (description.Unsigned(), description.Unsigned());
            if (description.IsDamaged || (what == 0 && form == 0))
                return !description.IsDamaged;
            if (form == DwarfForm.InDescription)
                description.Signed();
            if (!forms.TryRead(ref cursor, form, unit, out ReadOnlySpan<byte> text, out ulong value))
                return false;
            if (what == LineTable)
                table = value;
            else if (what == Folder)
                folder = text;
        }
    }

    // The cursor is behind the kind of the entry then.
    private static bool TryFind(scoped ref DwarfCursor cursor, ulong number)
    {
        while (!cursor.IsDamaged && cursor.Unsigned() is > 0 and var next)
        {
            cursor.Unsigned();
            cursor.Byte();
            if (next == number)
                return !cursor.IsDamaged;
            ulong what, form;
            do
            {
                (what, form) = (cursor.Unsigned(), cursor.Unsigned());
                if (form == DwarfForm.InDescription)
                    cursor.Signed();
            }
            while (!cursor.IsDamaged && (what != 0 || form != 0));
        }

        return false;
    }
}
