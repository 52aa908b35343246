using System.Globalization;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>Reads fields as <c>KernelEvents.txt</c> writes them.</summary>
internal static class EtlFieldText
{
    /// <summary>The fields of a line: NAME:TYPE with a space between each two; TYPE*N an array, TYPE*NAME one whose length another field has.</summary>
    public static EventField[] Read(string text)
    {
        List<EventField> fields = [];
        foreach (string one in text.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            fields.Add(Field(one, fields));
        return [.. fields];
    }

    private static EventField Field(string text, List<EventField> before)
    {
        string[] parts = text.Split(':', '*');
        EventField one = new("", Type(parts[1]), []);
        if (parts.Length > 2 && before.FindIndex(field => field.Name == parts[2]) is >= 0 and var length)
            return new EventField(parts[0], EventFieldType.CountedArray, [], one, length);
        return parts.Length == 2
            ? one with { Name = parts[0] }
            : new EventField(parts[0], EventFieldType.FixedArray, [], one, int.Parse(parts[2], CultureInfo.InvariantCulture));
    }

    private static EventFieldType Type(string name) => name switch
    {
        "u8" => EventFieldType.Byte,
        "i8" => EventFieldType.SByte,
        "u16" => EventFieldType.UInt16,
        "i16" => EventFieldType.Int16,
        "u32" => EventFieldType.UInt32,
        "i32" => EventFieldType.Int32,
        "u64" => EventFieldType.UInt64,
        "i64" => EventFieldType.Int64,
        "ptr" => EventFieldType.Address,
        "guid" => EventFieldType.Guid,
        "filetime" => EventFieldType.DateTime,
        "char" => EventFieldType.Char,
        "text" => EventFieldType.Text,
        "ansi" => EventFieldType.Utf8Text,
        "sid" => EventFieldType.Sid,
        "port" => EventFieldType.Port,
        "ip4" => EventFieldType.Ip4,
        "ip6" => EventFieldType.Ip6,
        _ => throw new FormatException($"No type {name}."),
    };
}
