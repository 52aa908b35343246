namespace Fathom.Sources.Threads.Unwinding;

/// <summary>Where a thread stood: its registers in the numbering of DWARF, and the innermost part of its stack. Taken in a stop, followed when the target runs again.</summary>
/// <param name="Registers">16 general registers and the instruction pointer.</param>
/// <param name="Stack">Bytes from the stack pointer on.</param>
internal sealed record NativeStart(ulong[] Registers, byte[] Stack)
{
    /// <summary>Most bytes that are taken of one stack.</summary>
    public const int MaxStackBytes = 32 * 1024;

    /// <summary>Address of the first byte of <see cref="Stack"/>.</summary>
    public ulong StackPointer => Registers[CallFrameState.StackPointer];
}
