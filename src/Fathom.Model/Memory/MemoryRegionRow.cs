using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>A piece of a process's address space with one owner.</summary>
public readonly record struct MemoryRegionRow(
    uint SnapshotId,
    uint RegionId,
    uint MappingId,
    ulong StartAddress,
    ulong EndAddress,
    TextId Permissions,
    TextId Category,
    TextId Owner,
    TextId Path,
    long VirtualBytes,
    long? RssBytes,
    long? PssBytes,
    long? PrivateBytes,
    long? SwapBytes,
    long? CommittedBytes = null,
    long? SavedBytes = null) : IRow<MemoryRegionRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "memory_region",
        "memory",
        "A piece of the address space with one owner: a mapping, or the part of one that an owner is known for.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look."),
            new("region_id", ColumnType.UInt32, "Number of the piece, starting at 1, in address order."),
            new("mapping_id", ColumnType.UInt32, "Number of the mapping (VMA) that it is part of, starting at 1."),
            new("start_address", ColumnType.UInt64, "First byte."),
            new("end_address", ColumnType.UInt64, "End, exclusive."),
            new("permissions", ColumnType.Text, "As in maps: r, w, x, and p (private) or s (shared)."),
            new("category", ColumnType.Text, "What the memory is for; see docs/memory.md."),
            new("owner", ColumnType.Text, "Who it belongs to inside the category: generation, kind of heap, thread, file; absent where there is nothing to add.", Nullable: true),
            new("path", ColumnType.Text, "What maps shows: a file, or a name in brackets; absent for memory without one.", Nullable: true),
            new("virtual_bytes", ColumnType.Int64, "Length."),
            new("rss_bytes", ColumnType.Int64, "Resident bytes. Absent where the source does not tell, as a core does not.", Nullable: true),
            new("pss_bytes", ColumnType.Int64, "Resident bytes with shared pages divided by their users; shared out over the pieces of a mapping by their resident bytes. Absent where the source does not tell.", Nullable: true),
            new("private_bytes", ColumnType.Int64, "Resident bytes that no other process maps; shared out like pss_bytes.", Nullable: true),
            new("swap_bytes", ColumnType.Int64, "Bytes in swap; absent where the source does not tell.", Nullable: true),
            new("committed_bytes", ColumnType.Int64, "Bytes that the system has promised, resident or not, where it counts that per region, as Windows does.", Nullable: true),
            new("saved_bytes", ColumnType.Int64, "Bytes that the file holds, where the source is a core.", Nullable: true),
        ],
        ["snapshot_id", "region_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<MemoryRegionRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> regionId = to.Column<uint>(1);
        Span<uint> mappingId = to.Column<uint>(2);
        Span<ulong> startAddress = to.Column<ulong>(3);
        Span<ulong> endAddress = to.Column<ulong>(4);
        Span<TextId> permissions = to.Column<TextId>(5);
        Span<TextId> category = to.Column<TextId>(6);
        Span<TextId> owner = to.Column<TextId>(7);
        Span<TextId> path = to.Column<TextId>(8);
        Span<long> virtualBytes = to.Column<long>(9);
        Span<long> rssBytes = to.Column<long>(10);
        Span<long> pssBytes = to.Column<long>(11);
        Span<long> privateBytes = to.Column<long>(12);
        Span<long> swapBytes = to.Column<long>(13);
        Span<long> committedBytes = to.Column<long>(14);
        Span<long> savedBytes = to.Column<long>(15);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly MemoryRegionRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            regionId[i] = row.RegionId;
            mappingId[i] = row.MappingId;
            startAddress[i] = row.StartAddress;
            endAddress[i] = row.EndAddress;
            permissions[i] = row.Permissions;
            category[i] = row.Category;
            owner[i] = row.Owner;
            path[i] = row.Path;
            virtualBytes[i] = row.VirtualBytes;
            rssBytes[i] = row.RssBytes.GetValueOrDefault();
            pssBytes[i] = row.PssBytes.GetValueOrDefault();
            privateBytes[i] = row.PrivateBytes.GetValueOrDefault();
            swapBytes[i] = row.SwapBytes.GetValueOrDefault();
            committedBytes[i] = row.CommittedBytes.GetValueOrDefault();
            savedBytes[i] = row.SavedBytes.GetValueOrDefault();
            SetNulls(row, i, to);
        }
    }

    private static void SetNulls(in MemoryRegionRow row, int i, in ColumnWriter to)
    {
        if (row.RssBytes is null)
            to.SetNull(10, i);
        if (row.PssBytes is null)
            to.SetNull(11, i);
        if (row.PrivateBytes is null)
            to.SetNull(12, i);
        if (row.SwapBytes is null)
            to.SetNull(13, i);
        if (row.CommittedBytes is null)
            to.SetNull(14, i);
        if (row.SavedBytes is null)
            to.SetNull(15, i);
    }
}
