using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A raw trace that rows were made from: what was recorded, by whom, and how its clock relates to the recording's.</summary>
[Table("trace", "time", "trace_id")]
public readonly partial record struct TraceRow(
    [Column("Number of the trace in the recording, starting at 1.")] uint TraceId,
    [Column("Format of the file, such as perf.data.")] TextId Format,
    [Column("File name.")] TextId File,
    [Column("Size of the file.")] long SizeBytes,
    [Column("Name of the machine; absent where the file does not say.", Nullable = true)] TextId Machine,
    [Column("Release of the kernel; absent where the file does not say.", Nullable = true)] TextId Kernel,
    [Column("Architecture, such as x86_64; absent where the file does not say.", Nullable = true)] TextId Architecture,
    [Column("The recorder, with version; absent where the file does not say.", Nullable = true)] TextId Recorder,
    [Column("Command line of the recorder; absent where the file does not say.", Nullable = true)] TextId CommandLine,
    [Column("Clock of its time stamps: monotonic, or unknown.")] TextId Clock,
    [Column("Its first time stamp on that clock; every ts_ns and start_ns of the recording counts from that of its first trace.")] long ClockStartNs,
    [Column("Time from its first to its last time stamp.")] long DurationNs,
    [Column("The first time stamp in nanoseconds since 1970-01-01 UTC; absent where the file does not say.")] long? StartUnixNs,
    [Column("Whether all threads of the machine were recorded.")] bool WholeMachine,
    [Column("Samples of all events.")] long SampleCount,
    [Column("Records and samples that the recorder says were lost.")] long LostCount,
    [Column("Truncated call chains: at the frame limit of the kernel, or where the copy of a stack ends.")] long TruncatedStackCount,
    [Column("Why waits cannot be determined from it, in one sentence; absent where they can.", Nullable = true)] TextId NoWaits);
