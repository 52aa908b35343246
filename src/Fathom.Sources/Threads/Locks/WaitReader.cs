using Fathom.Model.Threads;
using Fathom.Sources.Threads.Stacks;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Locks;

/// <summary>
/// Tells what a waiting thread waits for. The runtime's own description of live references (GC info) says which object each wait method holds;
/// the rest of the stack holds other locks too, so only the frames of the wait count.
/// </summary>
internal static class WaitReader
{
    /// <summary>Reads the object of a wait.</summary>
    /// <param name="heap">Reads the objects as they were in the stop.</param>
    /// <param name="references">Live references of the thread's frames.</param>
    /// <param name="frames">Its managed frames.</param>
    /// <param name="shape">The wait among them.</param>
    public static WaitObject Read(ClrHeap heap, IReadOnlyList<HeldReference> references, IReadOnlyList<StackEntry> frames, in WaitShape shape)
    {
        if (shape.Count == 0)
            return new WaitObject(shape.Kind, 0, null, shape.IsTimed);
        List<(int Frame, ClrObject Object)> held = HeldObjects(heap, references, frames, shape);
        ClrObject found = shape.Kind == LockKinds.Handle ? Handle(held) : First(held, shape.Kind);
        return new WaitObject(shape.Kind, found.Address, found.Type?.Name, shape.IsTimed);
    }

    // In the order of the frames, innermost first.
    private static List<(int Frame, ClrObject Object)> HeldObjects(ClrHeap heap, IReadOnlyList<HeldReference> references, IReadOnlyList<StackEntry> frames, in WaitShape shape)
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

    private static ClrObject First(List<(int Frame, ClrObject Object)> held, string kind)
    {
        foreach ((_, ClrObject candidate) in held)
        {
            if (Fits(candidate.Type!, kind))
                return candidate;
        }

        return default;
    }

    private static bool Fits(ClrType type, string kind) => kind switch
    {
        LockKinds.Lock => type.Name == "System.Threading.Lock",
        LockKinds.Read or LockKinds.Write or LockKinds.UpgradeableRead => IsOrDerives(type, "System.Threading.ReaderWriterLockSlim"),
        LockKinds.Semaphore => IsOrDerives(type, "System.Threading.SemaphoreSlim"),
        LockKinds.Event => IsOrDerives(type, "System.Threading.ManualResetEventSlim"),
        LockKinds.Task => IsOrDerives(type, "System.Threading.Tasks.Task"),
        LockKinds.Thread => type.Name == "System.Threading.Thread",
        _ => true,
    };

    // The wait holds the safe handle; the WaitHandle that owns it is with the caller, beside others.
    private static ClrObject Handle(List<(int Frame, ClrObject Object)> held)
    {
        ClrObject safe = default;
        foreach ((_, ClrObject candidate) in held)
        {
            if (IsOrDerives(candidate.Type!, "System.Runtime.InteropServices.SafeHandle"))
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
