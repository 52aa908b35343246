using Fathom.Formats;
using Fathom.Formats.WindowsPdb;
using Fathom.TestSupport;

namespace Fathom.Tests.Formats.WindowsPdb;

/// <summary>A small PDB of our own and what llvm-pdbutil says of it.</summary>
internal static class PdbFiles
{
    /// <summary>The identity of the PDB, as its program repeats it.</summary>
    public const string Key = "686a345afba2fbb64c4c44205044422e1";

    /// <summary>Where code begins in the program.</summary>
    public const uint Code = 0x1000;

    /// <summary>The folder.</summary>
    public static string Folder { get; } = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "WindowsPdb", "data");

    /// <summary>The PDB.</summary>
    public static byte[] Shop { get; } = File.ReadAllBytes(Path.Combine(Folder, "shop.pdb"));

    /// <summary>Lines of a text in the folder, without remarks, each cut at its tabs.</summary>
    public static string[][] Rows(string name) =>
        [.. File.ReadLines(Path.Combine(Folder, name)).Where(static line => !line.StartsWith('#')).Select(static line => line.Split('\t'))];

    /// <summary>Opens a PDB in memory.</summary>
    public static WindowsPdbFile? Open(byte[] content, string? key = null, ulong? imageBytes = null) =>
        WindowsPdbFile.TryRead(Reader(content), content.Length, key, out _, imageBytes);

    /// <summary>Reads a file in memory.</summary>
    public static ReadAt Reader(byte[] content) => (offset, buffer) =>
    {
        if (offset >= (ulong)content.Length)
            return 0;
        int count = Math.Min(buffer.Length, content.Length - (int)offset);
        content.AsSpan((int)offset, count).CopyTo(buffer);
        return count;
    };
}
