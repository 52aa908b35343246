using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A page of memory that was not there, or several where a recorder kept some of all.</summary>
[Table("page_fault", "time")]
public readonly partial record struct PageFaultRow(
    [Column("The process.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("When it began, since the first time stamp of the trace; when it ended, where the trace does not have its begin.")]
    long StartNs,
    [Column("Until the page was there. Absent where the trace does not tell.")] long? DurationNs,
    [Column("hard: the page was read from a file (major, on Linux). transition, demand zero, copy on write, guard page, "
        + "access violation: as Windows tells. soft: Linux tells that nothing was read (minor). unknown: the trace does not tell which.")]
    TextId Kind,
    [Column("The file that was read, or is mapped there; absent where that is not known, or there is none.", Nullable = true)] TextId Path,
    [Column("Place in the file; absent where the trace does not tell.")] long? OffsetBytes,
    [Column("Bytes that were read; absent where the trace does not tell.")] long? SizeBytes,
    [Column("The address; 0 where the trace does not tell.")] ulong Address,
    [Column("Faults that the row stands for: more than 1 where the recorder kept some of all, so that it is an estimate.")] long Count,
    [Column("Stack of the thread; 0 where none was recorded.")] uint StackId);
