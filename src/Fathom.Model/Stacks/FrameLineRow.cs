using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>The source line of a frame, or why it is not known. Only frames of traces have one.</summary>
[Table("frame_line", "stacks", "frame_id")]
public readonly partial record struct FrameLineRow(
    [Column("The frame, as numbered in the frame table.")] uint FrameId,
    [Column("Name of the source file; absent where the line is not known.")] TextId File,
    [Column("Its path as the compiler wrote it; absent where the line is not known.")] TextId Path,
    [Column("Number of the line, from 1; absent where it is not known.")] int? Line,
    [Column("The text of the line without its indentation; absent where the source file is not here or was changed since.")] TextId Text,
    [Column("Why the line is not known; where it is, why its text is not.")] TextId Reason,
    [Column("The method that was inlined there, whose line it is where that is known, else that of the call; absent where nobody told of one.")]
    TextId InlinedMethod = default);
