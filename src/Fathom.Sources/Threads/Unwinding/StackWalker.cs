namespace Fathom.Sources.Threads.Unwinding;

/// <summary>
/// Follows a copied stack through native and managed frames: by call frame information where a file has it, which most libraries need, and by frame pointers elsewhere, which managed code has.
/// </summary>
internal static class StackWalker
{
    /// <summary>Follows it.</summary>
    /// <param name="space">The code of the process.</param>
    /// <param name="registers">Those of the thread.</param>
    /// <param name="stack">Its stack.</param>
    /// <param name="chain">Gets where the innermost frame stands and where the others go on, innermost first.</param>
    /// <param name="count">How many.</param>
    public static StackEnd Walk(IUnwindSpace space, FrameRegisters registers, StackBytes stack, Span<ulong> chain, out int count)
    {
        count = 0;
        while (true)
        {
            // A return address may belong to the code behind the call: the call itself is before it.
            UnwindPlace at = space.Find(registers.Instruction - (count == 0 ? 0UL : 1UL));
            if (!at.IsCode)
                return StackEnd.NoCode;
            if (count == chain.Length)
                return StackEnd.TooLong;
            chain[count++] = registers.Instruction;
            FrameStep step = at.Frames is { } file && file.TryFind(at.Place, out CallFrameState rules) ? registers.Step(in rules, stack) : registers.StepByFramePointer(stack);
            if (step != FrameStep.Done)
                return step switch
                {
                    FrameStep.Outermost => StackEnd.Outermost,
                    FrameStep.NotCopied => StackEnd.NotCopied,
                    _ => StackEnd.Lost,
                };
        }
    }
}
