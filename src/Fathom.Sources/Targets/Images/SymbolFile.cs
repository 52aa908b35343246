using Fathom.Files;
using Fathom.Formats.Elf;
using Fathom.Sources.Machine.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Targets.Images;

/// <summary>The symbols of a program or library in a file.</summary>
internal static class SymbolFile
{
    /// <summary>Its functions. Null where it cannot be read or is no whole ELF file.</summary>
    public static ElfSymbols? TryRead(string path)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out _);
            return file is null ? null : ElfSymbols.TryRead(FileReading.ReaderOf(file));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The distance of an exported variable from the image base.</summary>
    /// <returns>Null where the file exports none of that name, cannot be read or is no whole ELF file.</returns>
    public static ulong? FindVariable(string path, ReadOnlySpan<byte> name)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out _);
            return file is null ? null : ElfSymbols.FindVariable(FileReading.ReaderOf(file), name);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
