using Fathom.Files;
using Fathom.Formats;
using Fathom.Formats.Elf;
using Fathom.Sources.Machine.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Targets.Images;

/// <summary>A program or library, or the file with its symbols, as it is when it is opened.</summary>
/// <param name="Image">Its headers.</param>
/// <param name="Symbols">Its functions; null where it is of another build than was asked for, or no whole file.</param>
internal sealed record ElfFile(ElfImage Image, ElfSymbols? Symbols)
{
    /// <summary>Where it is.</summary>
    public string Path { get; private init; } = "";

    /// <summary>Reads a file once: its headers, and its functions if it is of the build.</summary>
    /// <param name="path">The file.</param>
    /// <param name="buildId">The build id in small hexadecimal digits.</param>
    /// <param name="ofOnePlace">Whether a program that is linked for one place is read too.</param>
    /// <returns>Null where it cannot be read or is no ELF file.</returns>
    public static ElfFile? TryRead(string path, string buildId, bool ofOnePlace = false)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out _);
            if (file is null)
                return null;
            ReadAt read = FileReading.ReaderOf(file);
            return ElfImage.TryRead(read, isLoaded: false) is { } image ? new ElfFile(image, image.BuildId == buildId ? ElfSymbols.TryRead(read, ofOnePlace) : null) { Path = path } : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
