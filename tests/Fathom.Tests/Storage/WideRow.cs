using Fathom.Model.Tables;

namespace Fathom.Tests.Storage;

/// <summary>A row with every column type, present and absent.</summary>
[Table("wide", "test", "text", "int64", "double", "flag", "int32", "uint64", "key")]
public readonly partial record struct WideRow(
    [Column("key")] uint Key,
    [Column("flag")] bool Flag,
    [Column("int32")] int Int32,
    [Column("int64")] long Int64,
    [Column("uint64")] ulong UInt64,
    [Column("double")] double Double,
    [Column("text")] TextId Text,
    [Column("maybe")] bool? MaybeFlag,
    [Column("maybe")] int? MaybeInt32,
    [Column("maybe")] long? MaybeInt64,
    [Column("maybe")] double? MaybeDouble,
    [Column("maybe", Nullable = true)] TextId MaybeText);
