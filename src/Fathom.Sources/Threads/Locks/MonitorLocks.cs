using System.Runtime.CompilerServices;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;
using Microsoft.Diagnostics.Runtime.AbstractDac;

namespace Fathom.Sources.Threads.Locks;

/// <summary>
/// What the runtime's sync blocks say of monitors. Those of .NET 11 and later are made of System.Threading.Lock objects: the sync block of an object has a
/// handle of the one that stands for it. What is said of such a lock is true of the monitor, and it is no lock of the program's own.
/// </summary>
internal sealed class MonitorLocks
{
    private readonly Dictionary<ulong, ulong> _objects = [];
    private readonly List<HeldMonitor> _held = [];

    /// <summary>How many locks monitors are made of.</summary>
    public int Count => _objects.Count;

    /// <summary>Monitors that are held and had to be waited for once, where the runtime keeps their owners itself: before .NET 11.</summary>
    public IReadOnlyList<HeldMonitor> Held => _held;

    /// <summary>Reads all sync blocks while the target stands still. One that ends early keeps what it has.</summary>
    /// <param name="runtime">The runtime.</param>
    /// <param name="memory">Its memory.</param>
    /// <param name="descriptor">Its description of itself, or null.</param>
    /// <param name="due">Ends it with <see cref="OperationCanceledException"/>.</param>
    public void Read(ClrRuntime runtime, ITargetMemory memory, RuntimeDescriptor? descriptor, CancellationToken due)
    {
        Dictionary<ulong, int> owners = [];
        foreach (ClrThread thread in runtime.Threads)
            owners.TryAdd(thread.Address, thread.ManagedThreadId);
        Read(Helpers(runtime.Heap).EnumerateSyncBlocks(), owners, memory, descriptor?.OffsetOf("SyncBlock", "Lock"), due);
    }

    /// <summary>Takes sync blocks in one turn: each costs the stopped target several calls of its data access library.</summary>
    /// <param name="blocks">The blocks.</param>
    /// <param name="owners">Managed numbers of threads, by the addresses of the runtime's own threads.</param>
    /// <param name="memory">The target's memory.</param>
    /// <param name="lockAt">Offset of the handle of its lock in a block; null where monitors are not made of locks.</param>
    /// <param name="due">Ends it with <see cref="OperationCanceledException"/>.</param>
    internal void Read(IEnumerable<SyncBlockInfo> blocks, Dictionary<ulong, int> owners, ITargetMemory memory, int? lockAt, CancellationToken due)
    {
        PointerReader fields = new(memory), handles = new(memory);
        foreach (SyncBlockInfo block in blocks)
        {
            due.ThrowIfCancellationRequested();
            if (block.Object == 0)
                continue;
            if (block.MonitorHeldCount != 0 && owners.TryGetValue(block.HoldingThread, out int owner))
                _held.Add(new HeldMonitor(owner, block.Object, Math.Max(1, block.Recursion)));
            ulong handle = lockAt is not { } offset || block.Address == 0 ? 0 : fields.Pointer(block.Address + (ulong)offset);
            if (handle != 0 && handles.Pointer(handle) is not 0 and var gate)
                _objects.TryAdd(gate, block.Object);
        }
    }

    /// <summary>The object whose monitor a lock is; null for a lock of the program's own.</summary>
    public ulong? ObjectOf(ulong gate) => _objects.TryGetValue(gate, out ulong owner) ? owner : null;

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Helpers")]
    private static extern IAbstractHeap Helpers(ClrHeap heap);
}
