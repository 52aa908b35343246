using System.Text;

namespace Fathom.Formats.NetTrace;

/// <summary>Reads the description of a kind of event of version 6.</summary>
/// <remarks>
/// <code>
/// block = u16 size of what follows up to the rows, rows; row = u16 bytes of what follows, description, bytes of a later version
/// description = V metadata id, text provider, V event id, text name, fields, u16 size of properties, properties
/// fields = u16 count, each u16 bytes of what follows, text name, type, bytes of a later version
/// type = u8 code, then 19, 24, 25: type of the elements; 22: type of the elements, u16 count; 1: fields
/// property = u8 kind, content
///   1 u8 operation code   3 u64 keywords   4 text template of a message   5 text description   6 text key, text value
///   7 guid provider       8 u8 level       9 u8 version                   text = V size, UTF-8
/// </code>
/// </remarks>
/// <param name="providers">Keeps one text for each provider.</param>
internal sealed class NumberedMetadataParser(Dictionary<string, string> providers)
{
    private const int MaxDepth = 16;

    /// <summary>Parses a row behind its size; null where it makes no sense.</summary>
    public EventMetadata? Parse(ReadOnlySpan<byte> row, out uint id)
    {
        PayloadReader reader = new(row, 8);
        id = reader.VarUInt32();
        string provider = Provider(Text(ref reader));
        uint eventId = reader.VarUInt32();
        string name = Text(ref reader);
        EventField[]? fields = Fields(ref reader, 0);
        if (fields is null || reader.IsShort || eventId > int.MaxValue)
            return null;
        PayloadReader properties = new(reader.Bytes(reader.UInt16()), 8);
        EventMetadata? metadata = reader.IsShort ? null : WithProperties(new EventMetadata(provider, (int)eventId, name, 0, 0, 0, fields), ref properties);
        return properties.IsShort ? null : metadata;
    }

    private static EventMetadata WithProperties(EventMetadata metadata, ref PayloadReader reader)
    {
        Dictionary<string, string>? attributes = null;
        while (reader.Remaining > 0)
        {
            byte kind = reader.Byte();
            if (kind == 6)
            {
                string key = Text(ref reader);
                (attributes ??= [])[key] = Text(ref reader);
                continue;
            }

            metadata = kind switch
            {
                1 => metadata with { OpCode = reader.Byte() },
                3 => metadata with { Keywords = reader.UInt64() },
                4 => metadata with { MessageTemplate = Text(ref reader) },
                5 => metadata with { Description = Text(ref reader) },
                7 => metadata with { ProviderId = reader.Guid() },
                8 => metadata with { Level = reader.Byte() },
                9 => metadata with { Version = reader.Byte() },
                _ => metadata,
            };

            // The size of a later kind is not known: what came before it is good.
            if (kind is 0 or 2 or > 9)
                reader.Skip(reader.Remaining);
        }

        return attributes is null ? metadata : metadata with { Attributes = attributes };
    }

    private static EventField[]? Fields(ref PayloadReader reader, int depth)
    {
        int count = reader.UInt16();
        if (reader.IsShort || depth > MaxDepth || count > reader.Remaining / 2)
            return null;
        EventField[] fields = count == 0 ? [] : new EventField[count];
        for (int i = 0; i < count; i++)
        {
            PayloadReader field = new(reader.Bytes(reader.UInt16()), 8);
            string name = Text(ref field);
            EventField? type = Type(ref field, name, depth);
            if (reader.IsShort || field.IsShort || type is null)
                return null;
            fields[i] = type;
        }

        return fields;
    }

    private static EventField? Type(ref PayloadReader reader, string name, int depth)
    {
        EventFieldType type = (EventFieldType)reader.Byte();
        if (reader.IsShort || depth > MaxDepth)
            return null;
        bool isArray = type is EventFieldType.Array or EventFieldType.FixedArray or EventFieldType.RelativeArray or EventFieldType.PlacedArray;
        EventField? element = isArray ? Type(ref reader, "", depth + 1) : null;
        int count = type == EventFieldType.FixedArray ? reader.UInt16() : 0;
        EventField[]? inner = type == EventFieldType.Object ? Fields(ref reader, depth + 1) : [];
        return inner is null || (isArray && element is null) ? null : new EventField(name, type, inner, element, count);
    }

    private static string Text(ref PayloadReader reader) => Encoding.UTF8.GetString(reader.Utf8());

    private string Provider(string name)
    {
        if (!providers.TryGetValue(name, out string? text))
            providers[name] = text = name;
        return text;
    }
}
