using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>What code on the stacks of a trace comes from: a file, the kernel, or the memory of a process that holds compiled code.</summary>
[Table("code_image", "stacks", "image_id")]
public readonly partial record struct CodeImageRow(
    [Column("Number of the image in the recording, starting at 1.")] uint ImageId,
    [Column("The trace that has it.")] uint TraceId,
    [Column("kernel, native (a program or library), assembly (compiled ahead of time), compiled (while the process ran), or unknown where no mapping covers the address.")] TextId Kind,
    [Column("File name, or what stands for it.")] TextId Name,
    [Column("Path as it was recorded; absent where it is no file.", Nullable = true)] TextId Path,
    [Column("Build id in hexadecimal digits; absent where the trace does not tell.", Nullable = true)] TextId BuildId,
    [Column("Version: of the kernel, or of the shared framework that the path names; absent otherwise.", Nullable = true)] TextId Version,
    [Column("Process whose memory it is; absent for what processes share.")] int? Pid,
    [Column("Place in the file where the longest mapping of its code began; absent where it is no native file.")] long? MappedFileOffset,
    [Column("Length of that mapping.")] long? MappedBytes,
    [Column("Whether all symbols of it were found, so that no other file could name more.")] bool Complete,
    [Column("Why places of it have no name, as the end of a sentence.")] TextId Reason);
