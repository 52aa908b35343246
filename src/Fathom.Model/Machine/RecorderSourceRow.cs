using Fathom.Model.Tables;

namespace Fathom.Model.Machine;

/// <summary>A source of events of a recording, and from when to when it was on.</summary>
[Table("recorder_source", "who", "kind", "start_ns")]
public readonly partial record struct RecorderSourceRow(
    [Column("Name of its raw file.")] TextId File,
    [Column("kernel (all threads that are recorded) or runtime (one process).")] TextId Kind,
    [Column("Number of the process that it is of; absent for the kernel.")] long? Pid,
    [Column("When all of its events were enabled, since the first time stamp of the recording.")] long StartNs,
    [Column("When they were disabled, or the process ended.")] long StopNs,
    [Column("Size of the raw file.")] long SizeBytes);
