namespace Fathom.Formats.NetTrace;

/// <summary>Reads the description of a kind of event of versions 1 to 5.</summary>
/// <remarks>
/// <code>
/// versions 3 to 5: i32 metadata id, text provider, description
/// version 2: text provider, version 1: guid provider; then i32 event id, i32 version, i32 size, and description where the size is not 0
/// description = i32 event id, text name, i64 keywords, i32 version, i32 level, then nothing or
///   fields = i32 count, each i32 type, (fields where the type is 1,) text name
///   then tags: i32 size, u8 kind (1 operation code u8, 2 fields with arrays), size bytes
///     kind 2 = i32 count, each i32 size, text name, type; type = i32 code (1: fields, 19: type of the elements)
/// text = UTF-16 units up to a zero
/// </code>
/// </remarks>
/// <param name="providers">Keeps one text for each provider.</param>
internal sealed class MetadataParser(Dictionary<string, string> providers)
{
    private const int MaxDepth = 16;
    private const int MaxFields = 1024;

    /// <summary>Parses; null where it makes no sense. Damaged tags at the end are as no tags.</summary>
    public EventMetadata? Parse(ReadOnlySpan<byte> payload, out uint id)
    {
        PayloadReader reader = new(payload, 8);
        id = reader.UInt32();
        string provider = Provider(reader.Text());
        return Describe(ref reader, provider, default);
    }

    /// <summary>Parses what versions 1 and 2 have.</summary>
    public EventMetadata? ParseOld(ReadOnlySpan<byte> payload, int version)
    {
        PayloadReader reader = new(payload, 8);
        Guid providerId = version == 1 ? reader.Guid() : default;
        string provider = version == 1 ? Provider(KnownProviders.NameOf(providerId)) : Provider(reader.Text());
        int eventId = reader.Int32();
        int eventVersion = reader.Int32();
        int size = reader.Int32();
        if (reader.IsShort)
            return null;
        return size == 0
            ? new EventMetadata(provider, eventId, "", eventVersion, 0, 0, []) { ProviderId = providerId }
            : Describe(ref reader, provider, providerId);
    }

    private static EventMetadata? Describe(ref PayloadReader reader, string provider, Guid providerId)
    {
        int eventId = reader.Int32();
        string name = reader.Text().ToString();
        ulong keywords = reader.UInt64();
        int version = reader.Int32();
        int level = reader.Int32();
        if (reader.IsShort)
            return null;
        EventField[]? fields = reader.Remaining == 0 ? [] : Fields(ref reader, 0);
        int opCode = 0;
        while (fields is not null && reader.Remaining > 5)
        {
            uint size = reader.UInt32();
            byte kind = reader.Byte();
            PayloadReader tag = new(reader.Bytes(size), 8);
            if (kind == 2 && !reader.IsShort)
                fields = FieldsWithArrays(ref tag, 0) ?? fields;
            else if (kind == 1 && tag.Remaining > 0)
                opCode = tag.Byte();
        }

        return fields is null ? null : new EventMetadata(provider, eventId, name, version, level, keywords, fields) { OpCode = opCode, ProviderId = providerId };
    }

    private string Provider(ReadOnlySpan<char> name)
    {
        Dictionary<string, string>.AlternateLookup<ReadOnlySpan<char>> known = providers.GetAlternateLookup<ReadOnlySpan<char>>();
        if (known.TryGetValue(name, out string? text))
            return text;
        text = name.ToString();
        providers[text] = text;
        return text;
    }

    private static EventField[]? Fields(ref PayloadReader reader, int depth)
    {
        int count = reader.Int32();
        if (reader.IsShort || count is < 0 or > MaxFields || depth > MaxDepth || count > reader.Remaining)
            return null;
        EventField[] fields = count == 0 ? [] : new EventField[count];
        for (int i = 0; i < count; i++)
        {
            EventFieldType type = (EventFieldType)reader.Int32();
            EventField[]? inner = type == EventFieldType.Object ? Fields(ref reader, depth + 1) : [];
            string name = reader.Text().ToString();
            if (reader.IsShort || inner is null)
                return null;
            fields[i] = new EventField(name, type, inner);
        }

        return fields;
    }

    private static EventField[]? FieldsWithArrays(ref PayloadReader reader, int depth)
    {
        int count = reader.Int32();
        if (reader.IsShort || count is < 0 or > MaxFields || depth > MaxDepth || count > reader.Remaining)
            return null;
        EventField[] fields = count == 0 ? [] : new EventField[count];
        for (int i = 0; i < count; i++)
        {
            PayloadReader field = new(reader.Bytes((long)reader.UInt32() - 4), 8);
            string name = field.Text().ToString();
            EventField? type = TypeWithArrays(ref field, name, depth);
            if (reader.IsShort || field.IsShort || type is null)
                return null;
            fields[i] = type;
        }

        return fields;
    }

    private static EventField? TypeWithArrays(ref PayloadReader field, string name, int depth)
    {
        EventFieldType type = (EventFieldType)field.Int32();
        if (field.IsShort || depth > MaxDepth)
            return null;
        EventField[]? inner = type == EventFieldType.Object ? FieldsWithArrays(ref field, depth + 1) : [];
        EventField? element = type == EventFieldType.Array ? TypeWithArrays(ref field, "", depth + 1) : null;
        bool isWhole = inner is not null && (element is not null || type != EventFieldType.Array);
        return isWhole ? new EventField(name, type, inner!, element) : null;
    }
}
