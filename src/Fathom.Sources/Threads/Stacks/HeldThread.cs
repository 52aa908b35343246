using System.Runtime.CompilerServices;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;
using Microsoft.Diagnostics.Runtime.AbstractDac;

namespace Fathom.Sources.Threads.Stacks;

/// <summary>
/// A thread of the runtime as far as it can only be read while it stands still: frames and live references as numbers. Names, and what the numbers mean, are
/// asked for when the target runs again.
/// </summary>
internal sealed class HeldThread
{
    /// <summary>Number of the operating system, as this machine or the notes of the core have it.</summary>
    public required int Tid { get; init; }

    /// <summary>The same as the runtime has it: another one where the program runs in a PID namespace of its own.</summary>
    public required uint RuntimeTid { get; init; }

    /// <summary>Number of the runtime.</summary>
    public required int ManagedId { get; init; }

    /// <summary>Whether it runs finalizers.</summary>
    public required bool IsFinalizer { get; init; }

    /// <summary>Whether it belongs to the collector.</summary>
    public required bool IsGc { get; init; }

    /// <summary>The exception that it handles; 0 for none.</summary>
    public required ulong Exception { get; init; }

    /// <summary>Its frames, innermost first.</summary>
    public required HeldFrame[] Frames { get; init; }

    /// <summary>Whether its stack could be followed. Otherwise it has neither frames nor references here.</summary>
    public required bool IsFollowed { get; init; }

    /// <summary>Live references of the frames.</summary>
    public required HeldReference[] References { get; init; }

    /// <summary>Reads a thread that stands still.</summary>
    public static HeldThread Read(ClrThread thread)
    {
        IAbstractThreadHelpers? helpers = Helpers(thread);
        return new HeldThread
        {
            Tid = thread.Tid(),
            RuntimeTid = thread.OSThreadId,
            ManagedId = thread.ManagedThreadId,
            IsFinalizer = thread.IsFinalizer,
            IsGc = thread.IsGc,
            Exception = thread.CurrentException?.Address ?? 0,
            IsFollowed = helpers is not null,
            Frames = helpers is null ? [] : [.. helpers.EnumerateStackTrace(thread.OSThreadId, includeContext: false, 2 * StackLimit.MaxFrames, traceErrors: false).Select(Frame)],
            // ClrMD's own enumeration names all frames first, and walks a part of the heap for each reference into the middle of an object.
            References = helpers is null ? [] : [.. helpers.EnumerateStackRoots(thread.OSThreadId, traceErrors: false).Select(Reference)],
        };
    }

    private static HeldFrame Frame(StackFrameInfo frame) => new(
        frame.InstructionPointer,
        frame.StackPointer,
        frame.IsInternalFrame,
        frame.InternalFrameName?.StartsWith("HelperMethodFrame", StringComparison.Ordinal) == true,
        frame.InnerMethodMethodHandle);

    private static HeldReference Reference(StackRootInfo root) =>
        new(root.Object, root.IsInterior, root.InstructionPointer, root.StackPointer, root.InternalFrame);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_threadHelpers")]
    private static extern ref IAbstractThreadHelpers? Helpers(ClrThread thread);
}
