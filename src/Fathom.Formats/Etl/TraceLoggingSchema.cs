using System.Text;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>Reads the schema that an event has with it (TraceLogging).</summary>
/// <remarks>
/// <code>
/// u16 size   tags: bytes up to one without the high bit   name up to a zero   fields
/// field = name up to a zero, u8 type; its high bit: u8 format, whose high bit: tags
///         type 20h: as many as u16 says   40h: u16 before the elements   60h: u16 bytes of a description   18h: format has the number of its fields, which follow
/// </code>
/// </remarks>
internal static class TraceLoggingSchema
{
    private const int MostDepth = 16;
    private const int MostFields = 4096;

    /// <summary>The kind of event that a schema describes; null where it makes no sense.</summary>
    public static EventMetadata? Read(ReadOnlySpan<byte> schema, in EtlRecord record, string provider)
    {
        PayloadReader reader = new(schema, 8);
        reader.UInt16();
        SkipTags(ref reader);
        string name = Name(ref reader, schema);
        int left = MostFields;
        List<EventField> fields = [];
        bool isKnown = true;
        while (reader.Remaining > 0 && isKnown)
            isKnown = TryField(ref reader, schema, fields, ref left, 0);
        if (reader.IsShort || left < 0)
            return null;
        return new EventMetadata(provider, record.Id, name, record.Version, record.Level, record.Keywords, [.. fields])
        {
            OpCode = record.Opcode,
            ProviderId = record.Provider,
        };
    }

    // False where a field has a type that is not known: its size is not, so no field behind it can be read.
    private static bool TryField(ref PayloadReader reader, ReadOnlySpan<byte> schema, List<EventField> fields, ref int left, int depth)
    {
        string name = Name(ref reader, schema);
        int type = reader.Byte(), format = 0, count = 0;
        if ((type & 0x80) != 0)
            format = reader.Byte();
        if ((format & 0x80) != 0)
            SkipTags(ref reader);
        int kind = type & 0x60;
        if (kind == 0x20)
            count = reader.UInt16();
        if (reader.IsShort || --left < 0 || depth > MostDepth || kind == 0x60)
            return false;
        EventField? one;
        if ((type & 0x1F) == InTypes.Struct)
        {
            List<EventField> inner = [];
            for (int i = 0; i < (format & 0x7F); i++)
            {
                if (!TryField(ref reader, schema, inner, ref left, depth + 1))
                    return false;
            }

            one = new EventField(name, EventFieldType.Object, [.. inner]);
        }
        else
        {
            // A byte that is said to be shown as a truth.
            bool isTruth = (type & 0x9F) == 0x84 && (format & 0x7F) == 3;
            one = isTruth ? new EventField(name, EventFieldType.Boolean8, []) : InTypes.Field(name, type & 0x1F);
        }

        if (one is null)
            return false;
        fields.Add(kind switch
        {
            0x20 => new EventField(name, EventFieldType.FixedArray, [], one with { Name = "" }, count),
            0x40 => new EventField(name, EventFieldType.Array, [], one with { Name = "" }),
            _ => one,
        });
        return true;
    }

    private static string Name(ref PayloadReader reader, ReadOnlySpan<byte> schema)
    {
        int end = schema[reader.Position..].IndexOf((byte)0);
        if (end < 0)
        {
            reader.Skip(int.MaxValue);
            return "";
        }

        string name = Encoding.UTF8.GetString(reader.Bytes(end));
        reader.Byte();
        return name;
    }

    private static void SkipTags(ref PayloadReader reader)
    {
        while ((reader.Byte() & 0x80) != 0 && !reader.IsShort)
        {
        }
    }
}
