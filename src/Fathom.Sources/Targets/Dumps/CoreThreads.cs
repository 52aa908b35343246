using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>
/// Tells which thread of a core is which of the runtime. A core that was written from outside of the PID namespace of the program (by gdb, or by createdump on the host) has the numbers of
/// there in its notes, and nothing in it has both. But the stack pointer of a thread lies in its stack, and the runtime knows where the stack of each of its threads is.
/// </summary>
internal static class CoreThreads
{
    /// <summary>Matches them.</summary>
    /// <param name="runtime">The runtime in the core.</param>
    /// <param name="registers">Registers of each thread by its number in the notes.</param>
    public static ThreadNumbers Match(ClrRuntime runtime, IReadOnlyDictionary<uint, ThreadRegisters> registers) => Match(
        [.. runtime.Threads.Where(static thread => thread.IsAlive).Select(static thread => (thread.OSThreadId, ThreadStack.Of(thread)))],
        [.. registers.Select(static entry => (entry.Key, entry.Value.StackPointer))]);

    /// <summary>Matches them.</summary>
    /// <param name="threads">The runtime's threads: number, and stack (empty where it is not known).</param>
    /// <param name="notes">The threads of the core: number and stack pointer.</param>
    internal static ThreadNumbers Match(IReadOnlyList<(uint Number, AddressRange Stack)> threads, IReadOnlyList<(uint Number, ulong StackPointer)> notes)
    {
        (uint Number, ulong StackPointer)[] byPointer = [.. notes.OrderBy(static note => note.StackPointer)];
        HashSet<uint> numbers = [.. notes.Select(static note => note.Number)];
        List<(uint Runtime, int Tid)> pairs = [];
        List<uint> others = [];
        bool differ = false;
        foreach ((uint number, AddressRange stack) in threads)
        {
            ReadOnlySpan<(uint Number, ulong StackPointer)> inside = Inside(byPointer, stack);

            // More than one: a thread may have put another one's stack into its own.
            if (inside.Length == 0 || (inside.Length > 1 && !Has(inside, number)))
            {
                others.Add(number);
                continue;
            }

            uint found = inside.Length == 1 ? inside[0].Number : number;
            differ |= found != number;
            pairs.Add((number, (int)found));
        }

        // One that runs on another stack, such as that of a signal handler, has its own number where the rest has.
        if (!differ)
            pairs.AddRange(others.Where(numbers.Contains).Select(static number => (number, (int)number)));
        return differ || (pairs.Count == 0 && threads.Count > 0 && notes.Count > 0) ? new ThreadNumbers(pairs) : ThreadNumbers.Same;
    }

    private static ReadOnlySpan<(uint Number, ulong StackPointer)> Inside((uint Number, ulong StackPointer)[] byPointer, AddressRange stack)
    {
        int from = FirstAt(byPointer, stack.Start), to = FirstAt(byPointer, stack.End);
        return from < to ? byPointer.AsSpan(from, to - from) : default;
    }

    private static int FirstAt((uint Number, ulong StackPointer)[] byPointer, ulong address)
    {
        int low = 0, high = byPointer.Length;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (byPointer[middle].StackPointer < address)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    private static bool Has(ReadOnlySpan<(uint Number, ulong StackPointer)> notes, uint number)
    {
        foreach ((uint other, _) in notes)
        {
            if (other == number)
                return true;
        }

        return false;
    }
}
