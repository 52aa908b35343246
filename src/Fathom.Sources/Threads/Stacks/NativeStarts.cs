using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Unwinding;

namespace Fathom.Sources.Threads.Stacks;

/// <summary>Takes, in a stop, what the native frames of all threads can be told from afterwards: registers and the innermost part of the stacks.</summary>
internal static class NativeStarts
{
    // Where a managed frame begins, the native ones inside of it have ended.
    private const int Margin = 256;

    /// <summary>Takes them, by the numbers of the threads.</summary>
    /// <param name="threadIds">All threads.</param>
    /// <param name="held">Those of the runtime, with their frames.</param>
    /// <param name="memory">The target's memory.</param>
    /// <param name="registers">Reads the registers of a thread; null where they cannot be read.</param>
    public static Dictionary<int, NativeStart> Take(IReadOnlyList<int> threadIds, IReadOnlyList<HeldThread> held, ITargetMemory memory, Func<int, ThreadRegisters?> registers)
    {
        Dictionary<int, ulong> managed = [];
        foreach (HeldThread thread in held)
        {
            if (Array.FindIndex(thread.Frames, static frame => !frame.IsInternal || frame.StandsForMethod) is >= 0 and var first)
                managed.TryAdd(thread.Tid, thread.Frames[first].StackPointer);
        }

        Dictionary<int, NativeStart> starts = [];
        foreach (int tid in threadIds.Concat(held.Select(static thread => thread.Tid)).Distinct())
        {
            if (TryTake(memory, registers(tid), from => managed.TryGetValue(tid, out ulong end) && end >= from ? end - from + Margin : NativeStart.MaxStackBytes) is { } start)
                starts.Add(tid, start);
        }

        return starts;
    }

    /// <summary>Takes that of a thread without managed frames; null where its registers could not be read.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="registers">The thread's registers, or null.</param>
    /// <param name="maxBytes">Most bytes of the stack.</param>
    public static NativeStart? TryTake(ITargetMemory memory, ThreadRegisters? registers, int maxBytes) => TryTake(memory, registers, _ => (ulong)maxBytes, maxBytes);

    private static NativeStart? TryTake(ITargetMemory memory, ThreadRegisters? registers, Func<ulong, ulong> lengthFrom, int maxBytes = NativeStart.MaxStackBytes)
    {
        ulong[] values = new ulong[CallFrameState.RegisterCount];
        if (registers?.TryCopyInDwarfOrder(values) != true)
            return null;
        ulong from = values[CallFrameState.StackPointer];
        byte[] stack = new byte[Math.Min(lengthFrom(from), (ulong)maxBytes)];
        int read = memory.Read(from, stack);
        return new NativeStart(values, read == stack.Length ? stack : stack[..read]);
    }
}
