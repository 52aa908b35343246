using Fathom.Model.Tables;

namespace Fathom.Model.Orphans;

/// <summary>Memory that is in the resident set of no process.</summary>
public readonly record struct OrphanRow(
    uint SnapshotId,
    uint OrphanId,
    TextId Kind,
    long SizeBytes,
    long Count,
    long? OwnerPid,
    TextId Owner,
    TextId Name,
    TextId Evidence) : IRow<OrphanRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "orphan",
        "memory",
        "Memory that is in the resident set of no process, with who holds it or was the last that is known to.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look."),
            new("orphan_id", ColumnType.UInt32, "Number of the case, starting at 1."),
            new("kind", ColumnType.Text, "What holds the memory; see docs/orphans.md."),
            new("size_bytes", ColumnType.Int64, "Bytes that it holds, in memory or swapped out."),
            new("count", ColumnType.Int64, "Things of this kind, owner and name."),
            new("owner_pid", ColumnType.Int64, "The process that holds it, or the last one that is known to; absent where there is none.", Nullable: true),
            new("owner", ColumnType.Text, "Name of that process, or who else answers for it: a user, a setting of the kernel, a control group; absent where nobody is known.", Nullable: true),
            new("name", ColumnType.Text, "Its own name: a file, a key, a map; absent where it has none.", Nullable: true),
            new("evidence", ColumnType.Text, "Where it was found."),
        ],
        ["snapshot_id", "orphan_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<OrphanRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> orphanId = to.Column<uint>(1);
        Span<TextId> kind = to.Column<TextId>(2);
        Span<long> sizeBytes = to.Column<long>(3);
        Span<long> count = to.Column<long>(4);
        Span<long> ownerPid = to.Column<long>(5);
        Span<TextId> owner = to.Column<TextId>(6);
        Span<TextId> name = to.Column<TextId>(7);
        Span<TextId> evidence = to.Column<TextId>(8);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly OrphanRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            orphanId[i] = row.OrphanId;
            kind[i] = row.Kind;
            sizeBytes[i] = row.SizeBytes;
            count[i] = row.Count;
            ownerPid[i] = row.OwnerPid.GetValueOrDefault();
            if (row.OwnerPid is null)
                to.SetNull(5, i);
            owner[i] = row.Owner;
            name[i] = row.Name;
            evidence[i] = row.Evidence;
        }
    }
}
