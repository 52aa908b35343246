using Fathom.Model.Threads;
using Fathom.Sources.Threads.Stacks;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Locks;

/// <summary>
/// Tells what a waiting thread waits for. The runtime's own description of live references (GC info) says which object each wait method holds;
/// the rest of the stack holds other locks too, so only the frames of the wait count.
/// </summary>
/// <param name="heap">Reads the objects as they were in the stop.</param>
/// <param name="monitors">Locks that monitors are made of.</param>
internal sealed class WaitReader(ClrHeap heap, MonitorLocks monitors)
{
    /// <summary>The type of threads.</summary>
    public const string ThreadType = "System.Threading.Thread";

    private const string LockType = "System.Threading.Lock";
    private const string HandleType = "System.Runtime.InteropServices.SafeHandle";
    private const string ConditionType = "System.Threading.Condition";

    /// <summary>Reads the object of a wait.</summary>
    /// <param name="references">Live references of the thread's frames.</param>
    /// <param name="frames">Its managed frames.</param>
    /// <param name="shape">The wait among them.</param>
    public WaitObject Read(IReadOnlyList<HeldReference> references, IReadOnlyList<StackEntry> frames, in WaitShape shape)
    {
        if (shape.Count == 0)
            return new WaitObject(shape.Kind, 0, null, shape.IsTimed);
        List<(int Frame, ClrObject Object)> held = HeldObjects(references, frames, shape);
        ClrObject found = shape.Kind == LockKinds.Handle ? Handle(held) : First(held, shape.Kind);
        if (MonitorOf(found) is not { } monitor)
            return new WaitObject(shape.Kind, found.Address, found.Type?.Name, shape.IsTimed);
        return new WaitObject(shape.Kind == LockKinds.Lock ? LockKinds.Monitor : shape.Kind, monitor, heap.GetObjectType(monitor)?.Name, shape.IsTimed);
    }

    // In the order of the frames, innermost first.
    private List<(int Frame, ClrObject Object)> HeldObjects(IReadOnlyList<HeldReference> references, IReadOnlyList<StackEntry> frames, in WaitShape shape)
    {
        List<(int Frame, ClrObject Object)> held = [];
        foreach (HeldReference reference in references)
        {
            if (reference.IsInterior)
                continue;
            for (int i = 0; i < shape.Count; i++)
            {
                if (!reference.IsOf(frames[shape.First + i]))
                    continue;
                if (heap.GetObject(reference.Object) is { IsValid: true } valid)
                    held.Add((i, valid));
                break;
            }
        }

        // The order within a frame is that of the runtime.
        return [.. held.OrderBy(static entry => entry.Frame)];
    }

    // From .NET 11 on who waits for a monitor waits for the lock that it is made of, and who waits for a pulse for a condition of that lock.
    private ulong? MonitorOf(ClrObject waitedFor) => waitedFor.Type?.Name switch
    {
        LockType => monitors.ObjectOf(waitedFor.Address),
        ConditionType when waitedFor.TryReadObjectField("_lock", out ClrObject gate) => monitors.ObjectOf(gate.Address),
        _ => null,
    };

    private static ClrObject First(List<(int Frame, ClrObject Object)> held, string kind)
    {
        if (kind is LockKinds.Monitor or LockKinds.Pulse && held.Find(static entry => entry.Object.Type!.Name is LockType or ConditionType) is { Object.IsNull: false } made)
            return made.Object;
        foreach ((_, ClrObject candidate) in held)
        {
            if (Fits(candidate.Type!, kind))
                return candidate;
        }

        // See JoinWaits.
        return kind == LockKinds.Thread ? held.Find(static entry => IsOrDerives(entry.Object.Type!, HandleType)).Object : default;
    }

    private static bool Fits(ClrType type, string kind) => kind switch
    {
        LockKinds.Lock => type.Name == LockType,
        LockKinds.Read or LockKinds.Write or LockKinds.UpgradeableRead => IsOrDerives(type, "System.Threading.ReaderWriterLockSlim"),
        LockKinds.Semaphore => IsOrDerives(type, "System.Threading.SemaphoreSlim"),
        LockKinds.Event => IsOrDerives(type, "System.Threading.ManualResetEventSlim"),
        LockKinds.Task => IsOrDerives(type, "System.Threading.Tasks.Task"),
        LockKinds.Thread => type.Name == ThreadType,
        _ => true,
    };

    // The wait holds the safe handle; the WaitHandle that owns it is with the caller, beside others.
    private static ClrObject Handle(List<(int Frame, ClrObject Object)> held)
    {
        ClrObject safe = default;
        foreach ((_, ClrObject candidate) in held)
        {
            if (IsOrDerives(candidate.Type!, HandleType))
            {
                safe = candidate;
                break;
            }
        }

        foreach ((_, ClrObject candidate) in held)
        {
            bool isOwner = IsOrDerives(candidate.Type!, "System.Threading.WaitHandle")
                && candidate.TryReadObjectField("_waitHandle", out ClrObject inner) && inner.Address == safe.Address;
            if (isOwner)
                return candidate;
        }

        return safe;
    }

    private static bool IsOrDerives(ClrType type, string name)
    {
        for (ClrType? at = type; at is not null; at = at.BaseType)
        {
            if (at.Name == name)
                return true;
        }

        return false;
    }
}
