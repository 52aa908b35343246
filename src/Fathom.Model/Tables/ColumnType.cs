namespace Fathom.Model.Tables;

/// <summary>The storage type of a table column. Each has one unmanaged value type that a row transposes into.</summary>
public enum ColumnType
{
    /// <summary>BOOLEAN, one byte per value.</summary>
    Boolean,

    /// <summary>INTEGER, <see cref="int"/>.</summary>
    Int32,

    /// <summary>BIGINT, <see cref="long"/>.</summary>
    Int64,

    /// <summary>UINTEGER, <see cref="uint"/>: dense ids.</summary>
    UInt32,

    /// <summary>UBIGINT, <see cref="ulong"/>: addresses.</summary>
    UInt64,

    /// <summary>DOUBLE, <see cref="double"/>.</summary>
    Double,

    /// <summary>VARCHAR; the row holds a <see cref="TextId"/>, and <see cref="TextId.None"/> is NULL.</summary>
    Text,

    /// <summary>VARCHAR; the row holds a <see cref="RawText"/>, and <see cref="RawText.None"/> is NULL.</summary>
    RawText,
}
