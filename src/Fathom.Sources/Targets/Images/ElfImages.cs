using Fathom.Files;
using Fathom.Formats.Elf;
using Fathom.Sources.Machine.Files;
using Fathom.Sources.Targets.Reading;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Targets.Images;

/// <summary>The headers of programs and libraries where they lie.</summary>
internal static class ElfImages
{
    /// <summary>Those of an image where it is loaded. Null where its headers are unreadable or no ELF file.</summary>
    public static ElfImage? TryRead(ITargetMemory memory, ulong imageBase) =>
        ElfImage.TryRead((offset, buffer) => memory.Read(imageBase + offset, buffer), isLoaded: true);

    /// <summary>Those of a file. Null where it is unreadable or no ELF file.</summary>
    public static ElfImage? TryRead(string path)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out _);
            return file is null ? null : ElfImage.TryRead(FileReading.ReaderOf(file), isLoaded: false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
