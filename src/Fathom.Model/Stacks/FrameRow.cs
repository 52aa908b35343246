using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>A place of code.</summary>
[Table("frame", "stacks", "frame_id")]
public readonly partial record struct FrameRow(
    [Column("Number of the frame in the recording, starting at 1.")] uint FrameId,
    [Column("The method or function.")] uint MethodId,
    [Column("managed or native.")] TextId Kind,
    [Column("Bytes from the start of the method, or of the module where no symbol covers the address; absent where stacks are compared by method "
        + "only.")]
    long? Offset);
