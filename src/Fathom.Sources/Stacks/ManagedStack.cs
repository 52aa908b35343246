using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Stacks;

/// <summary>Reads the managed frames of a thread.</summary>
internal static class ManagedStack
{
    /// <summary>Most frames that are read of one stack; what lies behind is counted, so that an endless recursion cannot hold the target.</summary>
    public const int MaxFrames = 2048;

    /// <summary>The frames, innermost first.</summary>
    /// <param name="thread">The thread, of a stopped target.</param>
    /// <param name="book">Names the methods.</param>
    /// <param name="isCut">Whether there are more frames than <see cref="MaxFrames"/>.</param>
    /// <param name="due">Signalled when the target must run again.</param>
    public static List<StackEntry> Read(ClrThread thread, MethodBook book, out bool isCut, CancellationToken due)
    {
        List<StackEntry> frames = [];
        isCut = false;
        int steps = 0;
        foreach (ClrStackFrame frame in thread.EnumerateStackTrace(includeContext: false, maxFrames: 2 * MaxFrames))
        {
            due.ThrowIfCancellationRequested();
            // Frames of the runtime itself carry a method where they stand for one, such as a call from managed into native code.
            bool isMethod = frame.Method is not null && (frame.Kind == ClrStackFrameKind.ManagedMethod || frame.FrameName?.StartsWith("HelperMethodFrame", StringComparison.Ordinal) == true);
            if (isMethod)
            {
                if (frames.Count == MaxFrames)
                {
                    isCut = true;
                    return frames;
                }

                frames.Add(new StackEntry(book.Managed(frame.Method!), frame.StackPointer, frame.InstructionPointer));
            }

            isCut = ++steps == 2 * MaxFrames;
        }

        return frames;
    }
}
