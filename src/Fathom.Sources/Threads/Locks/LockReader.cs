using Fathom.Model.Threads;
using Fathom.Sources.Threads.Stacks;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Locks;

/// <summary>Tells who owns which lock: monitors from the runtime's sync blocks, the other kinds from their own fields.</summary>
/// <param name="heap">Reads the objects as they were in the stop.</param>
/// <param name="threads">Threads of the runtime.</param>
/// <param name="monitors">Monitors that are held and had to be waited for once.</param>
/// <param name="readers">Readers of ReaderWriterLockSlim.</param>
/// <param name="monitorLocks">Locks that monitors are made of.</param>
internal sealed class LockReader(
    ClrHeap heap, IReadOnlyList<HeldThread> threads, IReadOnlyList<HeldMonitor> monitors, IReadOnlyList<HeldReader> readers, MonitorLocks monitorLocks)
{
    private readonly ILookup<long, HeldReader> _readers = readers.ToLookup(static reader => reader.LockId);

    // CoreCLR writes the operating system's number of the owner, other builds of the runtime the managed one.
    private readonly Dictionary<uint, int> _managedIds = threads.ToDictionary(static thread => thread.RuntimeTid, static thread => thread.ManagedId);

    /// <summary>Monitors that had to be waited for once; the others are <see cref="ThinLock"/>s.</summary>
    public IEnumerable<OwnedLock> Monitors()
    {
        foreach (HeldMonitor monitor in monitors)
        {
            // The runtime tidies its table up some time after the collection that took the object: where it was is a free block by then.
            ClrType? type = heap.GetObjectType(monitor.Object);
            if (type is not { IsFree: true })
                yield return new OwnedLock(monitor.ManagedThreadId, LockKinds.Monitor, monitor.Object, type?.Name, monitor.Count);
        }
    }

    /// <summary>The owner of a System.Threading.Lock; null while nobody owns it, and for one that a monitor is made of.</summary>
    public OwnedLock? OfLock(ulong address)
    {
        if (monitorLocks.ObjectOf(address) is not null)
            return null;
        ClrObject gate = heap.GetObject(address);
        bool isOwned = gate.TryReadField("_owningThreadId", out uint owner) && owner != 0;
        if (!isOwned)
            return null;
        int recursion = gate.TryReadField("_recursionCount", out uint again) ? (int)again : 0;
        return new OwnedLock(_managedIds.GetValueOrDefault(owner, (int)owner), LockKinds.Lock, address, gate.Type?.Name, recursion + 1);
    }

    /// <summary>The owners of a ReaderWriterLockSlim: one writer, or readers, of which one may be upgradeable.</summary>
    public IEnumerable<OwnedLock> OfReaderWriter(ulong address)
    {
        ClrObject table = heap.GetObject(address);
        string? type = table.Type?.Name;
        int writer = table.TryReadField("_writeLockOwnerId", out int write) ? write : -1;
        int upgrader = table.TryReadField("_upgradeLockOwnerId", out int upgrade) ? upgrade : -1;
        if (writer > 0)
            yield return new OwnedLock(writer, LockKinds.Write, address, type, 1);
        if (upgrader > 0)
            yield return new OwnedLock(upgrader, LockKinds.UpgradeableRead, address, type, 1);
        if (!table.TryReadField("_lockID", out long id))
            yield break;
        foreach (HeldReader reader in _readers[id])
            yield return new OwnedLock(reader.ManagedThreadId, LockKinds.Read, address, type, reader.Count);
    }
}
