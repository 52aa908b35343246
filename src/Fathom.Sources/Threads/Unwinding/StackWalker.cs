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
    /// <param name="exactCount">
    /// How many of them, from the innermost on, have the caller that follows in the chain for certain: unwind information has told it. The outermost frame counts where it tells that it is that.
    /// </param>
    public static StackEnd Walk(
        IUnwindSpace space, FrameRegisters registers, StackBytes stack, ReadOnlySpan<ulong> told, Span<ulong> chain, out int count, out int exactCount)
    {
        StackEnd end = Follow(space, registers, stack, told, chain, out count, out exactCount);
        if (end is not (StackEnd.Outermost or StackEnd.Joined))
            exactCount = Math.Min(exactCount, Math.Max(0, count - 1));
        return end;
    }

    private static StackEnd Follow(
        IUnwindSpace space, FrameRegisters registers, StackBytes stack, ReadOnlySpan<ulong> told, Span<ulong> chain, out int count, out int exactCount)
    {
        (count, exactCount) = (0, 0);
        // The place in what was told where the caller of the frame stands that the frame pointer is of; 0 where it is none of those.
        int next = told.Length > 1 && told[0] == registers.Instruction ? 1 : 0;
        bool isInnermost = true;
        while (true)
        {
            // A return address can belong to the next function: the call is before it. An instruction that a signal interrupted is not a return address.
            UnwindPlace at = space.Find(registers.Instruction - (isInnermost ? 0UL : 1UL));
            if (!at.IsCode)
                return TryJoin(space, told, next, isWhole: false, chain, ref count, ref exactCount) ?? StackEnd.NoCode;
            if (count == chain.Length)
                return StackEnd.TooLong;
            chain[count++] = registers.Instruction;
            bool hasRules = TryFind(space, at, registers.Instruction, isInnermost, out CallFrameState rules);
            // Whose return address the runtime has replaced is not known. The frame pointers are still right.
            if (rules.IsBeforeStart && count > 1 && !isInnermost && !IsReturn(space, registers.Instruction))
            {
                count--;
                return TryJoin(space, told, next, isWhole: false, chain, ref count, ref exactCount) ?? StackEnd.NoCode;
            }

            isInnermost = hasRules && rules.IsSignal;
            ulong pointer = registers.Frame;
            FrameStep step = hasRules ? registers.Step(in rules, stack) : registers.StepByFramePointer(stack);
            if (step is FrameStep.Outermost or FrameStep.Done && hasRules && exactCount == count - 1)
                exactCount = count;
            if (step == FrameStep.Outermost)
                return StackEnd.Outermost;
            if (step != FrameStep.Done)
                return TryJoin(space, told, next, isWhole: true, chain, ref count, ref exactCount) ?? (step == FrameStep.NotCopied ? StackEnd.NotCopied : StackEnd.Lost);
            if (registers.Frame != pointer)
                next = next > 0 && next < told.Length && told[next] == registers.Instruction ? next + 1 : 0;
        }
    }

    // Whether a call ends at the address. One whose code cannot be read is believed.
    private static bool IsReturn(IUnwindSpace space, ulong address)
    {
        const int most = 7;
        Span<byte> before = stackalloc byte[most];
        if (space.ReadCode(address - most, before) < most || before[^5] == 0xe8)
            return true;
        for (int length = 2; length <= most; length++)
        {
            if (before[^length] == 0xff && (before[most - length + 1] >> 3 & 7) == 2)
                return true;
        }

        return false;
    }

    // Null if no frame of the kernel's chain matches this one. It is not whole where the caller of the last frame is not in it, as its return address was replaced.
    private static StackEnd? TryJoin(
        IUnwindSpace space, ReadOnlySpan<ulong> told, int next, bool isWhole, Span<ulong> chain, ref int count, ref int exactCount)
    {
        if (next > 0 && next < told.Length)
            return Join(space, told[next..], isWhole, chain, ref count, ref exactCount);

        // The kernel reports a wrong address for a frame of on-stack replacement, so positions no longer match. A return address that each chain has once is the same frame.
        for (int i = count - 1; i > 0 && i >= count - MostLookedAt; i--)
        {
            int at = told.IndexOf(chain[i]);
            if (at < 0 || at + 1 == told.Length || told[(at + 1)..].Contains(chain[i]) || chain[..i].Contains(chain[i]))
                continue;
            count = i + 1;
            return Join(space, told[(at + 1)..], isWhole, chain, ref count, ref exactCount);
        }

        return null;
    }

    private static StackEnd Join(IUnwindSpace space, ReadOnlySpan<ulong> told, bool isWhole, Span<ulong> chain, ref int count, ref int exactCount)
    {
        exactCount = Math.Min(exactCount, Math.Max(0, count - 1));
        int fits = Math.Min(told.Length, chain.Length - count);
        told[..fits].CopyTo(chain[count..]);
        count += fits;

        // The frame pointer leads to the caller of a frame that has saved its caller's there; that of the last one is not in the chain.
        while (isWhole && exactCount < count - 1 && KeepsFramePointer(space, chain[exactCount], isInnermost: exactCount == 0))
            exactCount++;
        return fits < told.Length ? StackEnd.TooLong : StackEnd.Joined;
    }

    private static bool KeepsFramePointer(IUnwindSpace space, ulong address, bool isInnermost)
    {
        UnwindPlace at = space.Find(address - (isInnermost ? 0UL : 1UL));
        if (!TryFind(space, at, address, isInnermost, out CallFrameState rules))
            return false;
        return rules.KeepsFramePointer || (rules.MayKeepFramePointer && rules.BehindProlog > 0
            && space.FramePointerDistance(address - (isInnermost ? 0UL : 1UL) - (ulong)rules.BehindProlog) == rules.BaseOffset - (2 * sizeof(ulong)));
    }

    private static bool TryFind(IUnwindSpace space, UnwindPlace at, ulong address, bool isInnermost, out CallFrameState rules)
    {
        rules = default;
        if (at.Frames is not { } table)
            return false;
        if (!isInnermost || !table.LooksAtCode)
            return table.TryFind(at.Place, isInnermost, [], out rules);
        Span<byte> code = stackalloc byte[EpilogReader.MostBytes];
        return table.TryFind(at.Place, isInnermost, code[..space.ReadCode(address, code)], out rules);
    }
}
