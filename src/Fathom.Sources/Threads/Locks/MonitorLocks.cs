using System.Runtime.CompilerServices;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;
using Microsoft.Diagnostics.Runtime.AbstractDac;

namespace Fathom.Sources.Threads.Locks;

/// <summary>
/// The System.Threading.Lock objects that monitors of .NET 11 and later are made of. The runtime's sync block of an object has a handle of the one that
/// stands for it. What is said of such a lock is true of the monitor, and it is no lock of the program's own.
/// </summary>
internal sealed class MonitorLocks
{
    private readonly Dictionary<ulong, ulong> _objects = [];

    /// <summary>How many there are.</summary>
    public int Count => _objects.Count;

    /// <summary>Reads them while the target stands still; none where the runtime keeps monitors in another way.</summary>
    /// <param name="runtime">The runtime.</param>
    /// <param name="memory">Its memory.</param>
    /// <param name="descriptor">Its description of itself, or null.</param>
    /// <param name="due">Ends it with <see cref="OperationCanceledException"/>.</param>
    public static MonitorLocks Read(ClrRuntime runtime, ITargetMemory memory, RuntimeDescriptor? descriptor, CancellationToken due)
    {
        MonitorLocks locks = new();
        if (descriptor?.OffsetOf("SyncBlock", "Lock") is not { } lockAt)
            return locks;
        PointerReader blocks = new(memory), handles = new(memory);
        foreach (SyncBlockInfo block in Helpers(runtime.Heap).EnumerateSyncBlocks())
        {
            due.ThrowIfCancellationRequested();
            ulong handle = block.Object == 0 || block.Address == 0 ? 0 : blocks.Pointer(block.Address + (ulong)lockAt);
            if (handle != 0 && handles.Pointer(handle) is not 0 and var gate)
                locks._objects.TryAdd(gate, block.Object);
        }

        return locks;
    }

    /// <summary>The object whose monitor a lock is; null for a lock of the program's own.</summary>
    public ulong? ObjectOf(ulong gate) => _objects.TryGetValue(gate, out ulong owner) ? owner : null;

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Helpers")]
    private static extern IAbstractHeap Helpers(ClrHeap heap);
}
