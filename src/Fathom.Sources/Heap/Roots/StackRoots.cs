using System.Runtime.CompilerServices;
using Fathom.Model.Graph;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;
using Microsoft.Diagnostics.Runtime.AbstractDac;

namespace Fathom.Sources.Heap.Roots;

/// <summary>Reads the references that the stacks and registers of threads hold.</summary>
internal static class StackRoots
{
    private const string UnknownFrame = "(unknown frame)";

    /// <summary>Adds the roots of all threads.</summary>
    /// <param name="runtime">A runtime that stands still.</param>
    /// <param name="reading">Gets the roots.</param>
    /// <param name="turn">Looked at between two questions.</param>
    public static void Read(ClrRuntime runtime, RootReading reading, DacTurn turn)
    {
        HashSet<(ulong Address, string Holder)> seen = [];
        int unreadable = 0;
        foreach (ClrThread thread in runtime.Threads)
        {
            turn.Check();
            if (!thread.IsAlive)
                continue;
            if (Helpers(thread) is not { } helpers)
            {
                unreadable++;
                continue;
            }

            // What its registers hold is missing then.
            unreadable += thread.Tid() == 0 ? 1 : 0;
            Dictionary<(ulong InstructionPointer, ulong StackPointer), string>? frames = null;
            seen.Clear();

            // ClrMD's own enumeration walks a part of the heap for each reference into the middle of an object. That is looked up in the graph later.
            foreach (StackRootInfo root in helpers.EnumerateStackRoots(thread.OSThreadId, traceErrors: false))
            {
                frames ??= Frames(thread);
                string frame = FrameOf(frames, root);
                string holder = $"{frame}, {thread.Label()}";
                if (seen.Add((root.Object, holder)))
                    reading.Roots.Add(new RootEntry(root.Object, RootKind.Stack, holder, root.IsInterior));
            }
        }

        Missing(reading, unreadable);
    }

    /// <summary>Notes that stacks could not be followed, if any.</summary>
    public static void Missing(RootReading reading, int threads)
    {
        if (threads > 0)
            reading.Missing($"threads whose stacks cannot be unwound, so that their references are missing among the roots: {threads:#,##0}");
    }

    // A frame of the runtime itself has no instruction pointer here.
    private static string FrameOf(Dictionary<(ulong InstructionPointer, ulong StackPointer), string> frames, in StackRootInfo root) =>
        frames.TryGetValue((root.InstructionPointer, root.StackPointer), out string? frame)
        || frames.TryGetValue((0, root.InternalFrame), out frame)
        || frames.TryGetValue((0, root.StackPointer), out frame)
            ? frame
            : UnknownFrame;

    private static Dictionary<(ulong InstructionPointer, ulong StackPointer), string> Frames(ClrThread thread)
    {
        Dictionary<(ulong InstructionPointer, ulong StackPointer), string> frames = [];
        foreach (ClrStackFrame frame in thread.EnumerateStackTrace(includeContext: false, maxFrames: 2 * StackLimit.MaxFrames))
        {
            string? name = frame.Method is { } method ? $"{method.Type?.Name}.{method.Name}" : frame.FrameName;
            if (name is not null)
                frames.TryAdd((frame.Kind == ClrStackFrameKind.ManagedMethod ? frame.InstructionPointer : 0, frame.StackPointer), name);
        }

        return frames;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_threadHelpers")]
    private static extern ref IAbstractThreadHelpers? Helpers(ClrThread thread);
}
