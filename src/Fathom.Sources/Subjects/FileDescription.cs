namespace Fathom.Sources.Subjects;

/// <summary>What is known of a file or folder before anything of it is used.</summary>
/// <param name="Path">As the user wrote it.</param>
/// <param name="Kind">What it holds.</param>
/// <param name="SizeBytes">Length of the file; 0 for a folder.</param>
public sealed record FileDescription(string Path, FileKind Kind, long SizeBytes)
{
    /// <summary>Set for <see cref="FileKind.ElfCore"/> and <see cref="FileKind.ElfProgram"/>.</summary>
    public ElfFacts? Elf { get; init; }

    /// <summary>Set for <see cref="FileKind.Minidump"/>.</summary>
    public MinidumpFacts? Minidump { get; init; }

    /// <summary>A few words about this very file: a version, a variant, the entry of a zip; null where there is nothing to add.</summary>
    public string? Detail { get; init; }
}
