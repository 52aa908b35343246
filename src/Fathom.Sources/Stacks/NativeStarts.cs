using Fathom.Sources.Target;
using Fathom.Sources.Unwinding;

namespace Fathom.Sources.Stacks;

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
            ulong[] values = new ulong[CallFrameState.RegisterCount];
            if (registers(tid)?.TryCopyInDwarfOrder(values) != true)
                continue;
            ulong from = values[CallFrameState.StackPointer];
            ulong length = managed.TryGetValue(tid, out ulong end) && end >= from ? end - from + Margin : NativeStart.MaxStackBytes;
            byte[] stack = new byte[Math.Min(length, NativeStart.MaxStackBytes)];
            int read = memory.Read(from, stack);
            starts.Add(tid, new NativeStart(values, read == stack.Length ? stack : stack[..read]));
        }

        return starts;
    }
}
