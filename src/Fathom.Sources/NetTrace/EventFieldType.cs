namespace Fathom.Sources.NetTrace;

/// <summary>Type of a field of an event: the numbers of <see cref="TypeCode"/>, and three more.</summary>
internal enum EventFieldType
{
    /// <summary>Fields of its own, one behind the other.</summary>
    Object = 1,
    Boolean32 = 3,
    Char = 4,
    SByte = 5,
    Byte = 6,
    Int16 = 7,
    UInt16 = 8,
    Int32 = 9,
    UInt32 = 10,
    Int64 = 11,
    UInt64 = 12,
    Single = 13,
    Double = 14,
    Decimal = 15,
    DateTime = 16,
    Guid = 17,
    Text = 18,

    /// <summary>u16 count and as many elements.</summary>
    Array = 19,
}
