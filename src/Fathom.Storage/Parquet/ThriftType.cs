namespace Fathom.Storage.Parquet;

/// <summary>Types of the compact protocol of Thrift, with its numbers.</summary>
internal enum ThriftType
{
    /// <summary>End of a struct.</summary>
    Stop = 0,

    /// <summary>A truth value that holds; no bytes follow the head of the field.</summary>
    True = 1,

    /// <summary>A truth value that does not hold.</summary>
    False = 2,

    /// <summary>One byte.</summary>
    Byte = 3,

    /// <summary>A number.</summary>
    Int16 = 4,

    /// <summary>A number.</summary>
    Int32 = 5,

    /// <summary>A number.</summary>
    Int64 = 6,

    /// <summary>Eight bytes.</summary>
    Double = 7,

    /// <summary>Bytes or a text, with the length in front.</summary>
    Binary = 8,

    /// <summary>A list.</summary>
    List = 9,

    /// <summary>A set, written as a list.</summary>
    Set = 10,

    /// <summary>Pairs.</summary>
    Map = 11,

    /// <summary>Fields up to <see cref="Stop"/>.</summary>
    Struct = 12,
}
