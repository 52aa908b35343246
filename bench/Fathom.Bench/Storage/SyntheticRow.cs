using Fathom.Model.Tables;

namespace Fathom.Bench.Storage;

/// <summary>Five integers and a text of few values: what a CPU sample or a wait is like.</summary>
[Table("synthetic", "bench", "pid", "tid", "ts_ns")]
internal readonly partial record struct SyntheticRow(
    [Column("Process.")] uint Pid,
    [Column("Thread.")] uint Tid,
    [Column("Time.")] long TsNs,
    [Column("Stack.")] uint StackId,
    [Column("Duration.")] long DurationNs,
    [Column("Kind.")] TextId Kind);
