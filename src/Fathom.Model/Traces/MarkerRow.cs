using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A moment that somebody marked while it was recorded: from a shell by "fathom mark", or by the program itself.</summary>
[Table("marker", "time")]
public readonly partial record struct MarkerRow(
    [Column("When, since the first time stamp of the trace.")] long TsNs,
    [Column("The process: the program that marked, or the shell that ran fathom mark; 0 where the trace does not say.")] uint ProcessId,
    [Column("The thread that marked; 0 for a shell, and where the trace does not say.")] uint ThreadId,
    [Column("shell (fathom mark), program, or windows (a mark of a Windows trace: wpr -marker, xperf -m).")] TextId Source,
    [Column("Its text.")] RawText Text);
