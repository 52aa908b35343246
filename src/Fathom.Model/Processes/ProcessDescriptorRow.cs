using Fathom.Model.Tables;

namespace Fathom.Model.Processes;

/// <summary>An open descriptor of a process.</summary>
[Table("process_descriptor", "who", "process_id", "descriptor")]
public readonly partial record struct ProcessDescriptorRow(
    [Column("The process, as numbered in the process table.")] uint ProcessId,
    [Column("Its number.")] int Descriptor,
    [Column("What it is of, as the kernel names it: a path, socket:[N], pipe:[N], anon_inode:…; absent where that may not be read.", Nullable = true)]
    TextId Target);
