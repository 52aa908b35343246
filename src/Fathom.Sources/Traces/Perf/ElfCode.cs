using Fathom.Formats.Elf;
using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Traces.Perf;

/// <summary>The functions of a file by their place in it.</summary>
internal sealed class ElfCode
{
    private readonly ElfImage _image;
    private readonly ElfSymbols[] _symbols;

    private ElfCode(ElfImage image, ElfSymbols[] symbols) => (_image, _symbols) = (image, symbols);

    /// <summary>Reads a file and its symbols from where they usually are. Null where it is not there or of another build than the recorded one.</summary>
    /// <param name="path">The file.</param>
    /// <param name="buildId">The build id of what was recorded; nothing is named where that is unknown.</param>
    public static ElfCode? TryRead(string path, string buildId)
    {
        if (buildId.Length == 0 || !System.IO.Path.IsPathRooted(path) || ElfImages.TryRead(path) is not { } image || image.BuildId != buildId)
            return null;
        return new ElfCode(image, [.. SymbolFiles.Of("", path, buildId)]);
    }

    /// <summary>The function at a place of the file, and how far from its start; null where no symbol covers it.</summary>
    public (FunctionSymbol Function, ulong Offset)? Find(ulong place)
    {
        foreach (ElfSegment range in _image.FileRanges)
        {
            if (place < range.FileOffset || place - range.FileOffset >= range.FileSize)
                continue;
            ulong distance = range.Address + (place - range.FileOffset);
            foreach (ElfSymbols symbols in _symbols)
            {
                if (symbols.Find(distance) is { } function)
                    return (function, distance - function.Start);
            }
        }

        return null;
    }
}
