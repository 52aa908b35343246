namespace Fathom.Formats.GcDump;

/// <summary>The byte before an object or a tagged field of a FastSerialization stream.</summary>
internal enum FastSerializationTag : byte
{
    /// <summary>No object.</summary>
    NullReference = 1,

    /// <summary>An object that was written before: u32 position of its first byte follows.</summary>
    ObjectReference = 2,

    /// <summary>An object that comes later. The types of a heap dump never use it.</summary>
    ForwardReference = 3,

    /// <summary>An object: its type object, its fields, further tagged fields, <see cref="EndObject"/>.</summary>
    BeginObject = 4,

    /// <summary>As <see cref="BeginObject"/>, but nothing refers to it.</summary>
    BeginPrivateObject = 5,

    /// <summary>End of an object.</summary>
    EndObject = 6,

    /// <summary>The object that a <see cref="ForwardReference"/> promised.</summary>
    ForwardDefinition = 7,

    /// <summary>A tagged field of 1 byte.</summary>
    Byte = 8,

    /// <summary>A tagged field of 2 bytes.</summary>
    Int16 = 9,

    /// <summary>A tagged field of 4 bytes.</summary>
    Int32 = 10,

    /// <summary>A tagged field of 8 bytes.</summary>
    Int64 = 11,

    /// <summary>A tagged object: i32 index into the forward table follows, where the position behind the object stands.</summary>
    SkipRegion = 12,

    /// <summary>A tagged text.</summary>
    String = 13,

    /// <summary>Tagged bytes: i32 length follows.</summary>
    Blob = 14,
}
