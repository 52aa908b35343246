using System.Text.Json;
using Fathom.Model;

namespace Fathom.Formats.DepsJson;

/// <summary>
/// What a <c>NAME.deps.json</c> says of the files of a program. The build writes it beside the program; a single file has it inside.
/// <code>
/// { "targets":   { ".NETCoreApp,Version=v10.0": { "Shop/1.0.0": { "runtime": { "Shop.dll": {} } },
///                                                 "Dapper/2.1.0": { "runtime": { "lib/net8.0/Dapper.dll": {} },
///                                                                   "runtimeTargets": { "runtimes/linux/lib/net8.0/X.dll": {} } } } },
///   "libraries": { "Shop/1.0.0": { "type": "project" }, "Dapper/2.1.0": { "type": "package" } } }
/// </code>
/// A key of a target is that of its library. Paths are those inside a package; beside the program lies the file name alone. The types are
/// project (the program, and projects that it refers to), package, reference (a file that is no project), and runtimepack (the runtime of a
/// self-contained program).
/// </summary>
public sealed class DependencyFile
{
    // Programs with thousands of packages stay below 4 MB.
    private const int MostBytes = 32 << 20;
    private static readonly string[] s_assets = ["runtime", "runtimeTargets", "native"];

    private readonly Dictionary<string, string> _types;

    private DependencyFile(Dictionary<string, string> types) => _types = types;

    /// <summary>Reads it.</summary>
    /// <param name="json">The whole file.</param>
    /// <exception cref="FathomException">It is no such file.</exception>
    public static DependencyFile Read(ReadOnlyMemory<byte> json)
    {
        if (json.Length > MostBytes)
            throw Damaged($"it has more than {MostBytes} bytes");
        try
        {
            using JsonDocument document = JsonDocument.Parse(json, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip });
            return new DependencyFile(TypesOf(document.RootElement));
        }
        // Text that is no UTF-8 is found when it is read.
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            throw Damaged(e.Message);
        }
    }

    /// <summary>The type of the library that a file belongs to: project, package, reference, runtimepack; null where it is not listed.</summary>
    /// <param name="fileName">File name with its ending.</param>
    public string? TypeOf(string fileName) => _types.GetValueOrDefault(fileName);

    private static Dictionary<string, string> TypesOf(JsonElement root)
    {
        Dictionary<string, string> types = new(StringComparer.OrdinalIgnoreCase);
        if (Member(root, "libraries") is not { } libraries || Member(root, "targets") is not { } targets)
            throw Damaged("it has no targets or libraries");
        foreach (JsonProperty target in Members(targets))
        {
            foreach (JsonProperty library in Members(target.Value))
            {
                if (Member(libraries, library.Name) is not { } described || Member(described, "type") is not { ValueKind: JsonValueKind.String } type)
                    continue;
                foreach (string asset in s_assets)
                {
                    foreach (JsonProperty file in Members(Member(library.Value, asset)))
                        Add(types, file.Name, type.GetString()!);
                }
            }
        }

        return types;
    }

    // Two libraries may have files of one name: the project is what the program is built from.
    private static void Add(Dictionary<string, string> types, string path, string type)
    {
        string name = path[(path.LastIndexOf('/') + 1)..];
        if (type == "project" || !types.ContainsKey(name))
            types[name] = type;
    }

    private static JsonElement? Member(JsonElement element, string name) =>
        element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out JsonElement member) ? member : null;

    private static JsonElement.ObjectEnumerator Members(JsonElement? element) =>
        element is { ValueKind: JsonValueKind.Object } members ? members.EnumerateObject() : default;

    private static FathomException Damaged(string why) => FathomException.Target($"The list of a program's files (deps.json) is damaged: {why}", "publish the program again");
}
