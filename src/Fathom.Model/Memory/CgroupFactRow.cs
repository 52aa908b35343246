using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>One figure of a control group.</summary>
public readonly record struct CgroupFactRow(
    uint SnapshotId,
    TextId Cgroup,
    int Version,
    TextId Fact,
    long? SizeBytes,
    long? Count,
    long? DurationNs) : IRow<CgroupFactRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "cgroup_fact",
        "memory",
        "One figure of the control group (cgroup) of a process.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look."),
            new("cgroup", ColumnType.Text, "Path of the group in its hierarchy, as the process sees it."),
            new("version", ColumnType.Int32, "1 or 2."),
            new("fact", ColumnType.Text, "What the figure is: current, limit, anon, …; see docs/memory.md."),
            new("size_bytes", ColumnType.Int64, "Its value where it is a size; absent where there is none, such as no limit.", Nullable: true),
            new("count", ColumnType.Int64, "Its value where it is a count.", Nullable: true),
            new("duration_ns", ColumnType.Int64, "Its value where it is a time, in nanoseconds.", Nullable: true),
        ],
        ["snapshot_id", "fact"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<CgroupFactRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<TextId> cgroup = to.Column<TextId>(1);
        Span<int> version = to.Column<int>(2);
        Span<TextId> fact = to.Column<TextId>(3);
        Span<long> sizeBytes = to.Column<long>(4);
        Span<long> count = to.Column<long>(5);
        Span<long> durationNs = to.Column<long>(6);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly CgroupFactRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            cgroup[i] = row.Cgroup;
            version[i] = row.Version;
            fact[i] = row.Fact;
            sizeBytes[i] = row.SizeBytes.GetValueOrDefault();
            count[i] = row.Count.GetValueOrDefault();
            durationNs[i] = row.DurationNs.GetValueOrDefault();
            if (row.SizeBytes is null)
                to.SetNull(4, i);
            if (row.Count is null)
                to.SetNull(5, i);
            if (row.DurationNs is null)
                to.SetNull(6, i);
        }
    }
}
