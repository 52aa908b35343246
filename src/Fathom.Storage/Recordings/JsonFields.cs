using System.Text.Json;

namespace Fathom.Storage.Recordings;

/// <summary>The fields of a JSON object, each asked for once by its name. What is missing, is of another kind or was not asked for is an error that names its place.</summary>
internal sealed class JsonFields
{
    private readonly JsonElement _fields;
    private readonly string _place;
    private int _asked;

    private JsonFields(JsonElement fields, string place)
    {
        if (fields.ValueKind != JsonValueKind.Object)
            throw Wrong(place);
        _fields = fields;
        _place = place;
    }

    /// <summary>Reads a document.</summary>
    /// <param name="root">Its object.</param>
    /// <param name="read">Asks for all its fields.</param>
    /// <exception cref="InvalidDataException">A field is missing, wrong or unknown.</exception>
    public static T Read<T>(JsonElement root, Func<JsonFields, T> read) => Read(root, "", read);

    /// <summary>A text.</summary>
    public string Text(string name) => TextOrNull(name) ?? throw Wrong(PlaceOf(name));

    /// <summary>A text, or null.</summary>
    public string? TextOrNull(string name) => TextOf(Value(name), PlaceOf(name));

    /// <summary>A text that is left out where there is none.</summary>
    public string? TextIfThere(string name) => _fields.TryGetProperty(name, out _) ? Text(name) : null;

    /// <summary>A truth value.</summary>
    public bool Truth(string name) => Value(name).ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => throw Wrong(PlaceOf(name)),
    };

    /// <summary>A whole number of 32 bits.</summary>
    public int Int32(string name) => Value(name) is { ValueKind: JsonValueKind.Number } value && value.TryGetInt32(out int number) ? number : throw Wrong(PlaceOf(name));

    /// <summary>A whole number.</summary>
    public long Int64(string name) => Int64OrNull(name) ?? throw Wrong(PlaceOf(name));

    /// <summary>A whole number, or null.</summary>
    public long? Int64OrNull(string name)
    {
        JsonElement value = Value(name);
        if (value.ValueKind == JsonValueKind.Null)
            return null;
        return value.ValueKind == JsonValueKind.Number && value.TryGetInt64(out long number) ? number : throw Wrong(PlaceOf(name));
    }

    /// <summary>A point in time.</summary>
    public DateTimeOffset Time(string name) => Value(name) is { ValueKind: JsonValueKind.String } value && value.TryGetDateTimeOffset(out DateTimeOffset time) ? time : throw Wrong(PlaceOf(name));

    /// <summary>An object.</summary>
    public T Object<T>(string name, Func<JsonFields, T> read) => Read(Value(name), PlaceOf(name), read);

    /// <summary>An object, or null.</summary>
    public T? ObjectOrNull<T>(string name, Func<JsonFields, T> read)
        where T : class => Value(name) is { ValueKind: not JsonValueKind.Null } value ? Read(value, PlaceOf(name), read) : null;

    /// <summary>A list of objects.</summary>
    public List<T> Objects<T>(string name, Func<JsonFields, T> read) => List(name, (member, place) => Read(member, place, read));

    /// <summary>A list of texts.</summary>
    public List<string> Texts(string name) => List(name, static (member, place) => TextOf(member, place) ?? throw Wrong(place));

    /// <summary>A list of texts; empty where there is none, as in files of earlier versions.</summary>
    public List<string> TextsIfThere(string name) => _fields.TryGetProperty(name, out _) ? Texts(name) : [];

    /// <summary>An object whose fields are texts with names that nobody knows before.</summary>
    public Dictionary<string, string> NamedTexts(string name)
    {
        JsonElement value = Value(name);
        if (value.ValueKind != JsonValueKind.Object)
            throw Wrong(PlaceOf(name));
        Dictionary<string, string> texts = [];
        foreach (JsonProperty field in value.EnumerateObject())
            texts[Spelt(field, static f => f.Name, PlaceOf(name))] = TextOf(field.Value, PlaceOf(name)) ?? throw Wrong(PlaceOf(name));
        return texts;
    }

    private static T Read<T>(JsonElement value, string place, Func<JsonFields, T> read)
    {
        JsonFields fields = new(value, place);
        T result = read(fields);
        return value.GetPropertyCount() == fields._asked ? result : throw new InvalidDataException($"{(place.Length == 0 ? "it" : place)} has a field that is unknown or stands twice");
    }

    private List<T> List<T>(string name, Func<JsonElement, string, T> read)
    {
        JsonElement value = Value(name);
        if (value.ValueKind != JsonValueKind.Array)
            throw Wrong(PlaceOf(name));
        List<T> list = new(value.GetArrayLength());
        foreach (JsonElement member in value.EnumerateArray())
            list.Add(read(member, $"{PlaceOf(name)}[{list.Count}]"));
        return list;
    }

    private JsonElement Value(string name)
    {
        _asked++;
        return _fields.TryGetProperty(name, out JsonElement value) ? value : throw new InvalidDataException($"{PlaceOf(name)} is missing");
    }

    private string PlaceOf(string name) => _place.Length == 0 ? name : $"{_place}.{name}";

    private static string? TextOf(JsonElement value, string place) => value.ValueKind switch
    {
        JsonValueKind.String => Spelt(value, static v => v.GetString()!, place),
        JsonValueKind.Null => null,
        _ => throw Wrong(place),
    };

    // Bytes that are no UTF-8, and halves of surrogate pairs, show only when a text is made of them.
    private static string Spelt<T>(T from, Func<T, string> text, string place)
    {
        try
        {
            return text(from);
        }
        catch (InvalidOperationException)
        {
            throw Wrong(place);
        }
    }

    private static InvalidDataException Wrong(string place) => new($"{(place.Length == 0 ? "it" : place)} has a wrong value");
}
