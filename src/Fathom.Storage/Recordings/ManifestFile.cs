using System.Globalization;
using System.Text.Json;
using Fathom.Files;
using Fathom.Model;

namespace Fathom.Storage.Recordings;

/// <summary>Reads and writes <c>manifest.json</c>.</summary>
internal static class ManifestFile
{
    // A million parts; what is larger is no manifest.
    private const long MaxBytes = 256L << 20;

    /// <summary>Puts the manifest into a folder, in one step.</summary>
    public static void Write(string folder, Manifest manifest, bool durable)
    {
        string path = Path.Combine(folder, RecordingFormat.ManifestName);
        string temporary = path + RecordingFormat.PartialSuffix;
        using (FileStream file = OwnFile.Remake(temporary))
        {
            Write(file, manifest);
            file.Flush(flushToDisk: durable);
        }

        OwnTree.Rename(temporary, path);
        if (durable)
            PosixCalls.FlushFolder(folder);
    }

    /// <summary>Writes the manifest with its checksum, as it stands in a folder and in a packed recording.</summary>
    public static void Write(Stream stream, Manifest manifest)
    {
        using PooledBytes bytes = new();
        using (Utf8JsonWriter writer = new(bytes, new JsonWriterOptions { Indented = true }))
            ManifestJson.Write(writer, manifest);
        if (manifest.Schema >= Manifest.FirstWithSums)
            ManifestSeal.Add(bytes);
        stream.Write(bytes.Written);
    }

    /// <summary>Reads a manifest and checks that it can be used.</summary>
    /// <param name="file">Path of the file.</param>
    /// <param name="recording">The recording's path, for messages.</param>
    /// <exception cref="FathomException">It is damaged, too large, or of a newer schema.</exception>
    public static Manifest Read(string file, string recording)
    {
        try
        {
            SealState seal = ManifestSeal.Check(ReadAll(file, recording), out byte[] plain);
            if (seal == SealState.Broken)
                throw Damaged(recording, "its content does not match its checksum", null);
            using JsonDocument document = JsonDocument.Parse(plain);
            CheckSchema(document.RootElement, recording);
            Manifest manifest = ManifestJson.Read(document.RootElement);
            if (manifest.Schema >= Manifest.FirstWithSums != (seal == SealState.Fits))
                throw Damaged(recording, "its checksum is missing", null);
            CheckParts(manifest, recording);
            return manifest;
        }
        catch (JsonException error)
        {
            throw Damaged(recording, Fault(error), error);
        }
        catch (InvalidDataException error)
        {
            throw Damaged(recording, error.Message, error);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw StorageError.CannotRead(recording, error);
        }
    }

    private static byte[] ReadAll(string file, string recording)
    {
        if (!RegularFile.Is(file) && Path.Exists(file))
            throw Damaged(recording, "it is a pipe, a socket, a device or a folder, not a file", null);
        using FileStream stream = RegularFile.OpenRead(file);
        if (stream.Length > MaxBytes)
            throw Damaged(recording, $"it has {stream.Length} bytes", null);
        byte[] bytes = new byte[stream.Length];
        stream.ReadExactly(bytes);
        return bytes;
    }

    // First of all: the rest of a newer manifest may look different.
    private static void CheckSchema(JsonElement root, string recording)
    {
        if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty("schema", out JsonElement schema) || !schema.TryGetInt32(out int number) || number < 1)
            throw Damaged(recording, "it has no schema number", null);
        if (number <= Manifest.CurrentSchema)
            return;
        string version = root.TryGetProperty("tool_version", out JsonElement tool) && tool.ValueKind == JsonValueKind.String ? tool.GetString()! : "a newer version";
        throw FathomException.Target(
            $"'{recording}' has schema {number}, written by Fathom {version}; this Fathom reads up to schema {Manifest.CurrentSchema}.",
            $"use Fathom {version} or newer");
    }

    private static void CheckParts(Manifest manifest, string recording)
    {
        HashSet<string> seen = [];
        foreach (ManifestPart part in manifest.Parts)
        {
            if (!RecordingFormat.IsTableName(part.Table) || part.Number < 1 || part.Rows < 0 || part.Bytes < 0 || !seen.Add(part.RelativePath()) || !HasSums(manifest, part))
                throw Damaged(recording, $"part {part.Number} of table '{part.Table}' is impossible", null);
        }
    }

    private static bool HasSums(Manifest manifest, ManifestPart part) =>
        manifest.Schema < Manifest.FirstWithSums ? part.Sums is null : part.Sums is { } sums && PartSums.IsValid(sums);

    private static string Fault(JsonException error) =>
        error is { LineNumber: { } line, BytePositionInLine: { } column } ? string.Create(CultureInfo.InvariantCulture, $"line {line + 1}, column {column + 1} is invalid JSON") : "it is invalid JSON";

    private static FathomException Damaged(string recording, string why, Exception? cause) => FathomException.Target(
        $"'{recording}' has a damaged {RecordingFormat.ManifestName}: {why}.", "record again, or use another copy", cause);
}
