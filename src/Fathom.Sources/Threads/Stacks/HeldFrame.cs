namespace Fathom.Sources.Threads.Stacks;

/// <summary>One frame of a stack as the data access library gives it; its method has no name yet.</summary>
/// <param name="InstructionPointer">Where the frame goes on.</param>
/// <param name="StackPointer">Value of the stack pointer in the frame, or the address of a frame of the runtime itself.</param>
/// <param name="IsInternal">Whether it is a frame of the runtime itself.</param>
/// <param name="StandsForMethod">Whether a frame of the runtime stands for a method, such as a call from managed into native code.</param>
/// <param name="Method">The method descriptor that such a frame has; 0 for others.</param>
internal readonly record struct HeldFrame(ulong InstructionPointer, ulong StackPointer, bool IsInternal, bool StandsForMethod, ulong Method);
