using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>A frame of a stack.</summary>
[Table("stack_frame", "stacks", "stack_id", "depth")]
public readonly partial record struct StackFrameRow(
    [Column("Number of the stack in the recording, starting at 1.")] uint StackId,
    [Column("0 = innermost.")] int Depth,
    [Column("The frame, as numbered in the frame table.")] uint FrameId,
    [Column("True where the next frame is its caller for certain, or none follows because there is none: found by unwind information or by a runtime. "
        + "False where callers that keep no frame pointer may be missing between, or the rest was cut. Absent where that is not known, as of stacks that other recorders made.")] bool? Exact = null);
