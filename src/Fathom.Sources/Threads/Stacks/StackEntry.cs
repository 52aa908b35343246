namespace Fathom.Sources.Threads.Stacks;

/// <summary>One managed frame of a stack.</summary>
/// <param name="Method">The method.</param>
/// <param name="StackPointer">Value of the stack pointer in the frame; it identifies the frame among those of the thread.</param>
/// <param name="InstructionPointer">Where the frame goes on.</param>
internal readonly record struct StackEntry(KnownMethod Method, ulong StackPointer, ulong InstructionPointer);
