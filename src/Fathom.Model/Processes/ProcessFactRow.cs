using Fathom.Model.Tables;

namespace Fathom.Model.Processes;

/// <summary>Something true of a process when it was looked at.</summary>
[Table("process_fact", "who", "process_id", "source")]
public readonly partial record struct ProcessFactRow(
    [Column("The process, as numbered in the process table.")] uint ProcessId,
    [Column("status, limits or smaps_rollup (files of /proc), metric (names and base units as in watch), or counter (what the runtime reports about "
        + "itself).")]
    TextId Source,
    [Column("Name of the fact, as the source has it.")] TextId Fact,
    [Column("Its value as text, as the source has it.")] TextId Value);
