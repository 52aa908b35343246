using Fathom.Model.Tables;

namespace Fathom.Model.Machine;

/// <summary>What became of an event's occurrences on their way from the kernel into the recording.</summary>
[Table("recorder_event", "who", "event")]
public readonly partial record struct RecorderEventRow(
    [Column("Name of the event.")] TextId Event,
    [Column("How often it happened, by the kernel's own counter; absent where that counts time.")] long? Counted,
    [Column("Samples in the raw file.")] long Kept,
    [Column("Samples of the recorder itself, which are left out.")] long Own,
    [Column("Those that were dropped because a buffer was full.")] long Lost,
    [Column("Those that were invalid.")] long Damaged,
    [Column("Those that were counted and of which nothing else is known.")] long Missing,
    [Column("Stacks that came with it and have all of their frames: of a copied stack, or of Windows; absent where none did.")] long? WholeStacks,
    [Column("Stacks that continue beyond the copied part, or have more frames than are kept; of Windows also those without their part in the program.")] long? CutStacks,
    [Column("Copied stacks that lead to an unknown address, or to a frame that cannot be unwound.")] long? LostStacks,
    [Column("Copied stacks of another architecture or of a 32-bit program, and empty ones.")] long? UnfollowedStacks,
    [Column("Bytes of the stack that were copied with each sample; absent where none were.")] long? StackBytes,
    [Column("Those of the complete ones whose outer part is what the kernel followed by frame pointers.")] long? JoinedStacks);
