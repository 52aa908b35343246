using Fathom.Model.Tables;

namespace Fathom.Model.Runtime;

/// <summary>A managed module that a process has loaded.</summary>
[Table("module", "who", "module_id")]
public readonly partial record struct ModuleRow(
    [Column("Number of the module in the recording, starting at 1.")] uint ModuleId,
    [Column("The process, as numbered in the process table.")] uint ProcessId,
    [Column("File name; the name of the assembly where there is no file; its first type in parentheses where it has none.")] TextId Name,
    [Column("Full path as the target sees it; absent for modules without a file.", Nullable = true)] TextId Path,
    [Column("Name of the AssemblyLoadContext; absent for modules of no context of their own, such as the core library.", Nullable = true)]
    TextId LoadContext,
    [Column("file, memory (loaded from bytes) or dynamic (made by the program).")] TextId Kind,
    [Column("Whether its context can be unloaded.")] bool Collectible,
    [Column("Whether its context has been unloaded: the module should be gone, and something keeps it.")] bool Unloading,
    [Column("Size of the image; 0 where there is none.")] long SizeBytes,
    [Column("Address of the image; 0 where there is none.")] ulong ImageBase);
