using Fathom.Formats.Elf;

namespace Fathom.Formats.Dwarf;

/// <summary>Which lines of source the instructions of a program or library come from, by its DWARF debug information.</summary>
/// <remarks>
/// <para>Section .debug_line of an ELF file has the tables of all compilation units, one behind the other. A table is kept as a program, which
/// makes its rows.</para>
/// <code>
/// unit       length of what follows: 4 bytes; where they are 0xffffffff, 8 bytes behind them, and all offsets of the unit have 8 bytes
///            version, 2 bytes: 2 to 5    version 5: bytes of an address, bytes of a segment, 1 byte each    from here to the program: offset
///            bytes of the shortest instruction    from version 4 on: operations in a word    whether rows are statements at first
///            least lines that a short opcode adds, with a sign    how many different    the first short opcode; all these 1 byte each
///            for each opcode below that, from 1 on, how many numbers follow it, 1 byte each
///            folders and files (<see cref="FileTable"/>)    the program (<see cref="LineProgram"/>)
/// sequence   rows whose addresses ascend; its last row is the end of its instructions. Each function, or each unit, has one.
/// </code>
/// <para>The folder that the compiler ran in is in the unit itself in version 5, and in .debug_info before
/// (<see cref="CompilationFolders"/>). Functions that the linker removed are left at address 0, or at the highest ones; they are passed
/// over.</para>
/// <para>Sources: "DWARF Debugging Information Format", versions 2 to 5; section 6.2 has the line tables.</para>
/// <para>Strategy: the section is held as it is. All programs are run once, and of every 128th row is kept what is needed to go on from
/// there. A place is found among these by binary search, and the rows behind it are decoded. Not read: names in other files (dwz, split
/// debug information).</para>
/// </remarks>
public sealed class LineTable
{
    private const int RowsPerPiece = 128;
    private const int BytesPerPiece = 4;
    private const int MaxPieceBytes = 64 * 1024;
    private const int MaxOverlap = 64;
    private const int FirstWithFolder = 5;

    private readonly byte[] _section;
    private readonly FileTable _files;
    private readonly List<LinePiece> _pieces = [];
    private readonly Dictionary<int, List<int>> _added = [];
    private readonly Dictionary<(int Unit, uint File), string> _paths = [];
    private ulong[] _reach = [];
    private IReadOnlyDictionary<ulong, string> _folders = new Dictionary<ulong, string>();
    private bool _needsFolders;
    private int _refused;
    private string? _firstRefusal;

    private LineTable(byte[] section, FileTable files) => (_section, _files) = (section, files);

    /// <summary>Compilation units.</summary>
    public int Units { get; private set; }

    /// <summary>Rows of all tables, with those of functions that the linker removed.</summary>
    public long Rows { get; private set; }

    /// <summary>Memory that the content of its sections takes.</summary>
    public long SizeBytes { get; private init; }

    /// <summary>What of it could not be read, as a sentence; null where all of it could.</summary>
    public string? Problem =>
        _refused == 0 ? null : $"Of its {Units} compilation units {_refused} cannot be read or are damaged: {_firstRefusal}.";

    /// <summary>The section.</summary>
    internal ReadOnlySpan<byte> Section => _section;

    /// <summary>Reads the line tables of a file.</summary>
    /// <param name="read">Reads the file; not used any more afterwards.</param>
    /// <param name="mostBytes">Most memory for the content of a section, unpacked.</param>
    /// <param name="reason">Why there is none, as a sentence about "it"; null where there is one.</param>
    /// <returns>Null where the file has none, or it cannot be read.</returns>
    public static LineTable? TryRead(ReadAt read, long mostBytes, out string? reason)
    {
        mostBytes = Math.Clamp(mostBytes, 0, Array.MaxLength);
        if (ElfSections.TryRead(read) is not { } sections)
        {
            reason = "It is not a whole ELF program or library for 64 bits with the lowest byte first.";
            return null;
        }

        if (DebugSection.Read(sections, "line", mostBytes, out reason) is not { } section)
            return null;
        byte[] names = DebugSection.Read(sections, "line_str", mostBytes, out _) ?? [];
        byte[] texts = DebugSection.Read(sections, "str", mostBytes, out _) ?? [];
        LineTable table = Read(section, names, texts);
        if (table._needsFolders)
            table._folders = CompilationFolders.Read(sections, mostBytes, new DwarfForm(names, texts));
        return table;
    }

    /// <summary>Reads the content of sections.</summary>
    internal static LineTable Read(byte[] section, byte[] names, byte[] texts)
    {
        LineTable table = new(section, new FileTable(new DwarfForm(names, texts))) { SizeBytes = (long)section.Length + names.Length + texts.Length };
        table.Index();
        return table;
    }

