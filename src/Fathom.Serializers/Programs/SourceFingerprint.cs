using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Fathom.Serializers.Programs;

/// <summary>What a build depends on, as one hash: names, sizes and times of all sources. The same hash means that nothing has to be built again.</summary>
internal static class SourceFingerprint
{
    private static readonly string[] s_shared = ["Directory.Build.props", "global.json", "NuGet.config"];

    /// <summary>The hash for the programs of a folder.</summary>
    public static string Of(ProgramFolder folder)
    {
        StringBuilder list = new();
        foreach (string file in Directory.EnumerateFiles(folder.Path, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal))
            Add(list, file);
        foreach (string name in s_shared)
            Add(list, Path.Combine(folder.Path, "..", name));
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(list.ToString())));
    }

    private static void Add(StringBuilder list, string file)
    {
        FileInfo info = new(file);
        if (info.Exists)
            list.Append(CultureInfo.InvariantCulture, $"{file}\t{info.Length}\t{info.LastWriteTimeUtc.Ticks}\n");
    }
}
