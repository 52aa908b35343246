using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>What the bytes of a piece of the managed heap are, where its objects were walked in the same stop.</summary>
public readonly record struct MemoryPartRow(
    uint SnapshotId,
    uint RegionId,
    TextId Part,
    long VirtualBytes,
    long? RssBytes,
    long? PssBytes,
    long? PrivateBytes,
    long? SwapBytes,
    long? SavedBytes = null) : IRow<MemoryPartRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "memory_part",
        "memory",
        "What the bytes of a piece of the managed heap are, where its objects were walked in the same stop. Objects and free blocks lie between each other, so a part "
            + "has no addresses; the figures of the piece are shared out by the bytes of each part in its segment.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look."),
            new("region_id", ColumnType.UInt32, "The piece, in table memory_region. Its parts add up to it."),
            new("part", ColumnType.Text, "live and dead (objects that a root reaches, and the others), live and not known (where references were lost), or allocated (both, where nobody asked which are alive); free."),
            new("virtual_bytes", ColumnType.Int64, "Length."),
            new("rss_bytes", ColumnType.Int64, "Resident bytes. Absent where the source does not tell, as a core does not.", Nullable: true),
            new("pss_bytes", ColumnType.Int64, "Resident bytes with shared pages divided by their users.", Nullable: true),
            new("private_bytes", ColumnType.Int64, "Resident bytes that no other process maps.", Nullable: true),
            new("swap_bytes", ColumnType.Int64, "Bytes in swap.", Nullable: true),
            new("saved_bytes", ColumnType.Int64, "Bytes that the file holds, where the source is a core.", Nullable: true),
        ],
        ["snapshot_id", "region_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<MemoryPartRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> regionId = to.Column<uint>(1);
        Span<TextId> part = to.Column<TextId>(2);
        Span<long> virtualBytes = to.Column<long>(3);
        Span<long> rssBytes = to.Column<long>(4);
        Span<long> pssBytes = to.Column<long>(5);
        Span<long> privateBytes = to.Column<long>(6);
        Span<long> swapBytes = to.Column<long>(7);
        Span<long> savedBytes = to.Column<long>(8);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly MemoryPartRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            regionId[i] = row.RegionId;
            part[i] = row.Part;
            virtualBytes[i] = row.VirtualBytes;
            rssBytes[i] = row.RssBytes.GetValueOrDefault();
            pssBytes[i] = row.PssBytes.GetValueOrDefault();
            privateBytes[i] = row.PrivateBytes.GetValueOrDefault();
            swapBytes[i] = row.SwapBytes.GetValueOrDefault();
            savedBytes[i] = row.SavedBytes.GetValueOrDefault();
            SetNulls(row, i, to);
        }
    }

    private static void SetNulls(in MemoryPartRow row, int i, in ColumnWriter to)
    {
        if (row.RssBytes is null)
            to.SetNull(4, i);
        if (row.PssBytes is null)
            to.SetNull(5, i);
        if (row.PrivateBytes is null)
            to.SetNull(6, i);
        if (row.SwapBytes is null)
            to.SetNull(7, i);
        if (row.SavedBytes is null)
            to.SetNull(8, i);
    }
}
