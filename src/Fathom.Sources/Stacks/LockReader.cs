using Fathom.Model.Threads;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Stacks;

/// <summary>Reads who owns which lock: monitors from the runtime's sync blocks, the other kinds from their own fields.</summary>
/// <param name="runtime">Of a stopped target.</param>
internal sealed class LockReader(ClrRuntime runtime)
{
    private const int MaxReaderCounts = 10_000;

    private readonly Dictionary<long, List<(int ManagedThreadId, int Count)>> _readers = [];
    private bool _readersAreRead;

    /// <summary>Monitors that had to be waited for once; the others are <see cref="ThinLock"/>s.</summary>
    public List<OwnedLock> SyncBlockMonitors()
    {
        Dictionary<ulong, int> threads = [];
        foreach (ClrThread thread in runtime.Threads)
            threads.TryAdd(thread.Address, thread.ManagedThreadId);
        List<OwnedLock> owned = [];
        foreach (SyncBlock block in runtime.Heap.EnumerateSyncBlocks())
        {
            if (!block.IsMonitorHeld || block.Object == 0 || !threads.TryGetValue(block.HoldingThreadAddress, out int owner))
                continue;

            // The runtime tidies its table up some time after the collection that took the object: where it was is a free block by then.
            ClrType? type = runtime.Heap.GetObjectType(block.Object);
            if (type is not { IsFree: true })
                owned.Add(new OwnedLock(owner, LockKinds.Monitor, block.Object, type?.Name, Math.Max(1, block.RecursionCount)));
        }

        return owned;
    }

    /// <summary>The owner of a System.Threading.Lock; null while nobody owns it.</summary>
    public OwnedLock? OfLock(ulong address)
    {
        ClrObject gate = runtime.Heap.GetObject(address);
        bool isOwned = gate.TryReadField("_owningThreadId", out uint owner) && owner != 0;
        if (!isOwned)
            return null;
        int recursion = gate.TryReadField("_recursionCount", out uint again) ? (int)again : 0;
        return new OwnedLock(ManagedId(owner), LockKinds.Lock, address, gate.Type?.Name, recursion + 1);
    }

    /// <summary>The owners of a ReaderWriterLockSlim: one writer, or readers, of which one may be upgradeable.</summary>
    public IEnumerable<OwnedLock> OfReaderWriter(ulong address)
    {
        ReadReaders();
        ClrObject table = runtime.Heap.GetObject(address);
        string? type = table.Type?.Name;
        int writer = table.TryReadField("_writeLockOwnerId", out int write) ? write : -1;
        int upgrader = table.TryReadField("_upgradeLockOwnerId", out int upgrade) ? upgrade : -1;
        if (writer > 0)
            yield return new OwnedLock(writer, LockKinds.Write, address, type, 1);
        if (upgrader > 0)
            yield return new OwnedLock(upgrader, LockKinds.UpgradeableRead, address, type, 1);
        if (!table.TryReadField("_lockID", out long id) || !_readers.TryGetValue(id, out List<(int ManagedThreadId, int Count)>? readers))
            yield break;
        foreach ((int reader, int count) in readers)
            yield return new OwnedLock(reader, LockKinds.Read, address, type, count);
    }

    // CoreCLR writes the operating system's number of the owner, other builds of the runtime the managed one.
    private int ManagedId(uint owner)
    {
        foreach (ClrThread thread in runtime.Threads)
        {
            if (thread.OSThreadId == owner)
                return thread.ManagedThreadId;
        }

        return (int)owner;
    }

    // Each thread keeps, in a thread static list, how often it has entered which lock.
    private void ReadReaders()
    {
        if (_readersAreRead)
            return;
        _readersAreRead = true;
        ClrThreadStaticField? counts = runtime.BaseClassLibrary.GetTypeByName("System.Threading.ReaderWriterLockSlim")?.ThreadStaticFields
            .FirstOrDefault(static field => field.Name == "t_rwc");
        if (counts is null)
            return;
        foreach (ClrThread thread in runtime.Threads)
        {
            if (!thread.IsAlive || !counts.IsInitialized(thread))
                continue;
            ClrObject entry = counts.ReadObject(thread);
            for (int i = 0; i < MaxReaderCounts && entry.IsValid; i++)
            {
                if (entry.TryReadField("readercount", out int count) && count > 0 && entry.TryReadField("lockID", out long id))
                    ReadersOf(id).Add((thread.ManagedThreadId, count));
                entry.TryReadObjectField("next", out ClrObject next);
                entry = next;
            }
        }
    }

    private List<(int ManagedThreadId, int Count)> ReadersOf(long id)
    {
        if (!_readers.TryGetValue(id, out List<(int ManagedThreadId, int Count)>? readers))
            _readers.Add(id, readers = []);
        return readers;
    }
}
