using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Fathom.Serializers.Programs;

/// <summary>
/// What the build of a program depends on, as one hash: names, sizes and times of its sources and of what all programs share. The same hash means that nothing has
/// to be built again, if what the program loads besides (<see cref="ProgramInputs"/>) is the same too.
/// </summary>
internal sealed class SourceFingerprint
{
    private static readonly string[] s_shared = ["Directory.Build.props", "global.json", "NuGet.config"];

    private readonly string _common;

    /// <param name="folder">The programs.</param>
    public SourceFingerprint(ProgramFolder folder)
    {
        StringBuilder list = new();
        AddAll(list, Path.Combine(folder.Path, "Kit"));
        foreach (string file in Directory.EnumerateFiles(folder.Path).Where(static file => Path.GetExtension(file) is ".props" or ".targets").Order(StringComparer.Ordinal))
            Add(list, file);
        foreach (string name in s_shared)
            Add(list, Path.Combine(folder.Path, "..", name));
        _common = list.ToString();
    }

    /// <summary>The hash of what all programs share.</summary>
    public string Common => Hash(new StringBuilder(_common));

    /// <summary>The hash for one program.</summary>
    public string Of(ProgramProject project)
    {
        StringBuilder list = new(_common);
        AddAll(list, project.Folder);
        return Hash(list);
    }

    /// <summary>The hash of files, and of all sources below the folders of project files.</summary>
    public static string Of(IReadOnlyList<string> paths)
    {
        StringBuilder list = new();
        foreach (string path in paths)
        {
            Add(list, path);
            if (path.EndsWith("proj", StringComparison.Ordinal) && Path.GetDirectoryName(path) is { } folder && Directory.Exists(folder))
                AddAll(list, folder);
        }

        return Hash(list);
    }

    private static string Hash(StringBuilder list) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(list.ToString())));

    private static void AddAll(StringBuilder list, string folder)
    {
        foreach (string file in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Where(file => !IsBuilt(folder, file)).Order(StringComparer.Ordinal))
            Add(list, file);
    }

    private static bool IsBuilt(string folder, string file) =>
        Path.GetRelativePath(folder, file).Split(Path.DirectorySeparatorChar) is [.. var folders, _] && folders.Any(static name => name is "bin" or "obj");

    private static void Add(StringBuilder list, string file)
    {
        FileInfo info = new(file);
        if (info.Exists)
            list.Append(CultureInfo.InvariantCulture, $"{file}\t{info.Length}\t{info.LastWriteTimeUtc.Ticks}\n");
    }
}
