namespace Fathom.Formats.NetTrace;

/// <summary>Reads the description of a kind of event out of the payload of an entry of a metadata block.</summary>
/// <remarks>
/// <code>
/// i32 metadata id, text provider, i32 event id, text name, i64 keywords, i32 version, i32 level
/// fields = i32 count, each i32 type, (fields where the type is 1,) text name
/// then tags: i32 size, u8 kind (1 operation code, 2 fields with arrays), size bytes
///   kind 2 = i32 count, each i32 size, text name, i32 type, (i32 element type,) (fields)
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
        int eventId = reader.Int32();
        string name = reader.Text().ToString();
        ulong keywords = reader.UInt64();
        int version = reader.Int32();
        int level = reader.Int32();
        if (reader.IsShort)
            return null;
        EventField[]? fields = Fields(ref reader, 0);
        while (fields is not null && reader.Remaining > 5)
        {
            uint size = reader.UInt32();
            byte kind = reader.Byte();
            PayloadReader tag = new(reader.Bytes(size), 8);
            if (kind == 2 && !reader.IsShort)
                fields = FieldsWithArrays(ref tag, 0) ?? fields;
        }

        return fields is null ? null : new EventMetadata(provider, eventId, name, version, level, keywords, fields);
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
            EventFieldType type = (EventFieldType)field.Int32();
            EventFieldType element = type == EventFieldType.Array ? (EventFieldType)field.Int32() : default;
            EventField[]? inner = type == EventFieldType.Object || element == EventFieldType.Object ? FieldsWithArrays(ref field, depth + 1) : [];
            if (reader.IsShort || field.IsShort || inner is null)
                return null;
            fields[i] = new EventField(name, type, inner, element);
        }

        return fields;
    }
}
