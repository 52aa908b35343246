using Fathom.Formats;
using Fathom.Formats.ReadyToRun;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.ReadyToRun;

/// <summary>Images of compiled code: our own small ones, which <c>eng/make-r2r-data</c> makes, and those of the runtime that runs the tests.</summary>
internal static class ReadyToRunFiles
{
    private static readonly string s_folder = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "ReadyToRun", "data");

    /// <summary>Names of our own.</summary>
    public static readonly string[] Own = ["composite.r2r", "split", "arm64", "x86"];

    /// <summary>The folder of the runtime that runs the tests.</summary>
    public static string RuntimeFolder { get; } = Path.GetDirectoryName(typeof(object).Assembly.Location)!;

    /// <summary>An image of our own.</summary>
    public static byte[] Read(string name) => File.ReadAllBytes(Path.Combine(s_folder, name + ".dll"));

    /// <summary>What the compiler says of it.</summary>
    public static List<MapLine> Map(string name) => MapLine.Read(Path.Combine(s_folder, name.Replace(".r2r", "", StringComparison.Ordinal) + ".map"));

    /// <summary>Finds the assemblies of our own images, and those of the runtime.</summary>
    public static ReadAt? Find(string assembly) =>
        new[] { s_folder, RuntimeFolder }.Select(folder => Path.Combine(folder, assembly + ".dll")).FirstOrDefault(File.Exists) is { } path ? Reader(File.ReadAllBytes(path)) : null;

    /// <summary>Reads a file in memory.</summary>
    public static ReadAt Reader(byte[] content) => (offset, buffer) =>
    {
        if (offset >= (ulong)content.Length)
            return 0;
        int count = Math.Min(buffer.Length, content.Length - (int)offset);
        content.AsSpan((int)offset, count).CopyTo(buffer);
        return count;
    };

    /// <summary>Reads an image that is whole.</summary>
    public static ReadyToRunImage Open(byte[] content, AssemblyLookup? lookup = null)
    {
        ReadyToRunImage? image = ReadyToRunImage.TryRead(content, lookup ?? Find, out string? reason);
        Assert.Null(reason);
        Assert.Null(image!.Problem);
        return image;
    }
}
