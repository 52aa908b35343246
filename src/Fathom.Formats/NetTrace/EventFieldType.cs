namespace Fathom.Formats.NetTrace;

/// <summary>Type of a field of an event: the numbers of <see cref="TypeCode"/>, and three more.</summary>
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

    /// <summary>8 bytes: a point in time.</summary>
    DateTime = 16,

    /// <summary>16 bytes.</summary>
    Guid = 17,

    /// <summary>UTF-16 units up to a zero.</summary>
    Text = 18,

    /// <summary>u16 count and as many elements.</summary>
    Array = 19,
}
