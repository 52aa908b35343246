using System.Text.Json;

namespace Fathom.Storage.Recordings;

/// <summary>The manifest in JSON, field by field. The metadata that a serializer needs would be compiled at each start of the tool, which takes longer than all the reading.</summary>
internal static class ManifestJson
{
    /// <summary>Reads a manifest.</summary>
    /// <exception cref="InvalidDataException">A field is missing, wrong or unknown.</exception>
    public static Manifest Read(JsonElement root) => JsonFields.Read(root, static manifest => new Manifest
    {
        Schema = manifest.Int32("schema"),
        ToolVersion = manifest.Text("tool_version"),
        Command = manifest.Text("command"),
        CreatedUtc = manifest.Time("created_utc"),
        Complete = manifest.Truth("complete"),
        Machine = manifest.Object("machine", static machine => new ManifestMachine(
            machine.Text("name"),
            machine.Text("operating_system"),
            machine.Text("kernel"),
            machine.Text("architecture"),
            machine.Int32("processors"),
            machine.Int64("memory_bytes"))),
        Clock = manifest.ObjectOrNull("clock", static clock => new ManifestClock(clock.Text("kind"), clock.Time("utc_at_zero"), clock.Int64OrNull("uncertainty_ns"))),
        Targets = manifest.Objects("targets", static target => new ManifestTarget(target.Int32("pid"), target.Text("name"), target.TextOrNull("command_line"))),
        Labels = manifest.NamedTexts("labels"),
        Sources = manifest.Objects("sources", static source => new ManifestSource(source.Text("path"), source.Text("kind"), source.Int64("bytes"), source.TextOrNull("sha256"))),
        Losses = manifest.Objects("losses", static loss => new ManifestLoss(loss.Text("source"), loss.Text("reason"), loss.Int64("rows"), loss.Int64("count"), loss.Int64("bytes"))),
        Warnings = manifest.Texts("warnings"),
        Remarks = manifest.TextsIfThere("remarks"),
        Parts = manifest.Objects("parts", static part => new ManifestPart(
            part.Text("table"),
            part.Int32("number"),
            part.Int64("rows"),
            part.Int64("bytes"),
            part.Text("crc32c"),
            part.TextIfThere("sums"))),
    });

    /// <summary>Writes a manifest.</summary>
    public static void Write(Utf8JsonWriter json, Manifest manifest)
    {
        json.WriteStartObject();
        json.WriteNumber("schema", manifest.Schema);
        json.WriteString("tool_version", manifest.ToolVersion);
        json.WriteString("command", manifest.Command);
        json.WriteString("created_utc", manifest.CreatedUtc);
        json.WriteBoolean("complete", manifest.Complete);
        WriteMachine(json, manifest.Machine);
        WriteClock(json, manifest.Clock);
        WriteList(json, "targets", manifest.Targets, static (json, target) =>
        {
            json.WriteNumber("pid", target.Pid);
            json.WriteString("name", target.Name);
            json.WriteString("command_line", target.CommandLine);
        });
        json.WriteStartObject("labels");
        foreach ((string key, string value) in manifest.Labels)
            json.WriteString(key, value);
        json.WriteEndObject();
        WriteList(json, "sources", manifest.Sources, static (json, source) =>
        {
            json.WriteString("path", source.Path);
            json.WriteString("kind", source.Kind);
            json.WriteNumber("bytes", source.Bytes);
            json.WriteString("sha256", source.Sha256);
        });
        WriteList(json, "losses", manifest.Losses, static (json, loss) =>
        {
            json.WriteString("source", loss.Source);
            json.WriteString("reason", loss.Reason);
            json.WriteNumber("rows", loss.Rows);
            json.WriteNumber("count", loss.Count);
            json.WriteNumber("bytes", loss.Bytes);
        });
        WriteTexts(json, "warnings", manifest.Warnings);
        WriteTexts(json, "remarks", manifest.Remarks);
        WriteList(json, "parts", manifest.Parts, WritePart);
        json.WriteEndObject();
    }

    private static void WriteTexts(Utf8JsonWriter json, string name, IReadOnlyList<string> texts)
    {
        json.WriteStartArray(name);
        foreach (string text in texts)
            json.WriteStringValue(text);
        json.WriteEndArray();
    }

    private static void WriteMachine(Utf8JsonWriter json, ManifestMachine machine)
    {
        json.WriteStartObject("machine");
        json.WriteString("name", machine.Name);
        json.WriteString("operating_system", machine.OperatingSystem);
        json.WriteString("kernel", machine.Kernel);
        json.WriteString("architecture", machine.Architecture);
        json.WriteNumber("processors", machine.Processors);
        json.WriteNumber("memory_bytes", machine.MemoryBytes);
        json.WriteEndObject();
    }

    private static void WriteClock(Utf8JsonWriter json, ManifestClock? clock)
    {
        if (clock is null)
        {
            json.WriteNull("clock");
            return;
        }

        json.WriteStartObject("clock");
        json.WriteString("kind", clock.Kind);
        json.WriteString("utc_at_zero", clock.UtcAtZero);
        if (clock.UncertaintyNs is { } uncertainty)
            json.WriteNumber("uncertainty_ns", uncertainty);
        else
            json.WriteNull("uncertainty_ns");
        json.WriteEndObject();
    }

    private static void WritePart(Utf8JsonWriter json, ManifestPart part)
    {
        json.WriteString("table", part.Table);
        json.WriteNumber("number", part.Number);
        json.WriteNumber("rows", part.Rows);
        json.WriteNumber("bytes", part.Bytes);
        json.WriteString("crc32c", part.Crc32c);
        if (part.Sums is { } sums)
            json.WriteString("sums", sums);
    }

    private static void WriteList<T>(Utf8JsonWriter json, string name, IReadOnlyList<T> list, Action<Utf8JsonWriter, T> fields)
        where T : class
    {
        json.WriteStartArray(name);
        foreach (T member in list)
        {
            json.WriteStartObject();
            fields(json, member);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
