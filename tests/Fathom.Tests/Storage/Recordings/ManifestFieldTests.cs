using System.Text.Json;
using System.Text.Json.Nodes;
using Fathom.Storage.Recordings;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

/// <summary>Every field of a manifest that has all of them is missing once, of another kind once and there twice once; a manifest is read as it was written, beside a serializer's word.</summary>
public sealed class ManifestFieldTests
{
    private static readonly JsonSerializerOptions s_serializer = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    private static readonly Manifest s_whole = new()
    {
        Schema = 2,
        ToolVersion = "1.2 \"quoted\" ü",
        Command = "fathom heap",
        CreatedUtc = new DateTimeOffset(2026, 11, 25, 1, 2, 3, 456, TimeSpan.Zero),
        Complete = true,
        Machine = new ManifestMachine("vm", "Linux", "6.18", "X64", 2, 1L << 40),
        Clock = new ManifestClock("monotonic", new DateTimeOffset(2026, 11, 25, 1, 2, 3, TimeSpan.FromHours(2)), 17),
        Targets = [new ManifestTarget(4711, "MyApp", "MyApp --fast"), new ManifestTarget(4712, "other", null)],
        Labels = new Dictionary<string, string> { ["context"] = "CI", [""] = "no name" },
        Sources = [new ManifestSource("a.core", "core", 3, "abc"), new ManifestSource("b.core", "core", 4, null)],
        Losses = [new ManifestLoss("heap", "not readable", 1, 2, 3)],
        Warnings = ["half of it"],
        Parts = [new ManifestPart("wide", 1, 10, 1_000, "00000001", "0000000200000003"), new ManifestPart("wide", 2, 11, 1_001, "00000004")],
    };

    /// <summary>The places of all fields, as a reader of the file would write them.</summary>
    public static TheoryData<string> Places
    {
        get
        {
            TheoryData<string> places = [];
            AddPlaces(Document(), "", places);
            return places;
        }
    }

    [Fact]
    public void It_is_written_as_a_serializer_writes_it_and_read_as_it_was_written()
    {
        JsonNode expected = JsonSerializer.SerializeToNode(s_whole, s_serializer)!;
        expected["parts"]![1]!.AsObject().Remove("sums");
        // Dates are texts, and a serializer writes them in the shortest way too.
        Assert.Equal(expected.ToJsonString(), Document().ToJsonString());

        Assert.Equal(Document().ToJsonString(), Written(Read(Document())).ToJsonString());
        Assert.Equivalent(s_whole, Read(Document()), strict: true);
    }

    [Theory]
    [MemberData(nameof(Places))]
    public void A_field_that_is_missing_or_of_another_kind_or_there_twice_is_told_with_its_place(string place)
    {
        bool mayBeAbsent = place is "parts[0].sums" or "remarks" or "labels.context" or "labels.";
        if (!mayBeAbsent)
            Assert.Equal($"{place} is missing", Refused(Changed(place, static (fields, name) => fields.Remove(name))));
        Assert.Equal($"{Told(place)} has a wrong value", Refused(Changed(place, static (fields, name) => fields[name] = name == "complete" ? 1 : true)));
        if (place.StartsWith("labels.", StringComparison.Ordinal))
            return;
        Assert.EndsWith(" has a field that is unknown or stands twice", Refused(Changed(place, static (fields, name) => fields[name + "x"] = 1)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{\"schema\":1.5}")]
    [InlineData("{\"schema\":99999999999}")]
    [InlineData("{\"schema\":\"2\"}")]
    [InlineData("[]")]
    [InlineData("null")]
    [InlineData("{\"schema\":2,\"tool_version\":\"\\ud800\"}")]
    public void A_value_that_does_not_fit_is_told(string json)
    {
        using JsonDocument document = JsonDocument.Parse(json);

        Assert.EndsWith(" has a wrong value", Assert.Throws<InvalidDataException>(() => ManifestJson.Read(document.RootElement)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Bytes_that_are_no_UTF8_are_told()
    {
        using JsonDocument document = JsonDocument.Parse(new ReadOnlyMemory<byte>([.. "{\"schema\":2,\"tool_version\":\""u8, 0xFF, .. "\"}"u8]));

        Assert.Equal("tool_version has a wrong value", Assert.Throws<InvalidDataException>(() => ManifestJson.Read(document.RootElement)).Message);
    }

    [Fact]
    public void A_field_that_stands_twice_is_told()
    {
        using JsonDocument document = JsonDocument.Parse(Document().ToJsonString().Replace("{\"pid\":4711,", "{\"pid\":1,\"pid\":4711,", StringComparison.Ordinal));

        Assert.Equal("targets[0] has a field that is unknown or stands twice", Assert.Throws<InvalidDataException>(() => ManifestJson.Read(document.RootElement)).Message);
    }

    // Labels are told together: their names are anything.
    private static string Told(string place) => place.StartsWith("labels.", StringComparison.Ordinal) ? "labels" : place;

    private static JsonNode Document() => Written(s_whole);

    private static JsonNode Written(Manifest manifest)
    {
        using MemoryStream bytes = new();
        using (Utf8JsonWriter writer = new(bytes))
            ManifestJson.Write(writer, manifest);
        return JsonNode.Parse(bytes.ToArray())!;
    }

    private static Manifest Read(JsonNode document)
    {
        using JsonDocument parsed = JsonDocument.Parse(document.ToJsonString());
        return ManifestJson.Read(parsed.RootElement);
    }

    private static string Refused(JsonNode document) => Assert.Throws<InvalidDataException>(() => Read(document)).Message;

    private static JsonNode Changed(string place, Action<JsonObject, string> change)
    {
        JsonNode document = Document();
        int dot = place.LastIndexOf('.');
        JsonNode at = document;
        foreach (string step in dot < 0 ? [] : place[..dot].Split('.', '[', ']').Where(static step => step.Length > 0))
            at = int.TryParse(step, out int index) ? at[index]! : at[step]!;
        change(at.AsObject(), place[(dot + 1)..]);
        return document;
    }

    private static void AddPlaces(JsonNode node, string place, TheoryData<string> places)
    {
        if (node is JsonArray list)
        {
            for (int i = 0; i < list.Count; i++)
            {
                if (list[i] is { } member)
                    AddPlaces(member, $"{place}[{i}]", places);
            }
        }

        foreach ((string name, JsonNode? value) in node as JsonObject ?? [])
        {
            string inside = place.Length == 0 ? name : $"{place}.{name}";
            places.Add(inside);
            if (value is not null)
                AddPlaces(value, inside, places);
        }
    }
}
