using System.Text;

namespace Fathom.Formats.Dwarf;

/// <summary>The names of the source files of a unit.</summary>
/// <remarks>
/// <code>
/// versions 2 to 4   folders: texts, from number 1 on, an empty one behind the last; 0 is the folder that the compiler ran in
///                   files, from number 1 on: text, numbers of its folder, its time and its size; an empty text behind the last
/// version 5         folders, from number 0 on, which is the folder that the compiler ran in; files, from number 0 on; each of both tables:
///                   1 byte: number of fields    for each field what it is and its form, numbers    number of entries    the entries
/// field             1 path, 2 number of the folder; others are passed over
/// form              <see cref="DwarfForm"/>
/// </code>
/// </remarks>
/// <param name="forms">Reads fields.</param>
internal sealed class FileTable(DwarfForm forms)
{
    private const int Version5 = 5;
    private const ulong Name = 1;
    private const ulong Folder = 2;
    private const int AddressBytes = 8;
    private const int MaxText = 4_096;

    /// <summary>The path of a file; empty where it has none.</summary>
    /// <param name="unit">The unit.</param>
    /// <param name="file">Number of the file.</param>
    /// <param name="added">Where files are that the program adds, in their order.</param>
    /// <param name="home">The folder that the compiler ran in, for versions that do not have it here; empty where it is not known.</param>
    public string PathOf(LineUnit unit, uint file, IReadOnlyList<int> added, string home)
    {
        bool isFound = unit.Version == Version5
            ? InFields(unit, file, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> folder, ref home)
            : InTexts(unit, file, added, out name, out folder);
        return isFound && !name.IsEmpty ? Joined(home, Joined(Text(folder), Text(name))) : "";
    }

    private static bool InTexts(LineUnit unit, uint file, IReadOnlyList<int> added, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> folder)
    {
        name = folder = [];
        if (file == 0)
            return false;
        ReadOnlySpan<byte> head = unit.Bytes[..unit.Program];
        DwarfCursor cursor = new(head, unit.Files);
        while (!cursor.Text().IsEmpty)
        {
        }

        uint number = 0;
        ulong folderNumber = 0;
        while (number < file)
        {
            ReadOnlySpan<byte> next = cursor.Text();
            if (next.IsEmpty)
                break;
            name = next;
            folderNumber = FolderNumber(ref cursor);
            number++;
        }

        if (number < file)
        {
            uint index = file - number - 1;
            if (index >= added.Count)
                return false;
            DwarfCursor own = new(unit.Bytes, added[(int)index]);
            name = own.Text();
            folderNumber = FolderNumber(ref own);
        }

        DwarfCursor folders = new(head, unit.Files);
        for (ulong i = 0; i < folderNumber; i++)
        {
            folder = folders.Text();
            if (folder.IsEmpty)
                break;
        }

        return true;
    }

    // Reads all that is behind the name.
    private static ulong FolderNumber(ref DwarfCursor cursor)
    {
        ulong folder = cursor.Unsigned();
        cursor.Unsigned();
        cursor.Unsigned();
        return folder;
    }

    private bool InFields(LineUnit unit, uint file, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> folder, ref string home)
    {
        folder = [];
        UnitForm form = new(unit.Is64Bit, unit.Version, AddressBytes);
        ReadOnlySpan<byte> head = unit.Bytes[..unit.Program];
        DwarfCursor cursor = new(head, unit.Files), again = cursor, onceMore = cursor;
        TryEntry(ref cursor, ulong.MaxValue, form, out _, out _);
        if (!TryEntry(ref cursor, file, form, out name, out ulong folderNumber))
            return false;
        if (TryEntry(ref again, 0, form, out ReadOnlySpan<byte> first, out _))
            home = Text(first);
        if (folderNumber > 0)
            TryEntry(ref onceMore, folderNumber, form, out folder, out _);
        return true;
    }

    // Reads a table up to an entry; to its end, and false, where it has none of that number.
    private bool TryEntry(scoped ref DwarfCursor cursor, ulong wanted, UnitForm form, out ReadOnlySpan<byte> name, out ulong folder)
    {
        name = [];
        folder = 0;
        Span<(ulong What, ulong How)> fields = stackalloc (ulong, ulong)[cursor.Byte()];
        for (int i = 0; i < fields.Length; i++)
            fields[i] = (cursor.Unsigned(), cursor.Unsigned());
        ulong count = cursor.Unsigned();
        for (ulong entry = 0; entry < count && !cursor.IsAtEnd; entry++)
        {
            int begin = cursor.At;
            foreach ((ulong what, ulong how) in fields)
            {
                if (!forms.TryRead(ref cursor, how, form, out ReadOnlySpan<byte> text, out ulong number))
                    return false;
                if (entry == wanted && what == Name)
                    name = text;
                else if (entry == wanted && what == Folder)
                    folder = number;
            }

            if (entry == wanted)
                return !cursor.IsDamaged;
            // An entry without bytes could be there any number of times.
            if (cursor.At == begin)
                return false;
        }

        return false;
    }

    private static string Text(ReadOnlySpan<byte> text) => Encoding.UTF8.GetString(text.Length > MaxText ? text[..MaxText] : text);

    private static string Joined(string folder, string path) =>
        folder.Length == 0 || IsAbsolute(path) ? path : path.Length == 0 ? folder : $"{folder.TrimEnd('/')}/{path}";

    // Compilers on Windows write their own form of paths.
    private static bool IsAbsolute(string path) => path is ['/' or '\\', ..] or [_, ':', ..];
}
