using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>Reads the schema of an event that the merge of a trace put into the file (TRACE_EVENT_INFO).</summary>
/// <remarks>
/// <code>
/// 00 provider   10 event   20 u16 id, u8 version, channel, level, opcode, u16 task, u64 keywords   30 u32 source
/// 34 u32 places of texts: provider, level, channel, keywords, task, opcode, message …   64 u32 fields, of these at the top, flags
/// 70 fields of 24 bytes: u32 flags, name, then u16 type, u16 out type, u32 map (1: u16 first of its fields, u16 their number), u16 count, u16 length, u32
/// flags 1 has fields, 2 its length is in another field, 4 its count is in another field, 8 xml, 10h its length is fixed, 20h its count is fixed
/// </code>
/// </remarks>
internal static class TdhSchema
{
    private const int FieldsAt = 0x70;
    private const int FieldBytes = 24;
    private const int MostFields = 1024;
    private const int MostDepth = 8;
    private const int IsStruct = 1;
    private const int LengthElsewhere = 2;
    private const int CountElsewhere = 4;
    private const int FixedCount = 0x20;

    /// <summary>The kind of event that a schema describes; null where it makes no sense.</summary>
    public static EventMetadata? Read(ReadOnlySpan<byte> schema)
    {
        if (schema.Length < FieldsAt)
            return null;
        int count = BinaryPrimitives.ReadInt32LittleEndian(schema[0x64..]), top = BinaryPrimitives.ReadInt32LittleEndian(schema[0x68..]);
        if (count is < 0 or > MostFields || top < 0 || top > count || schema.Length < FieldsAt + (count * FieldBytes))
            return null;
        string task = Short(TextAt(schema, 0x44)), opcode = Short(TextAt(schema, 0x48));
        string name = opcode is "" or "Info" ? task : task.Length == 0 ? opcode : $"{task}/{opcode}";
        List<EventField> fields = [];
        Fields(schema, fields, 0, top, 0);
        return new EventMetadata(
            TextAt(schema, 0x34), BinaryPrimitives.ReadUInt16LittleEndian(schema[0x20..]), name, schema[0x22], schema[0x24],
            BinaryPrimitives.ReadUInt64LittleEndian(schema[0x28..]), [.. fields])
        {
            OpCode = schema[0x25],
            ProviderId = MemoryMarshal.Read<Guid>(schema),
        };
    }

    // Up to the first field whose size cannot be told.
    private static bool Fields(ReadOnlySpan<byte> schema, List<EventField> fields, int first, int count, int depth)
    {
        int all = BinaryPrimitives.ReadInt32LittleEndian(schema[0x64..]);
        if (depth > MostDepth || first + count > all)
            return false;
        for (int i = first; i < first + count; i++)
        {
            if (Field(schema, fields, i, first, depth) is not { } field)
                return false;
            fields.Add(field);
        }

        return true;
    }

    private static EventField? Field(ReadOnlySpan<byte> schema, List<EventField> before, int index, int first, int depth)
    {
        ReadOnlySpan<byte> told = schema.Slice(FieldsAt + (index * FieldBytes), FieldBytes);
        int flags = BinaryPrimitives.ReadInt32LittleEndian(told);
        string name = Text(schema, BinaryPrimitives.ReadInt32LittleEndian(told[4..]));
        int type = BinaryPrimitives.ReadUInt16LittleEndian(told[8..]), second = BinaryPrimitives.ReadUInt16LittleEndian(told[10..]);
        int count = BinaryPrimitives.ReadUInt16LittleEndian(told[16..]), length = BinaryPrimitives.ReadUInt16LittleEndian(told[18..]);
        EventField? one;
        if ((flags & IsStruct) != 0)
        {
            List<EventField> inner = [];
            one = Fields(schema, inner, type, second, depth + 1) ? new EventField(name, EventFieldType.Object, [.. inner]) : null;
        }
        else if (InTypes.Unit(type) is { } unit && ((flags & LengthElsewhere) != 0 || length > 0))
        {
            EventField element = new("", unit, []);
            bool isTold = (flags & LengthElsewhere) != 0;
            if (isTold && (length < first || length - first >= before.Count))
                return null;
            EventFieldType array = isTold ? EventFieldType.CountedArray : EventFieldType.FixedArray;
            one = new EventField(name, array, [], element, isTold ? length - first : length);
        }
        else
        {
            one = type switch
            {
                300 => InTypes.Field(name, InTypes.CountedText),
                301 => InTypes.Field(name, InTypes.CountedAnsi),
                InTypes.Binary or InTypes.CountedText or InTypes.CountedAnsi => null,
                _ => InTypes.Field(name, type),
            };
        }

        if (one is null)
            return null;
        if ((flags & CountElsewhere) != 0)
        {
            return count >= first && count - first < before.Count
                ? new EventField(name, EventFieldType.CountedArray, [], one with { Name = "" }, count - first)
                : null;
        }

        return (flags & FixedCount) != 0 || count > 1 ? new EventField(name, EventFieldType.FixedArray, [], one with { Name = "" }, count)
            : one;
    }

    private static string Short(string name) => name.StartsWith("win:", StringComparison.Ordinal) ? name[4..] : name;

    private static string TextAt(ReadOnlySpan<byte> schema, int at) => Text(schema, BinaryPrimitives.ReadInt32LittleEndian(schema[at..]));

    private static string Text(ReadOnlySpan<byte> schema, int at)
    {
        if (at <= 0 || at >= schema.Length)
            return "";
        ReadOnlySpan<char> rest = MemoryMarshal.Cast<byte, char>(schema[at..]);
        int end = rest.IndexOf('\0');
        return (end < 0 ? rest : rest[..end]).Trim().ToString();
    }
}
