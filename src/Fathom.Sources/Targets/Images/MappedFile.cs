namespace Fathom.Sources.Targets.Images;

/// <summary>A part of a file that the process had mapped, whether or not the core holds its pages.</summary>
/// <param name="Start">First address.</param>
/// <param name="End">End, exclusive.</param>
/// <param name="FileOffset">Offset in the file of the byte at <paramref name="Start"/>.</param>
/// <param name="Path">Path as the process saw it.</param>
internal readonly record struct MappedFile(ulong Start, ulong End, ulong FileOffset, string Path)
{
    /// <summary>What the kernel maps at least, in bytes.</summary>
    public const ulong PageBytes = 4_096;

    private const string DeletedSuffix = " (deleted)";

    /// <summary>Whether the file had been removed or replaced by the time of the core.</summary>
    public bool IsDeleted => Path.EndsWith(DeletedSuffix, StringComparison.Ordinal);

    /// <summary>A path without the kernel's mark of a deleted file.</summary>
    public static string WithoutMark(string path) => path.EndsWith(DeletedSuffix, StringComparison.Ordinal) ? path[..^DeletedSuffix.Length] : path;
}
