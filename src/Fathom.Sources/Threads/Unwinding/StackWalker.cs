using Fathom.Formats.UnwindInfo;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>
/// Follows a copied stack through native and managed frames: by what files, and runtimes for code that they compiled, tell of the place; where nothing is told, by frame pointers.
/// </summary>
internal static class StackWalker
{
    private const int MostLookedAt = 8;

    /// <summary>Follows it.</summary>
    /// <param name="space">The code of the process.</param>
    /// <param name="registers">Those of the thread.</param>
    /// <param name="stack">Its stack.</param>
    /// <param name="told">
    /// The chain by frame pointers that the kernel has followed from the same registers, innermost first; empty where there is none. It lacks the caller of each frame without a frame pointer, and
    /// is what is left where the copy ends.
    /// </param>
    /// <param name="chain">Gets where the innermost frame stands and where the others go on, innermost first.</param>
    /// <param name="count">How many.</param>
    public static StackEnd Walk(IUnwindSpace space, FrameRegisters registers, StackBytes stack, ReadOnlySpan<ulong> told, Span<ulong> chain, out int count)
    {
        count = 0;
        // The place in what was told where the caller of the frame stands that the frame pointer is of; 0 where it is none of those.
        int next = told.Length > 1 && told[0] == registers.Instruction ? 1 : 0;
        bool isInnermost = true;
        Span<byte> buffer = stackalloc byte[EpilogReader.MostBytes];
        while (true)
        {
            // A return address can belong to the next function: the call is before it. An instruction that a signal interrupted is not a return address.
            UnwindPlace at = space.Find(registers.Instruction - (isInnermost ? 0UL : 1UL));
            // To suspend a thread, the runtime replaces a return address by one of its own (hijacking). The frame pointers are still right.
            if (!at.IsCode)
                return TryJoin(told, next, chain, ref count) ?? StackEnd.NoCode;
            if (count == chain.Length)
                return StackEnd.TooLong;
            chain[count++] = registers.Instruction;
            CallFrameState rules = default;
            ReadOnlySpan<byte> code = isInnermost && at.Frames is { LooksAtCode: true } ? buffer[..space.ReadCode(registers.Instruction, buffer)] : [];
            bool hasRules = at.Frames is { } table && table.TryFind(at.Place, isInnermost, code, out rules);
            isInnermost = hasRules && rules.IsSignal;
            ulong pointer = registers.Frame;
            FrameStep step = hasRules ? registers.Step(in rules, stack) : registers.StepByFramePointer(stack);
            if (step == FrameStep.Outermost)
                return StackEnd.Outermost;
            if (step != FrameStep.Done)
                return TryJoin(told, next, chain, ref count) ?? (step == FrameStep.NotCopied ? StackEnd.NotCopied : StackEnd.Lost);
            if (registers.Frame != pointer)
                next = next > 0 && next < told.Length && told[next] == registers.Instruction ? next + 1 : 0;
        }
    }

    // Null if no frame of the kernel's chain matches this one.
    private static StackEnd? TryJoin(ReadOnlySpan<ulong> told, int next, Span<ulong> chain, ref int count)
    {
        if (next > 0 && next < told.Length)
            return Join(told[next..], chain, ref count);

        // The kernel reports a wrong address for a frame of on-stack replacement, so positions no longer match. A return address that each chain has once is the same frame.
        for (int i = count - 1; i > 0 && i >= count - MostLookedAt; i--)
        {
            int at = told.IndexOf(chain[i]);
            if (at < 0 || at + 1 == told.Length || told[(at + 1)..].Contains(chain[i]) || chain[..i].Contains(chain[i]))
                continue;
            count = i + 1;
            return Join(told[(at + 1)..], chain, ref count);
        }

        return null;
    }

    private static StackEnd Join(ReadOnlySpan<ulong> told, Span<ulong> chain, ref int count)
    {
        int fits = Math.Min(told.Length, chain.Length - count);
        told[..fits].CopyTo(chain[count..]);
        count += fits;
        return fits < told.Length ? StackEnd.TooLong : StackEnd.Joined;
    }
}
