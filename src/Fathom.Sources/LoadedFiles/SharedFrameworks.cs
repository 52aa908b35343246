using System.Text.Json;
using Fathom.Files;
using Fathom.Sources.Machine.Checks;

namespace Fathom.Sources.LoadedFiles;

/// <summary>
/// The folders of the shared frameworks that a program needs, as its <c>runtimeconfig.json</c> names them and as its host would choose
/// them.
/// </summary>
/// <param name="folders">Folders in which .NET is installed.</param>
internal sealed class SharedFrameworks(IReadOnlyList<string> folders)
{
    private const int MostBytes = 1 << 20;

    private static readonly JsonDocumentOptions s_json = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };

    /// <summary>Those of this machine.</summary>
    public static SharedFrameworks Here() =>
        new([.. InstallFolders.Of(MachineView.Here(new MachineProbes { LoadEngine = static () => "" }))]);

    /// <summary>The frameworks of a program.</summary>
    /// <param name="config">Its runtimeconfig.json.</param>
    /// <returns>Name, version and folder of each; the folder is null where none is installed that fits.</returns>
    public IReadOnlyList<(string Name, string Version, string? Folder)> Of(string config) =>
        [.. Named(config).Select(one => Choose(one.Name, one.Version))];

    private static List<(string Name, string Version)> Named(string config)
    {
        try
        {
            if (new FileInfo(config).Length > MostBytes)
                return [];
            using JsonDocument json = JsonDocument.Parse(RegularFile.ReadAllBytes(config), s_json);
            if (!json.RootElement.TryGetProperty("runtimeOptions", out JsonElement options))
                return [];
            List<(string, string)> named = [];
            if (options.TryGetProperty("framework", out JsonElement framework))
                Add(framework);
            if (options.TryGetProperty("frameworks", out JsonElement frameworks))
            {
                foreach (JsonElement one in frameworks.EnumerateArray())
                    Add(one);
            }

            return named;

            void Add(JsonElement one)
            {
                if (one.TryGetProperty("name", out JsonElement name) && one.TryGetProperty("version", out JsonElement version))
                    named.Add((name.GetString() ?? "", version.GetString() ?? ""));
            }
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    // Of the same minor version the highest patch, else the next minor version, as the host does by default.
    private (string Name, string Version, string? Folder) Choose(string name, string wanted)
    {
        Version least = NumberOf(wanted);
        (Version Number, string Path)? best = null;
        foreach (string path in folders.Select(folder => Path.Join(folder, "shared", name)).Where(Directory.Exists)
            .SelectMany(Directory.GetDirectories))
        {
            Version number = NumberOf(Path.GetFileName(path));
            if (number.Major != least.Major || number < least)
                continue;
            if (best is not { } known || number.Minor < known.Number.Minor || (number.Minor == known.Number.Minor && number > known.Number))
                best = (number, path);
        }

        return best is { } chosen ? (name, Path.GetFileName(chosen.Path), chosen.Path) : (name, wanted, null);
    }

    // "10.0.0-preview.1" counts as 10.0.0.
    private static Version NumberOf(string text) => Version.TryParse(text.Split('-')[0], out Version? version) ? version
        : new Version(0, 0);
}
