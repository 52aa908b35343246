using Fathom.Model.Tables;

namespace Fathom.Tests.Storage;

/// <summary>A row with texts that it has for itself.</summary>
[Table("noted", "test", "key")]
public readonly partial record struct NotedRow(
    [Column("key")] uint Key,
    [Column("note")] RawText Note,
    [Column("maybe", Nullable = true)] RawText MaybeNote);