    /// <summary>
    /// The line of the instruction at an address; null where no table has it. Not for several threads at the same time.
    /// </summary>
    /// <param name="address">
    /// The address as the file has it: in a library, and in a program that may lie anywhere, the distance from where it lies. Of a caller take
    /// the last byte of its call, which is one less than where it returns to.
    /// </param>
    public SourceLine? Find(ulong address)
    {
        int index = IndexOf(address);
        for (int steps = 0; index >= 0 && steps < MaxOverlap && _reach[index] > address; steps++, index--)
        {
            if (_pieces[index].End > address)
                return Decode(_pieces[index], address);
        }

        return null;
    }

    /// <summary>The path of a file of a unit.</summary>
    internal string PathOf(LineUnit unit, uint file)
    {
        if (_paths.TryGetValue((unit.At, file), out string? path))
            return path;
        path = _files.PathOf(unit, file, _added.GetValueOrDefault(unit.At) ?? [], _folders.GetValueOrDefault((ulong)unit.At, ""));
        _paths.Add((unit.At, file), path);
        return path;
    }

    private SourceLine? Decode(in LinePiece piece, ulong address)
    {
        if (LineUnit.TryRead(_section, piece.Unit, out LineUnit unit, out _) is not null)
            return null;
        LineProgram program = new(unit, piece.First, piece.Next);
        LineRow found = piece.First;
        while (program.TryNext(out LineRow row) || program.FileAdded > 0)
        {
            if (program.FileAdded > 0)
                continue;
            if (row.IsEnd || row.Address > address || row.Address < found.Address)
                break;
            found = row;
        }

        return new SourceLine(PathOf(unit, found.File), Number(found.Line), Number(found.Column));
    }

    // Lines below 0 are those of a program that makes no sense.
    private static int Number(uint value) => value > int.MaxValue ? 0 : (int)value;

    private void Index()
    {
        for (int at = 0; at < _section.Length;)
        {
            string? refusal = LineUnit.TryRead(_section, at, out LineUnit unit, out int next);
            Units++;
            _needsFolders |= refusal is null && unit.Version < FirstWithFolder;
            if (refusal is null && !Index(unit))
                refusal = "a program is cut off or damaged";
            if (refusal is not null)
            {
                _refused++;
                _firstRefusal ??= refusal;
            }

            at = next;
        }

        _pieces.Sort(static (left, right) => (left.Start, left.Next).CompareTo((right.Start, right.Next)));
        _pieces.TrimExcess();
        _reach = new ulong[_pieces.Count];
        for (int i = 0; i < _reach.Length; i++)
            _reach[i] = Math.Max(_pieces[i].End, i == 0 ? 0 : _reach[i - 1]);
    }

    // False where the program is cut off or damaged.
    private bool Index(LineUnit unit)
    {
        LineProgram program = new(unit);
        LinePiece open = default;
        ulong last = 0;
        int rows = 0;
        bool isOpen = false, isNew = true, isRemoved = false, isSound = true;
        while (program.TryNext(out LineRow row) || program.FileAdded > 0)
        {
            if (program.FileAdded > 0)
            {
                Add(unit.At, program.FileAdded);
                continue;
            }

            Rows++;
            bool isBack = isOpen && row.Address < last;
            if (isOpen && (row.IsEnd || isBack || ++rows >= RowsPerPiece))
            {
                // Behind a row that goes back it is not known where the one before it ends.
                isSound &= isRemoved || Close(open, isBack ? last : row.Address, program.At);
                isOpen = false;
            }

            last = row.Address;
            if (row.IsEnd)
                isNew = true;
            if (isOpen || row.IsEnd)
                continue;
            if (isNew)
                isRemoved = row.Address is 0 or >= ulong.MaxValue - 1;
            isNew = false;
            open = new LinePiece(row.Address, 0, unit.At, program.At, row);
            (isOpen, rows) = (true, 0);
        }

        if (isOpen)
            isSound &= isRemoved || Close(open, last, program.At);
        return isSound && !program.IsDamaged;
    }

    // False where the piece makes no sense: rows that go back cost one byte each, and what is between rows is run at each look into the piece.
    private bool Close(in LinePiece piece, ulong end, int at)
    {
        if (end <= piece.Start)
            return true;
        if (_pieces.Count >= _section.Length / BytesPerPiece || at - piece.Next > MaxPieceBytes)
            return false;
        _pieces.Add(piece with { End = end });
        return true;
    }

    private void Add(int unit, int file)
    {
        if (!_added.TryGetValue(unit, out List<int>? files))
            _added.Add(unit, files = []);
        files.Add(file);
    }

    private int IndexOf(ulong address)
    {
        int low = 0, high = _pieces.Count - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_pieces[middle].Start <= address)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return high;
    }
}
