using Fathom.Formats.Elf;
using Fathom.Formats.Minidump;

namespace Fathom.Sources.Subjects;

/// <summary>What is known of a file or folder before anything of it is used.</summary>
/// <param name="Path">As the user wrote it.</param>
/// <param name="Format">What it holds.</param>
/// <param name="SizeBytes">Length of the file; 0 for a folder.</param>
public sealed record FileDescription(string Path, FileFormat Format, long SizeBytes)
{
    /// <summary>Set for <see cref="FileFormats.ElfCore"/> and <see cref="FileFormats.ElfProgram"/>.</summary>
    public ElfFacts? Elf { get; init; }

    /// <summary>Set for <see cref="FileFormats.Minidump"/>.</summary>
    public MinidumpFacts? Minidump { get; init; }

    /// <summary>Whether it is a recording, packed or not.</summary>
    public bool IsRecording => Format == FileFormats.Recording || Format == FileFormats.PackedRecording;

    /// <summary>Whether it is a core dump of a Linux process.</summary>
    public bool IsCore => Format == FileFormats.ElfCore;

    /// <summary>A few words about this very file: a version, a variant, the entry of a zip; null where there is nothing to add.</summary>
    public string? Detail { get; init; }
}
