using Fathom.Model.Tables;

namespace Fathom.Model.Dumps;

/// <summary>The dump that was written right after what this recording holds.</summary>
[Table("dump", "memory", "process_id")]
public readonly partial record struct DumpRow(
    [Column("The process, as numbered in the process table.")] uint ProcessId,
    [Column("When the writer was started: nanoseconds since recording start.")] long TsNs,
    [Column("The file.")] TextId Path,
    [Column("mini, heap, triage or full.")] TextId Kind,
    [Column("Its size.")] long SizeBytes,
    [Column("The estimated size.")] long ExpectedSizeBytes,
    [Column("How long the target was paused for it, in nanoseconds, measured from outside with a precision of some milliseconds.")] long PauseNs,
    [Column("Whether the file was then opened and walked without an error.")] bool Verified,
    [Column("The condition that triggered it; absent for a dump without a condition.", Nullable = true)] TextId Cause,
    [Column("Nanoseconds from the cause, such as the throw of an exception, to the stop of the target; absent where that is not known.")]
    long? CauseDelayNs);
