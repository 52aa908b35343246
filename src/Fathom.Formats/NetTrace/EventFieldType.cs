namespace Fathom.Formats.NetTrace;

/// <summary>Type of a field of an event: the numbers of <see cref="TypeCode"/>, those that streams have beside them, and what only the runtime's own events have.</summary>
public enum EventFieldType
{
    /// <summary>Fields of its own, one behind the other.</summary>
    Object = 1,

    /// <summary>i32: 0 is false.</summary>
    Boolean32 = 3,

    /// <summary>One UTF-16 unit.</summary>
    Char = 4,

    /// <summary>i8.</summary>
    SByte = 5,

    /// <summary>u8.</summary>
    Byte = 6,

    /// <summary>i16.</summary>
    Int16 = 7,

    /// <summary>u16.</summary>
    UInt16 = 8,

    /// <summary>i32.</summary>
    Int32 = 9,

    /// <summary>u32.</summary>
    UInt32 = 10,

    /// <summary>i64.</summary>
    Int64 = 11,

    /// <summary>u64.</summary>
    UInt64 = 12,

    /// <summary>f32.</summary>
    Single = 13,

    /// <summary>f64.</summary>
    Double = 14,

    /// <summary>16 bytes, as <see cref="decimal"/> has them.</summary>
    Decimal = 15,

    /// <summary>i64: a point in time, in 100 ns since 1601 (UTC).</summary>
    DateTime = 16,

    /// <summary>16 bytes.</summary>
    Guid = 17,

    /// <summary>UTF-16 units up to a zero.</summary>
    Text = 18,

    /// <summary>u16 count and as many elements.</summary>
    Array = 19,

    /// <summary>Number with a sign in groups of 7 bits.</summary>
    VarInt = 20,

    /// <summary>Number without a sign in groups of 7 bits.</summary>
    VarUInt = 21,

    /// <summary>As many elements as the description says.</summary>
    FixedArray = 22,

    /// <summary>One UTF-8 unit.</summary>
    Utf8Unit = 23,

    /// <summary>u16 place behind this field, u16 bytes: an array there.</summary>
    RelativeArray = 24,

    /// <summary>u16 place in the payload, u16 bytes: an array there.</summary>
    PlacedArray = 25,

    /// <summary>u8: 0 is false.</summary>
    Boolean8 = 26,

    /// <summary>An address: 4 or 8 bytes, as the target has them. Only of the runtime's own events.</summary>
    Address = 100,

    /// <summary>UTF-8 up to a zero. Only of the runtime's own events.</summary>
    Utf8Text = 101,

    /// <summary>As many elements as another field says. Only of the runtime's own events.</summary>
    CountedArray = 102,

    /// <summary>4 bytes without meaning where addresses have 8, else none. Only of the runtime's own events.</summary>
    Gap = 103,

    /// <summary>u16 bytes, then as many of UTF-16. Only of events of Windows.</summary>
    CountedText = 104,

    /// <summary>Number of a user: u8 revision, u8 count, 6 bytes of authority (the highest first), u32 as often as the count says. Only of events of Windows.</summary>
    Sid = 105,

    /// <summary>u16, the high byte first. Only of events of Windows.</summary>
    Port = 106,

    /// <summary>4 bytes of an address of the internet. Only of events of Windows.</summary>
    Ip4 = 107,

    /// <summary>16 bytes of an address of the internet. Only of events of Windows.</summary>
    Ip6 = 108,
}
