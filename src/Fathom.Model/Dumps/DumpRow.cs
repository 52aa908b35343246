using Fathom.Model.Tables;

namespace Fathom.Model.Dumps;

/// <summary>The dump that was written right after what this recording holds.</summary>
[Table("dump", "memory", "process_id")]
public readonly partial record struct DumpRow(
    [Column("The process, as numbered in the process table.")] uint ProcessId,
    [Column("When the writer was asked for it: nanoseconds since recording start.")] long TsNs,
    [Column("The file.")] TextId Path,
    [Column("mini, heap, triage or full.")] TextId Kind,
    [Column("Its size.")] long SizeBytes,
    [Column("The size that was estimated before.")] long ExpectedSizeBytes,
    [Column("How long the target stood still for it, in nanoseconds, watched from outside to some milliseconds.")] long PauseNs,
    [Column("Whether the file was opened and walked afterwards without a fault.")] bool Verified,
    [Column("The condition that led to it; absent where it was asked for at once.", Nullable = true)] TextId Cause,
    [Column("Nanoseconds from the cause, such as the throw of an exception, to the stop of the target; absent where that is not known.")]
    long? CauseDelayNs);
