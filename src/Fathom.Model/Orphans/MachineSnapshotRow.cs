using Fathom.Model.Tables;

namespace Fathom.Model.Orphans;

/// <summary>One look at the memory of the whole machine.</summary>
public readonly record struct MachineSnapshotRow(
    uint SnapshotId,
    long TsNs,
    TextId Machine,
    long MemTotalBytes,
    long ZoneBytes,
    int ProcessCount,
    int RefusedProcessCount,
    int VanishedProcessCount) : IRow<MachineSnapshotRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "machine_snapshot",
        "memory",
        "One look at the memory of the whole machine.",
        [
            new("snapshot_id", ColumnType.UInt32, "Number of the look in the recording."),
            new("ts_ns", ColumnType.Int64, "When it was taken: nanoseconds since recording start."),
            new("machine", ColumnType.Text, "Host name."),
            new("mem_total_bytes", ColumnType.Int64, "MemTotal of /proc/meminfo."),
            new("zone_bytes", ColumnType.Int64, "Managed pages of all zones of /proc/zoneinfo; 0 where it cannot be read. A virtual machine may give a guest its memory late."),
            new("process_count", ColumnType.Int32, "Processes that were looked at, without threads of the kernel."),
            new("refused_process_count", ColumnType.Int32, "Processes that could not be looked at for lack of permission."),
            new("vanished_process_count", ColumnType.Int32, "Processes that ended while they were looked at."),
        ],
        ["snapshot_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<MachineSnapshotRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<long> tsNs = to.Column<long>(1);
        Span<TextId> machine = to.Column<TextId>(2);
        Span<long> memTotalBytes = to.Column<long>(3);
        Span<long> zoneBytes = to.Column<long>(4);
        Span<int> processCount = to.Column<int>(5);
        Span<int> refusedProcessCount = to.Column<int>(6);
        Span<int> vanishedProcessCount = to.Column<int>(7);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly MachineSnapshotRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            tsNs[i] = row.TsNs;
            machine[i] = row.Machine;
            memTotalBytes[i] = row.MemTotalBytes;
            zoneBytes[i] = row.ZoneBytes;
            processCount[i] = row.ProcessCount;
            refusedProcessCount[i] = row.RefusedProcessCount;
            vanishedProcessCount[i] = row.VanishedProcessCount;
        }
    }
}
