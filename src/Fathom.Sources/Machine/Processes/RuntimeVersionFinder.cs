using System.Text.Json;
using Fathom.Files;
using Fathom.Formats;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// Finds the version of the runtime in a process. A shared runtime lies in a folder <c>Microsoft.NETCore.App/VERSION</c>; an application that brings its
/// own names it in <c>includedFrameworks</c> of its runtimeconfig.json, which a single file holds inside. Anything else is unknown and stays so.
/// </summary>
internal static class RuntimeVersionFinder
{
    private const string SharedFramework = "Microsoft.NETCore.App";

    // runtimeconfig.json files have a few hundred bytes; a hostile one is not read whole.
    private const int MaxConfigBytes = 1024 * 1024;

    // The host reads them with comments and trailing commas too.
    private static readonly JsonDocumentOptions s_jsonOptions = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };

    /// <summary>The version in the path of a shared runtime's libcoreclr.so, or null.</summary>
    public static string? FromSharedPath(string runtimeLibrary)
    {
        string[] parts = runtimeLibrary.Split('/');
        return parts.Length >= 3 && parts[^3] == SharedFramework && parts[^2].Length > 0 && char.IsAsciiDigit(parts[^2][0]) ? parts[^2] : null;
    }

    /// <summary>The version that a runtimeconfig.json file names, or null where it names none or cannot be read.</summary>
    public static string? FromConfigFile(string path)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out long length);
            if (file is null || length > MaxConfigBytes)
                return null;
            byte[] content = new byte[length];
            FileProbe.Read(file, 0, content);
            return FromConfig(content);
        }
        catch (IOException)
        {
            return null;
        }
    }

    /// <summary>The version that the text of a runtimeconfig.json names, or null.</summary>
    public static string? FromConfig(ReadOnlyMemory<byte> content)
    {
        try
        {
            using JsonDocument json = JsonDocument.Parse(content, s_jsonOptions);
            if (!TryGet(json.RootElement, "runtimeOptions", JsonValueKind.Object, out JsonElement options)
                || !TryGet(options, "includedFrameworks", JsonValueKind.Array, out JsonElement frameworks))
                return null;
            foreach (JsonElement framework in frameworks.EnumerateArray())
            {
                if (TryGet(framework, "name", JsonValueKind.String, out JsonElement name) && name.ValueEquals(SharedFramework)
                    && TryGet(framework, "version", JsonValueKind.String, out JsonElement version))
                    return version.GetString();
            }
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // A damaged file names no version; text that is no UTF-8 is the second exception.
        }

        return null;
    }

    private static bool TryGet(JsonElement element, string name, JsonValueKind kind, out JsonElement value)
    {
        value = default;
        return element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out value) && value.ValueKind == kind;
    }
}
