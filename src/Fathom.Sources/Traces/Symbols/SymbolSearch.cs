using Fathom.Sources.Targets.Images;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Symbols;

/// <summary>Finds the functions of programs and libraries of a trace. Only files of the recorded build name anything.</summary>
/// <param name="folders">Folders that the user named, searched beside where files lie usually.</param>
public sealed class SymbolSearch(IReadOnlyList<string> folders)
{
    private readonly SymbolPlaces _places = new(folders);

    /// <summary>PDBs that came with the trace; null for none.</summary>
    internal PackedPdbs? Packed { get; init; }

    /// <summary>Room for the lines of all files.</summary>
    internal NativeLineRoom LineRoom { get; init; } = new();

    /// <summary>The functions of a program or library of Windows.</summary>
    /// <param name="file">Name of its PDB; empty where the trace does not tell it.</param>
    /// <param name="key">Identity of its PDB in small digits: GUID and age.</param>
    /// <param name="imageBytes">Bytes of it in memory; null where that is not known.</param>
    public NativeCode FindPdb(string file, string key, ulong? imageBytes) => WindowsSymbols.Find(folders, Packed, file, key, imageBytes);

    /// <summary>The functions of a file.</summary>
    /// <param name="path">Path as it was recorded.</param>
    /// <param name="buildId">Its build id in small hexadecimal digits; empty where the trace does not tell it.</param>
    /// <param name="mapped">How its code was mapped; null where that is not known.</param>
    public NativeCode Find(string path, string buildId, CodeRange? mapped)
    {
        if (!SymbolPlaces.IsBuildId(buildId))
            return NativeCode.None("the trace does not hold its build id");
        List<ElfFile> found = [];
        bool isOther = false;
        foreach (string place in _places.Of(path, buildId))
        {
            Add(place);
            if (IsEnough())
                break;
        }

        foreach (string link in found.Select(static file => file.Symbols!.DebugLink).OfType<string>().Distinct().ToArray())
        {
            foreach (string place in _places.OfLink(path, link).TakeWhile(_ => !IsEnough()))
                Add(place);
        }

        return found.Count > 0 ? NativeCode.Of(found, mapped, LineRoom) : NativeCode.None(isOther ? "the files here are of another build" : "no file of its build is here");

        bool IsEnough() => found.Any(static file => file.Symbols!.HasAll) && found.Any(static file => file.Image.HasCode);

        void Add(string place)
        {
            if (ElfFile.TryRead(place, buildId, ofOnePlace: true) is not { } file)
                return;
            if (file.Symbols is null)
                isOther |= file.Image.BuildId != buildId;
            else
                found.Add(file);
        }
    }
}
