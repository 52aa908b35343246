using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>Types of fields as Windows numbers them.</summary>
internal static class InTypes
{
    /// <summary>UTF-16 up to a zero.</summary>
    public const int Text = 1;

    /// <summary>Bytes up to a zero.</summary>
    public const int Ansi = 2;

    /// <summary>Bytes, with their number before them or in another field.</summary>
    public const int Binary = 14;

    /// <summary>16 words: a date.</summary>
    public const int SystemTime = 18;

    /// <summary>Number of a user.</summary>
    public const int Sid = 19;

    /// <summary>u16 bytes, then UTF-16.</summary>
    public const int CountedText = 22;

    /// <summary>u16 bytes, then bytes.</summary>
    public const int CountedAnsi = 23;

    /// <summary>Fields of its own.</summary>
    public const int Struct = 24;

    /// <summary>u16 bytes, then bytes.</summary>
    public const int CountedBinary = 25;

    /// <summary>A type that has one size or an end of its own; null for others.</summary>
    public static EventFieldType? Plain(int type) => type switch
    {
        Text => EventFieldType.Text,
        Ansi => EventFieldType.Utf8Text,
        3 => EventFieldType.SByte,
        4 => EventFieldType.Byte,
        5 => EventFieldType.Int16,
        6 => EventFieldType.UInt16,
        7 => EventFieldType.Int32,
        8 or 20 => EventFieldType.UInt32,
        9 => EventFieldType.Int64,
        10 or 21 => EventFieldType.UInt64,
        11 => EventFieldType.Single,
        12 => EventFieldType.Double,
        13 => EventFieldType.Boolean32,
        15 => EventFieldType.Guid,
        16 => EventFieldType.Address,
        17 => EventFieldType.DateTime,
        _ => null,
    };

    /// <summary>Units of a text or of bytes, whose number stands elsewhere.</summary>
    public static EventFieldType? Unit(int type) => type switch
    {
        Text => EventFieldType.Char,
        Ansi => EventFieldType.Utf8Unit,
        Binary => EventFieldType.Byte,
        _ => null,
    };

    /// <summary>A field of a type by itself; null for one that cannot be read.</summary>
    public static EventField? Field(string name, int type) => type switch
    {
        SystemTime => new EventField(name, EventFieldType.FixedArray, [], new EventField("", EventFieldType.UInt16, []), 8),
        CountedText => new EventField(name, EventFieldType.CountedText, []),
        Sid => new EventField(name, EventFieldType.Sid, []),
        CountedAnsi => new EventField(name, EventFieldType.Array, [], new EventField("", EventFieldType.Utf8Unit, [])),
        Binary or CountedBinary => new EventField(name, EventFieldType.Array, [], new EventField("", EventFieldType.Byte, [])),
        _ => Plain(type) is { } plain ? new EventField(name, plain, []) : null,
    };
}
