namespace Fathom.Sources.Threads.Stacks;

/// <summary>A reference that the runtime knows to be live on a stack or in a register.</summary>
/// <param name="Object">Where it leads.</param>
/// <param name="IsInterior">Whether that may be the middle of an object.</param>
/// <param name="InstructionPointer">Where its frame goes on; 0 for a frame of the runtime itself.</param>
/// <param name="StackPointer">Stack pointer of its frame.</param>
/// <param name="InternalFrame">The frame of the runtime that it belongs to, or 0.</param>
internal readonly record struct HeldReference(ulong Object, bool IsInterior, ulong InstructionPointer, ulong StackPointer, ulong InternalFrame)
{
    /// <summary>Whether it belongs to a frame.</summary>
    public bool IsOf(in StackEntry frame) =>
        (frame.InstructionPointer == InstructionPointer && frame.StackPointer == StackPointer)
        || (InternalFrame != 0 && frame.StackPointer == InternalFrame)
        || (InstructionPointer == 0 && frame.StackPointer == StackPointer);
}
