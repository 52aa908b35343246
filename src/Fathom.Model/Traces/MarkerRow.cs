using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A moment that somebody marked while it was recorded: from a shell by "fathom mark", or by the program itself.</summary>
[Table("marker", "time")]
public readonly partial record struct MarkerRow(
    [Column("When, since the first time stamp of the trace.")] long TsNs,
    [Column("The process: the program that marked, or the shell that asked for it; 0 where the trace does not tell of it.")] uint ProcessId,
    [Column("The thread that marked; 0 for a shell, and where the trace does not tell.")] uint ThreadId,
    [Column("shell (fathom mark) or program.")] TextId Source,
    [Column("What it says.")] RawText Text);
