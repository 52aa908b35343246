using System.Globalization;
using System.Text;
using Fathom.Formats.WindowsPdb.Names;

namespace Fathom.Formats.WindowsPdb;

/// <summary>
/// Names and lines of native code: the PDB that the linker of Windows writes beside a program. It has functions with their lengths for
/// each object file, unless these were removed (stripped), as from
/// those that Microsoft publishes; and public names, which have no length.
/// </summary>
/// <remarks>
/// <para>Nothing in it is trusted: what makes no sense has no name, and what is kept in memory is bounded.</para>
/// <para>Source: the published sources of the format (microsoft-pdb) and the description of it by LLVM.</para>
/// </remarks>
public sealed class WindowsPdbFile
{
    private const int LongestName = 4096;
    private const int MostKeptModules = 4096;
    private const int MostKeptFunctions = 4 << 20;
    private const long MostLineBytes = 64 << 20;
    private const int TextsAt = 12;

    // Names of NGEN have no length, and nothing tells where code ends; the longest method of three libraries has 23 KB.
    private const uint LongestNgenCode = 64 << 10;

    private readonly MsfFile _file;
    private readonly PdbDirectory _directory;
    private readonly PdbModules _modules;
    private readonly PublicNames _names;
    private readonly Dictionary<int, ModuleFunctions> _functions = [];
    private readonly Dictionary<int, ModuleLines> _lines = [];
    private int _functionCount;
    private long _lineBytes;

    private WindowsPdbFile(MsfFile file, PdbDirectory directory)
    {
        (_file, _directory) = (file, directory);
        _modules = PdbModules.Read(file, directory);
        _names = PublicNames.Read(file, directory);
    }

    /// <summary>Its identity, as the program repeats it: digits of the GUID and age.</summary>
    public string Key => KeyOf(_directory.Id, _directory.Age.Debug);

    /// <summary>Whether it has public names only, because the others were removed.</summary>
    public bool IsStripped => _directory.IsStripped;

    /// <summary>Whether it is of code that NGEN compiled ahead of time: it has names of methods, no lengths and no lines.</summary>
    public bool IsOfNgen => _directory.IsOfNgen;

    /// <summary>Whether it is known where its code lies. One of NGEN does not tell; the length of its image must.</summary>
    public bool HasPlaces => !_directory.Places.IsEmpty;

    /// <summary>Public names of code.</summary>
    public int PublicCount => _names.Count;

    /// <summary>The identity of a PDB in small digits, as it stands in tables and, in large ones, in folders of symbols.</summary>
    /// <param name="id">The GUID of its build.</param>
    /// <param name="age">How often it was written.</param>
    public static string KeyOf(Guid id, uint age) => string.Create(CultureInfo.InvariantCulture, $"{id:N}{age:x}");

    /// <summary>Reads a file.</summary>
    /// <param name="read">Reads it; it stays open.</param>
    /// <param name="length">Its length in bytes.</param>
    /// <param name="key">The identity that it must have; null for any. One of another build is not read further.</param>
    /// <param name="isOther">Whether it has another one.</param>
    /// <param name="imageBytes">Bytes of the program in memory; null where that is not known.</param>
    /// <returns>Null where it is of another build, no such file, or damaged.</returns>
    public static WindowsPdbFile? TryRead(ReadAt read, long length, string? key, out bool isOther, ulong? imageBytes = null)
    {
        isOther = false;
        if (MsfFile.TryOpen(read, length) is not { } file || PdbDirectory.TryRead(file, imageBytes) is not { } directory)
            return null;
        isOther = key is not null && key != KeyOf(directory.Id, directory.Age.Debug) && key != KeyOf(directory.Id, directory.Age.File);
        return isOther || (directory.Places.IsEmpty && !directory.IsOfNgen) ? null : new WindowsPdbFile(file, directory);
    }

    /// <summary>The function that code belongs to.</summary>
    /// <param name="rva">The place of the code, from the start of the program.</param>
    /// <returns>Null where none is known. A public name counts up to the end of the piece that the linker took with it.</returns>
    public PdbFunction? Find(uint rva)
    {
        if (_directory.Places.Before(rva) is not { } place || _directory.Places.EndOf(place) is not { } end)
            return null;
        PdbContribution? piece = _modules.PieceAt(place);
        if (piece is { } of && _modules.Find(of.Module) is { } module && FunctionsOf(of.Module, module).Find(place) is var (begin, nameAt)
            && Text(module.Stream, nameAt) is { Length: > 0 } plain)
        {
            return new PdbFunction(plain, place - begin, IsPlain: true);
        }

        if (_names.Last(place) is not { } start || _directory.Places.EndOf(start) != end || (piece is { } whole ? start < whole.Rva : _modules.PieceAt(start) is not null))
            return null;
        if (IsOfNgen && place - start >= LongestNgenCode)
            return null;
        return NameAt(start) is not { } name ? null
            : IsOfNgen ? new PdbFunction(NgenName.Of(name), place - start, IsPlain: true) : new PdbFunction(name, place - start, IsPlain: false);
    }

    /// <summary>The line of source that code is of.</summary>
    /// <param name="rva">The place of the code, from the start of the program.</param>
    /// <returns>Null where none is known.</returns>
    public PdbSourceLine? LineAt(uint rva)
    {
        if (_directory.Places.Before(rva) is not { } place || _modules.PieceAt(place) is not { } piece || _modules.Find(piece.Module) is not { } module
            || LinesOf(piece.Module, module)?.Find(place) is not var (line, nameAt))
        {
            return null;
        }

        return Text(_directory.Names, TextsAt + (long)nameAt) is { Length: > 0 } path ? new PdbSourceLine(path, line) : null;
    }

    private ModuleFunctions FunctionsOf(int number, PdbModule module)
    {
        if (_functions.TryGetValue(number, out ModuleFunctions? functions))
            return functions;
        functions = ModuleFunctions.Read(_file, module, _directory.Places);
        if (_functions.Count >= MostKeptModules || _functionCount + functions.Count > MostKeptFunctions)
        {
            _functions.Clear();
            _functionCount = 0;
        }

        _functions.Add(number, functions);
        _functionCount += functions.Count;
        return functions;
    }

    private ModuleLines? LinesOf(int number, PdbModule module)
    {
        if (_lines.TryGetValue(number, out ModuleLines? lines))
            return lines;
        lines = ModuleLines.Read(_file, module, _directory.Places);
        if (_lines.Count >= MostKeptModules || _lineBytes + lines.SizeBytes > MostLineBytes)
        {
            _lines.Clear();
            _lineBytes = 0;
        }

        _lines.Add(number, lines);
        _lineBytes += lines.SizeBytes;
        return lines;
    }

    // Of several names for one place the shortest, then the first of the alphabet: the linker folds functions of equal code into one.
    private string? NameAt(uint start)
    {
        string? best = null;
        foreach (uint at in _names.At(start))
        {
            string name = Text(_directory.Symbols, at);
            if (name.Length > 0 && (best is null || name.Length < best.Length || (name.Length == best.Length && string.CompareOrdinal(name, best) < 0)))
                best = name;
        }

        return best;
    }

    private string Text(int stream, long at)
    {
        Span<byte> bytes = stackalloc byte[LongestName];
        bytes = bytes[.._file.Read(stream, at, bytes)];
        int end = bytes.IndexOf((byte)0);
        return end <= 0 ? "" : Encoding.UTF8.GetString(bytes[..end]);
    }
}
