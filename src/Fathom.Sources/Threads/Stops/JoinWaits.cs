using Fathom.Model.Threads;
using Fathom.Sources.Threads.Locks;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Stops;

/// <summary>
/// Tells for whose end threads wait. From .NET 11 on <c>Thread.Join</c> waits for an event that the other thread has, and keeps only the handle of that event.
/// </summary>
internal static class JoinWaits
{
    /// <summary>Puts the thread in the place of the handle; a wait whose thread is not found has no object.</summary>
    /// <param name="heap">Reads the objects as they were in the stop.</param>
    /// <param name="threadObjects">All objects of type Thread.</param>
    /// <param name="threads">The threads.</param>
    public static void Complete(ClrHeap heap, IEnumerable<ulong> threadObjects, IReadOnlyList<ThreadReading> threads)
    {
        if (!threads.Any(IsByHandle))
            return;
        Dictionary<ulong, ulong> byHandle = [];
        foreach (ulong thread in threadObjects)
        {
            if (heap.GetObject(thread).TryReadObjectField("_joinEvent", out ClrObject ends) && ends.IsValid && ends.TryReadObjectField("_waitHandle", out ClrObject handle) && !handle.IsNull)
                byHandle.TryAdd(handle.Address, thread);
        }

        foreach (ThreadReading reading in threads.Where(IsByHandle))
        {
            ulong joined = byHandle.GetValueOrDefault(reading.Wait!.Value.Address);
            reading.Wait = reading.Wait.Value with { Address = joined, TypeName = joined == 0 ? null : WaitReader.ThreadType };
        }
    }

    private static bool IsByHandle(ThreadReading reading) => reading.Wait is { Kind: LockKinds.Thread, Address: not 0, TypeName: not WaitReader.ThreadType };
}
