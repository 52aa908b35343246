using Fathom.Model.Threads;
using Fathom.Sources.Threads.Stacks;

namespace Fathom.Sources.Threads.Locks;

/// <summary>The frames of a wait: which kind it is and where on the stack they are.</summary>
/// <param name="Kind">One of <see cref="LockKinds"/>.</param>
/// <param name="First">Index of the innermost frame that may hold the object.</param>
/// <param name="Count">How many frames may hold it.</param>
/// <param name="IsTimed">Whether the method that was called ends by itself after a time.</param>
internal readonly record struct WaitShape(string Kind, int First, int Count, bool IsTimed)
{
    // From .NET 11 on waits of all kinds come together in the subsystem, which is managed code.
    private static readonly string[] s_platformTypes = ["Interop", "System.Threading.WaitSubsystem", "System.Threading.LowLevelMonitor"];

    /// <summary>Finds the wait that a stack stands in; null where the thread runs or blocks in something else, such as reading a socket.</summary>
    /// <param name="frames">Managed frames, innermost first.</param>
    public static WaitShape? Find(IReadOnlyList<StackEntry> frames)
    {
        int first = 0;
        while (first < frames.Count && IsPlatformCall(frames[first].Method))
            first++;
        if (first == frames.Count)
            return null;

        int at = first;
        WaitPart inner = frames[first].Method.Part;
        SkipEqual(frames, ref at);
        WaitPart next = at < frames.Count ? frames[at].Method.Part : WaitPart.None;
        return inner switch
        {
            WaitPart.MonitorEnter => Shape(LockKinds.Monitor, frames, first, at),
            WaitPart.MonitorWait => OfMonitorWait(frames, first, at, next),
            WaitPart.HandleWait => OfHandleWait(frames, first, at, next),
            // Found while it still spins, before it waits.
            WaitPart.LockEnter => OfLock(frames, first, at),
            WaitPart.ReadEnter or WaitPart.WriteEnter or WaitPart.UpgradeableReadEnter => OfReaderWriter(frames, first, at, inner),
            WaitPart.EventSlimWait => OfEvent(frames, first, at, next),
            WaitPart.SemaphoreWait => Shape(LockKinds.Semaphore, frames, first, at),
            WaitPart.TaskWait => OfTask(frames, first, at),
            WaitPart.Join => Shape(LockKinds.Thread, frames, first, at),
            WaitPart.Sleep => new WaitShape(LockKinds.Sleep, first, 0, true),
            WaitPart.PoolIdle => new WaitShape(LockKinds.Work, first, 0, false),
            _ => null,
        };
    }

    // A wait calls the system through such a frame. Any other frame means that the wait method has called something, such as a task run in place.
    private static bool IsPlatformCall(KnownMethod method)
    {
        if (method.TypeName is "" or "ILStubClass")
            return true;
        foreach (string start in s_platformTypes)
        {
            if (method.TypeName.StartsWith(start, StringComparison.Ordinal))
                return true;
        }

        return false;
    }

    // A semaphore, an event and a task wait for the pulse of a monitor of their own.
    private static WaitShape OfMonitorWait(IReadOnlyList<StackEntry> frames, int first, int at, WaitPart next)
    {
        int outer = at;
        switch (next)
        {
            case WaitPart.SemaphoreWait:
                SkipEqual(frames, ref at);
                return Shape(LockKinds.Semaphore, frames, outer, at);
            case WaitPart.EventSlimWait:
                SkipEqual(frames, ref at);
                return OfEvent(frames, outer, at, at < frames.Count ? frames[at].Method.Part : WaitPart.None);
            default:
                return Shape(LockKinds.Pulse, frames, first, outer);
        }
    }

    private static WaitShape OfEvent(IReadOnlyList<StackEntry> frames, int first, int at, WaitPart next)
    {
        if (next != WaitPart.TaskWait)
            return Shape(LockKinds.Event, frames, first, at);
        int task = at;
        SkipEqual(frames, ref at);
        return OfTask(frames, task, at);
    }

    // Waits for all or any of several tasks have no single one.
    private static WaitShape OfTask(IReadOnlyList<StackEntry> frames, int first, int at)
    {
        bool isSeveral = frames[at - 1].Method.ShortName.StartsWith("WaitA", StringComparison.Ordinal);
        return isSeveral ? new WaitShape(LockKinds.Task, first, 0, false) : Shape(LockKinds.Task, frames, first, at);
    }

    private static WaitShape OfHandleWait(IReadOnlyList<StackEntry> frames, int first, int at, WaitPart next)
    {
        int outer = at;
        switch (next)
        {
            case WaitPart.LockEnter:
                SkipEqual(frames, ref at);
                return OfLock(frames, outer, at);
            case WaitPart.MonitorWait:
                SkipEqual(frames, ref at);
                return OfMonitorWait(frames, outer, at, at < frames.Count ? frames[at].Method.Part : WaitPart.None);
            case WaitPart.ReaderWriterWait:
                SkipEqual(frames, ref at);
                return OfReaderWriter(frames, outer, at, at < frames.Count ? frames[at].Method.Part : WaitPart.None);
            default:
                // The frame of the caller, too: the handle itself lives there.
                return Shape(LockKinds.Handle, frames, first, Math.Min(outer + 1, frames.Count));
        }
    }

    // From .NET 11 on a monitor that had to be waited for once is made of a lock.
    private static WaitShape OfLock(IReadOnlyList<StackEntry> frames, int first, int at)
    {
        if (at == frames.Count || frames[at].Method.Part != WaitPart.MonitorEnter)
            return Shape(LockKinds.Lock, frames, first, at);
        SkipEqual(frames, ref at);
        return Shape(LockKinds.Monitor, frames, first, at);
    }

    private static WaitShape OfReaderWriter(IReadOnlyList<StackEntry> frames, int first, int at, WaitPart part)
    {
        SkipEqual(frames, ref at);
        string kind = part switch
        {
            WaitPart.WriteEnter => LockKinds.Write,
            WaitPart.UpgradeableReadEnter => LockKinds.UpgradeableRead,
            _ => LockKinds.Read,
        };
        return Shape(kind, frames, first, at);
    }

    // The outermost frame is the method that the program called. The cores of methods are used by timed and endless ones alike.
    private static WaitShape Shape(string kind, IReadOnlyList<StackEntry> frames, int first, int end)
    {
        string called = frames[end - 1].Method.ShortName;
        bool isTimed = called.StartsWith("Try", StringComparison.Ordinal) && !called.EndsWith("Core", StringComparison.Ordinal)
            && (kind == LockKinds.Monitor || !called.EndsWith("Slow", StringComparison.Ordinal));
        return new WaitShape(kind, first, end - first, isTimed);
    }

    private static void SkipEqual(IReadOnlyList<StackEntry> frames, ref int at)
    {
        if (at == frames.Count)
            return;
        WaitPart part = frames[at].Method.Part;
        while (at < frames.Count && part != WaitPart.None && frames[at].Method.Part == part)
            at++;
    }
}
