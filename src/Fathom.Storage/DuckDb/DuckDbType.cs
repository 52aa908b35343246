namespace Fathom.Storage.DuckDb;

/// <summary>The engine's type ids, as the C API numbers them (DUCKDB_TYPE). Ids that this binding does not name are passed through.</summary>
public enum DuckDbType
{
    /// <summary>No type.</summary>
    Invalid = 0,

    /// <summary>One byte, 0 or 1.</summary>
    Boolean = 1,

    /// <summary>8 bits, signed.</summary>
    TinyInt = 2,

    /// <summary>16 bits, signed.</summary>
    SmallInt = 3,

    /// <summary>32 bits, signed.</summary>
    Integer = 4,

    /// <summary>64 bits, signed.</summary>
    BigInt = 5,

    /// <summary>8 bits.</summary>
    UTinyInt = 6,

    /// <summary>16 bits.</summary>
    USmallInt = 7,

    /// <summary>32 bits.</summary>
    UInteger = 8,

    /// <summary>64 bits.</summary>
    UBigInt = 9,

    /// <summary>32-bit floating point.</summary>
    Float = 10,

    /// <summary>64-bit floating point.</summary>
    Double = 11,

    /// <summary>128 bits, signed: what a sum over BIGINT is.</summary>
    HugeInt = 16,

    /// <summary>UTF-8 text.</summary>
    VarChar = 17,

    /// <summary>A scaled integer of 16, 32, 64 or 128 bits.</summary>
    Decimal = 19,

    /// <summary>A number into a dictionary of texts.</summary>
    Enum = 23,

    /// <summary>128 bits.</summary>
    UHugeInt = 32,

    /// <summary>The type of a column that holds nothing but NULL.</summary>
    SqlNull = 36,
}
