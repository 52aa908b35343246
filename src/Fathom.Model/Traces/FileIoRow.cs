using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>What a program asked of a file, or of something else that is read and written like one.</summary>
[Table("file_io", "time")]
public readonly partial record struct FileIoRow(
    [Column("The process.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("When it was asked, since the first time stamp of the trace.")] long StartNs,
    [Column("Time until it was done; absent where the trace does not have the end.")] long? DurationNs,
    [Column("open, close, read, write, copy, sync, truncate, lock, rename, link, delete, mkdir, stat, list, change (of rights, owner or times), "
        + "io_uring (what happens behind it is not recorded).")] TextId Operation,
    [Column("Name of the system call or event.")] TextId Call,
    [Column("file, folder, pipe, socket, device, memory, or other (events, timers); unknown where nothing tells what the descriptor leads to.")] TextId Kind,
    [Column("The file as the program named it, with the folder that a relative name begins in; absent where that is not known.", Nullable = true)] TextId Path,
    [Column("The other one, of operations with two: where it is renamed, linked or copied to.", Nullable = true)] TextId ToPath,
    [Column("Bytes that were read, written or copied; absent for other operations, and where it failed.")] long? SizeBytes,
    [Column("Place in the file, where it was asked for; absent for the place where the descriptor stands.")] long? OffsetBytes,
    [Column("Name of the error, such as ENOENT; absent where it went well.", Nullable = true)] TextId Error,
    [Column("Stack of the thread; 0 where none was recorded.")] uint StackId);
