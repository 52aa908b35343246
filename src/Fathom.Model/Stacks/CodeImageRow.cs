using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>What code on the stacks of a trace comes from: a file, the kernel, or the memory of a process that holds compiled code.</summary>
[Table("code_image", "stacks", "image_id")]
public readonly partial record struct CodeImageRow(
    [Column("Number of the image in the recording, starting at 1.")] uint ImageId,
    [Column("The trace that has it.")] uint TraceId,
    [Column("kernel, native (a program or library), assembly (compiled ahead of time), compiled (while the process ran), or unknown where no mapping covers the address.")] TextId Kind,
    [Column("File name, or a name in its place.")] TextId Name,
    [Column("Path as it was recorded; absent where it is no file.", Nullable = true)] TextId Path,
    [Column("Build id in hexadecimal digits, of Windows GUID and age of the PDB; absent where the trace does not say.", Nullable = true)] TextId BuildId,
    [Column("Name of the file with its symbols, a PDB of Windows; absent where the trace names none.", Nullable = true)] TextId SymbolFile,
    [Column("Version: of the kernel, or of the shared framework that the path names; absent otherwise.", Nullable = true)] TextId Version,
    [Column("Process whose memory it is; absent for what processes share.")] int? Pid,
    [Column("File offset where the longest mapping of its code began; absent where it is not a native file.")] long? MappedFileOffset,
    [Column("Length of that mapping.")] long? MappedBytes,
    [Column("Whether all its symbols were found, so that no other file could add names.")] bool Complete,
    [Column("Why some addresses in it have no name.")] TextId Reason);
