using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>Where the code of a frame lies, so that it can be named later. Only frames of traces have one.</summary>
[Table("frame_place", "stacks", "frame_id")]
public readonly partial record struct FramePlaceRow(
    [Column("The frame, as numbered in the frame table.")] uint FrameId,
    [Column("The image of its code, as numbered in the code_image table.")] uint ImageId,
    [Column("Offset in the file; the address where there is no file.")] ulong Place,
    [Column("How often the frame is on the stacks of all samples.")] long FrameCount,
    [Column("Whether it has a name.")] bool Named);
