using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>All strings of a snapshot with one text, or strings of similar length that were not told apart.</summary>
public readonly record struct HeapStringRow(
    uint SnapshotId,
    ulong? Hash,
    int Length,
    long Count,
    long SizeBytes,
    TextId Text) : IRow<HeapStringRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_string",
        "heap",
        "Strings of a snapshot by their text. Two texts are one when 64-bit hash and length are equal; among a million different ones the chance of any mistake is below 3 in 100 million.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("hash", ColumnType.UInt64, "Hash of the text, the same in every recording; absent for strings that were not told apart because there were too many different ones.", Nullable: true),
            new("length", ColumnType.Int32, "UTF-16 characters; where hash is absent, the power of two at or below the length (0 for empty ones)."),
            new("count", ColumnType.Int64, "Strings."),
            new("size_bytes", ColumnType.Int64, "Bytes that they occupy."),
            new("text", ColumnType.Text, "The first 80 characters; absent for strings that exist once and are shorter than 512 characters.", Nullable: true),
        ],
        ["snapshot_id", "length"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapStringRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<ulong> hash = to.Column<ulong>(1);
        Span<int> length = to.Column<int>(2);
        Span<long> count = to.Column<long>(3);
        Span<long> sizeBytes = to.Column<long>(4);
        Span<TextId> text = to.Column<TextId>(5);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapStringRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            hash[i] = row.Hash.GetValueOrDefault();
            length[i] = row.Length;
            count[i] = row.Count;
            sizeBytes[i] = row.SizeBytes;
            text[i] = row.Text;
            if (row.Hash is null)
                to.SetNull(1, i);
        }
    }
}
