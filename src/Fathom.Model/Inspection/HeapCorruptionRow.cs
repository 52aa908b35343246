using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>A collection that is broken.</summary>
public readonly record struct HeapCorruptionRow(
    uint SnapshotId,
    ulong Address,
    TextId Type,
    TextId Problem,
    long Bucket,
    long Entry,
    long EntryCount) : IRow<HeapCorruptionRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_corruption",
        "heap",
        "A Dictionary or HashSet whose internal chains are broken.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look, as numbered in stack_snapshot."),
            new("address", ColumnType.UInt64, "The collection."),
            new("type", ColumnType.Text, "Its type."),
            new("problem", ColumnType.Text, "cycle: a chain leads back into itself; out_of_range: a chain leads to an entry that is not in use."),
            new("bucket", ColumnType.Int64, "The first bucket with such a chain, from 0."),
            new("entry", ColumnType.Int64, "The entry whose link is wrong, from 0; -1 where it is the bucket's own."),
            new("entry_count", ColumnType.Int64, "Entries in use."),
        ],
        ["snapshot_id", "address"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapCorruptionRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<ulong> address = to.Column<ulong>(1);
        Span<TextId> type = to.Column<TextId>(2);
        Span<TextId> problem = to.Column<TextId>(3);
        Span<long> bucket = to.Column<long>(4);
        Span<long> entry = to.Column<long>(5);
        Span<long> entryCount = to.Column<long>(6);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapCorruptionRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            address[i] = row.Address;
            type[i] = row.Type;
            problem[i] = row.Problem;
            bucket[i] = row.Bucket;
            entry[i] = row.Entry;
            entryCount[i] = row.EntryCount;
        }
    }
}
