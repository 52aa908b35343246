using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Stacks;

/// <summary>Names the managed frames of a thread.</summary>
internal static class ManagedStack
{
    /// <summary>The frames, innermost first.</summary>
    /// <param name="frames">Frames as they were read in the stop.</param>
    /// <param name="runtime">Names methods; the target may run.</param>
    /// <param name="book">Keeps the names.</param>
    /// <param name="isCut">Whether there are more frames than <see cref="StackLimit.MaxFrames"/>.</param>
    /// <param name="due">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static List<StackEntry> Name(IReadOnlyList<HeldFrame> frames, ClrRuntime runtime, MethodBook book, out bool isCut, CancellationToken due)
    {
        List<StackEntry> named = [];
        isCut = frames.Count >= 2 * StackLimit.MaxFrames;
        foreach (HeldFrame frame in frames)
        {
            due.ThrowIfCancellationRequested();
            if (MethodOf(frame, runtime) is not { } method)
                continue;
            if (named.Count == StackLimit.MaxFrames)
            {
                isCut = true;
                return named;
            }

            named.Add(new StackEntry(book.Managed(method), frame.StackPointer, frame.InstructionPointer));
        }

        return named;
    }

    // Frames of the runtime itself carry a method where they stand for one, such as a call from managed into native code.
    private static ClrMethod? MethodOf(in HeldFrame frame, ClrRuntime runtime) => frame switch
    {
        { IsInternal: false } => runtime.GetMethodByInstructionPointer(frame.InstructionPointer),
        { StandsForMethod: true, Method: not 0 } => runtime.GetMethodByHandle(frame.Method),
        _ => null,
    };
}
