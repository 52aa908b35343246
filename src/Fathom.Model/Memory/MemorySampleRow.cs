using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>A metric of a process, sampled over time.</summary>
[Table("memory_sample", "memory", "process_id", "metric", "ts_ns")]
public readonly partial record struct MemorySampleRow(
    [Column("The process, as numbered in the process table; a restarted one is another.")] uint ProcessId,
    [Column("When: nanoseconds since recording start; the same for all processes of a sample.")] long TsNs,
    [Column("What was measured, with the unit in its name, such as rss_bytes.")] TextId Metric,
    [Column("The type, category or owner that it was measured of; absent for the whole process.", Nullable = true)] TextId Item,
    [Column("The label context of the moment, where each moment has its own.", Nullable = true)] TextId Context,
    [Column("The value in the unit that the metric's name says.")] double Value);
