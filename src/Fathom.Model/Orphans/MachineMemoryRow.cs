using Fathom.Model.Tables;

namespace Fathom.Model.Orphans;

/// <summary>A part of the machine's memory.</summary>
public readonly record struct MachineMemoryRow(
    uint SnapshotId,
    int Position,
    TextId Kind,
    TextId PartOf,
    TextId Name,
    long SizeBytes) : IRow<MachineMemoryRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "machine_memory",
        "memory",
        "A part of the machine's memory. The rows without part_of add up to MemTotal; the others say more about one of those, or lie outside of memory.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look."),
            new("position", ColumnType.Int32, "Place in the balance, starting at 1."),
            new("kind", ColumnType.Text, "What it is; see docs/orphans.md."),
            new("part_of", ColumnType.Text, "The kind that it is a part of, or swap, which is no part of memory; absent for the rows that add up.", Nullable: true),
            new("name", ColumnType.Text, "Which file, device or size of page; absent where there is nothing to add.", Nullable: true),
            new("size_bytes", ColumnType.Int64, "Bytes. The row unaccounted may be below zero: the kernel counts late, and each counter for itself."),
        ],
        ["snapshot_id", "position"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<MachineMemoryRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<int> position = to.Column<int>(1);
        Span<TextId> kind = to.Column<TextId>(2);
        Span<TextId> partOf = to.Column<TextId>(3);
        Span<TextId> name = to.Column<TextId>(4);
        Span<long> sizeBytes = to.Column<long>(5);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly MachineMemoryRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            position[i] = row.Position;
            kind[i] = row.Kind;
            partOf[i] = row.PartOf;
            name[i] = row.Name;
            sizeBytes[i] = row.SizeBytes;
        }
    }
}
