using System.Globalization;
using Fathom.Formats.Elf;
using Fathom.Formats.WindowsPdb;
using Fathom.Formats.WindowsPdb.Names;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Symbols;

/// <summary>The functions of a program or library by their place in its file.</summary>
public sealed class NativeCode
{
    private const ulong PageBytes = 4096;
    private const string NoText = "source of a Windows program";

    private readonly IReadOnlyList<ElfSegment> _parts;
    private readonly NativeLines? _lines;
    private readonly WindowsPdbFile? _pdb;
    private readonly ElfSymbols[] _symbols;

    private NativeCode(IReadOnlyList<ElfSegment> parts, ElfSymbols[] symbols, bool isComplete, string reason, NativeLines? lines = null) =>
        (_parts, _symbols, IsComplete, Reason, _lines) = (parts, symbols, isComplete, reason, lines);

    private NativeCode(WindowsPdbFile pdb, string reason)
        : this([], [], true, reason) => _pdb = pdb;

    /// <summary>Whether all functions that the linker knew are there: no other file could name more.</summary>
    public bool IsComplete { get; }

    /// <summary>Why some addresses in it have no name.</summary>
    public string Reason { get; }

    /// <summary>The function at a place of the file; null where no symbol covers it.</summary>
    public NativeFunction? Find(ulong place)
    {
        if (_pdb is not null)
        {
            return place <= uint.MaxValue && _pdb.Find((uint)place) is { } found
                ? new NativeFunction(found.IsPlain ? found.Name : DecoratedName.NameOf(found.Name), found.Offset)
                : null;
        }

        foreach (ulong address in AddressesOf(place))
        {
            foreach (ElfSymbols symbols in _symbols)
            {
                if (symbols.Find(address) is { } function)
                    return new NativeFunction(CppNames.Of(function.Name), address - function.Start);
            }
        }

        return null;
    }

    /// <summary>The source line at a place of the file, from its debug information, or why it is not known.</summary>
    internal SourceLine LineAt(ulong place)
    {
        if (_pdb is not null)
        {
            return place <= uint.MaxValue && _pdb.LineAt((uint)place) is { } at ? new SourceLine(at.Path, at.Line, null, NoText)
                : SourceLine.None(_pdb.IsOfNgen ? "compiled ahead of time by NGEN: its PDB has no line of this place"
                    : _pdb.IsStripped ? "native code: its PDB has public names only, and no lines" : "native code: its PDB has no line of this place");
        }

        if (_lines is null)
            return SourceLine.None(Reason);
        foreach (ulong address in AddressesOf(place))
        {
            if (_lines.Find(address) is { } line)
                return line;
        }

        return SourceLine.None(_lines.Reason);
    }

    /// <summary>The functions of a program of Windows.</summary>
    /// <param name="pdb">Its PDB.</param>
    /// <param name="imageBytes">Bytes of it in memory; null where that is not known.</param>
    internal static NativeCode Of(WindowsPdbFile pdb, ulong? imageBytes) => !pdb.HasPlaces
        ? None(imageBytes is { } bytes
            ? string.Create(CultureInfo.InvariantCulture, $"its PDB tells lengths of sections without their places, and they do not add up to the {bytes:N0} bytes of the image")
            : "its PDB tells lengths of sections without their places, and the trace does not tell the length of the image")
        : new(pdb, pdb.IsOfNgen ? "its PDB of NGEN has names of methods only, and none covers them"
            : pdb.IsStripped ? "its PDB has public names only, and none covers them" : "no symbol of its PDB covers them");

    /// <summary>A file without any symbols.</summary>
    internal static NativeCode None(string reason) => new([], [], false, reason);

    /// <summary>The functions of a build from all files of it.</summary>
    /// <param name="files">The program, or files with its symbols.</param>
    /// <param name="mapped">How its code was mapped; null where that is not known.</param>
    /// <param name="room">Room for the lines of all builds.</param>
    internal static NativeCode Of(IReadOnlyList<ElfFile> files, CodeRange? mapped, NativeLineRoom room)
    {
        IReadOnlyList<ElfSegment>? parts = files.FirstOrDefault(static file => file.Image.HasCode)?.Image.FileRanges ?? Placed(files[0].Image.Code, mapped);
        if (parts is null)
            return None("the file offset of its code is not known without the program itself");
        // A name out of the table of all functions goes before that of the few that others may call.
        ElfSymbols[] symbols = [.. files.Select(static file => file.Symbols!).OrderByDescending(static symbols => symbols.HasAll)];
        return symbols[0].HasAll ? new NativeCode(parts, symbols, true, "no symbol covers them", new NativeLines(files, room))
            : new NativeCode(parts, symbols, false, "it is stripped, and no file with its symbols is here", new NativeLines(files, room));
    }

    private IEnumerable<ulong> AddressesOf(ulong place) => _parts.Where(part => place >= part.FileOffset && place - part.FileOffset < part.FileSize)
        .Select(part => part.Address + (place - part.FileOffset));

    // A file that holds symbols only has lost where its code lay in the program. The mapping of that code begins at the page that it began in, and is as long as its pages.
    private static ElfSegment[]? Placed(IReadOnlyList<ElfSegment> code, CodeRange? mapped)
    {
        if (code is not [{ FileSize: < long.MaxValue } only] || mapped is not { } range || range.FileOffset % PageBytes != 0 || range.Bytes % PageBytes != 0)
            return null;
        ulong within = only.Address % PageBytes;
        return (within + only.FileSize + PageBytes - 1) / PageBytes == range.Bytes / PageBytes ? [only with { FileOffset = range.FileOffset + within }] : null;
    }
}
