using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>A frame of a stack.</summary>
[Table("stack_frame", "stacks", "stack_id", "depth")]
public readonly partial record struct StackFrameRow(
    [Column("Number of the stack in the recording, starting at 1.")] uint StackId,
    [Column("0 = innermost.")] int Depth,
    [Column("The frame, as numbered in the frame table.")] uint FrameId);
