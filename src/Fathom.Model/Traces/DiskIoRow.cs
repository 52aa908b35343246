using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>What was asked of a disk.</summary>
[Table("disk_io", "time")]
public readonly partial record struct DiskIoRow(
    [Column("The process that asked; the system itself for what it writes later on its own.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("When it was asked, since the first time stamp of the trace.")] long StartNs,
    [Column("Time until the disk began with it: until it had ended the request before, where that was later than the asking. "
        + "Absent where the trace does not tell.")] long? QueueNs,
    [Column("Time that the disk worked on it, from then to its end. Those of a disk do not overlap. Absent where the trace does not tell.")]
    long? ServiceNs,
    [Column("read, write, flush, or discard: the disk may forget the content.")] TextId Operation,
    [Column("The disk: its number on Windows, on Linux its major and minor number, as lsblk shows them.")] TextId Disk,
    [Column("The file that it was about; absent where that is not known, or it was about none.", Nullable = true)] TextId Path,
    [Column("Bytes; absent for flush.")] long? SizeBytes,
    [Column("Place on the disk; absent for flush.")] long? OffsetBytes,
    [Column("Priority of the request: very low, low, normal, high, critical; absent where the trace does not tell.",
        Nullable = true)] TextId Priority,
    [Column("Stack of the thread that asked; 0 where none was recorded.")] uint StackId);
