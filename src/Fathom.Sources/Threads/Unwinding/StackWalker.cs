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
    /// <param name="told">
    /// The chain by frame pointers that the kernel has followed from the same registers, innermost first; empty where there is none. It lacks the caller of each frame without a frame pointer, and
    /// is right from the first one on that has one and was reached with a frame pointer that it knows.
    /// </param>
    /// <param name="chain">Gets where the innermost frame stands and where the others go on, innermost first.</param>
    /// <param name="count">How many.</param>
    public static StackEnd Walk(IUnwindSpace space, FrameRegisters registers, StackBytes stack, ReadOnlySpan<ulong> told, Span<ulong> chain, out int count)
    {
        count = 0;
        // The place in what was told where the caller of the frame stands that the frame pointer is of; 0 where it is none of those.
        int next = told.Length > 1 && told[0] == registers.Instruction ? 1 : 0;
        while (true)
        {
            // A return address may belong to the code behind the call: the call itself is before it.
            UnwindPlace at = space.Find(registers.Instruction - (count == 0 ? 0UL : 1UL));
            if (!at.IsCode)
                return StackEnd.NoCode;
            if (count == chain.Length)
                return StackEnd.TooLong;
            chain[count++] = registers.Instruction;
            CallFrameState rules = default;
            bool hasRules = at.Frames is { } file && file.TryFind(at.Place, out rules);
            if (next > 0 && next < told.Length && (hasRules ? rules.IsByFramePointer : at.IsManaged))
                return Join(told[next..], chain, ref count);
            ulong pointer = registers.Frame;
            FrameStep step = hasRules ? registers.Step(in rules, stack) : registers.StepByFramePointer(stack);
            if (step != FrameStep.Done)
                return step switch
                {
                    FrameStep.Outermost => StackEnd.Outermost,
                    FrameStep.NotCopied => StackEnd.NotCopied,
                    _ => StackEnd.Lost,
                };
            if (registers.Frame != pointer)
                next = next > 0 && next < told.Length && told[next] == registers.Instruction ? next + 1 : 0;
        }
    }

    private static StackEnd Join(ReadOnlySpan<ulong> told, Span<ulong> chain, ref int count)
    {
        int fits = Math.Min(told.Length, chain.Length - count);
        told[..fits].CopyTo(chain[count..]);
        count += fits;
        return fits < told.Length ? StackEnd.TooLong : StackEnd.Joined;
    }
}
