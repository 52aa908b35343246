using Fathom.Sources.Target;
using Fathom.Sources.Unwinding;

namespace Fathom.Sources.Stacks;

/// <summary>Takes, in a stop, what the native frames of all threads can be told from afterwards: registers and the innermost part of the stacks.</summary>
internal static class NativeStarts
{
    // Where a managed frame begins, the native ones inside of it have ended.
    private const int Margin = 256;

    /// <summary>Takes them.</summary>
    /// <param name="threads">The threads, with their managed frames.</param>
    /// <param name="memory">The target's memory.</param>
    /// <param name="registers">Reads the registers of a thread; null where they cannot be read.</param>
    public static void Take(IReadOnlyList<ThreadReading> threads, ITargetMemory memory, Func<int, ThreadRegisters?> registers)
    {
        foreach (ThreadReading thread in threads)
        {
            ulong[] values = new ulong[CallFrameState.RegisterCount];
            if (registers(thread.Tid)?.TryCopyInDwarfOrder(values) != true)
                continue;
            ulong from = values[CallFrameState.StackPointer];
            ulong length = thread.Frames.Count > 0 && thread.Frames[0].StackPointer >= from ? thread.Frames[0].StackPointer - from + Margin : NativeStart.MaxStackBytes;
            byte[] stack = new byte[Math.Min(length, NativeStart.MaxStackBytes)];
            int read = memory.Read(from, stack);
            thread.NativeStart = new NativeStart(values, read == stack.Length ? stack : stack[..read]);
        }
    }
}
