using Fathom.Model.Findings;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Looks;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Locks;
using Fathom.Sources.Threads.Stacks;
using Fathom.Sources.Threads.Unwinding;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Stops;

/// <summary>What of a look at the threads can be read only while the target stands still: numbers, of which a <see cref="StackReading"/> is made afterwards.</summary>
internal sealed class StackStop
{
    private readonly List<HeldThread> _threads = [];
    private readonly List<HeldReader> _readers = [];

    private StackStop(HeapMap map, IReadOnlyList<int> threadIds) => (Map, ThreadIds) = (map, threadIds);

    /// <summary>The outline of the heap.</summary>
    public HeapMap Map { get; }

    /// <summary>All threads that the target has.</summary>
    public IReadOnlyList<int> ThreadIds { get; }

    /// <summary>Threads of the runtime.</summary>
    public IReadOnlyList<HeldThread> Threads => _threads;

    /// <summary>Threads of the runtime of which it is not known which of <see cref="ThreadIds"/> they are.</summary>
    public int UnmatchedCount { get; private set; }

    /// <summary>Monitors that are held and had to be waited for once.</summary>
    public IReadOnlyList<HeldMonitor> Monitors => MonitorLocks.Held;

    /// <summary>Locks that monitors are made of.</summary>
    public MonitorLocks MonitorLocks { get; } = new();

    /// <summary>Readers of ReaderWriterLockSlim.</summary>
    public IReadOnlyList<HeldReader> Readers => _readers;

    /// <summary>What native frames can be told from, by the numbers of the threads.</summary>
    public IReadOnlyDictionary<int, NativeStart> NativeStarts { get; private set; } = new Dictionary<int, NativeStart>();

    /// <summary>Which threads wait for a mutex of the C library, and the number of its owner, as the target's own namespace has it.</summary>
    public IReadOnlyDictionary<int, (ulong Address, int OwnerTid)> MutexWaits { get; private set; } =
        new Dictionary<int, (ulong Address, int OwnerTid)>();

    /// <summary>Roots beside those of stacks, handles and objects with finalizers; null where nobody asked, or not finished.</summary>
    public RootReading? Roots { get; private set; }

    /// <summary>Whether the target is in the middle of a garbage collection: then threads are read, and no objects of the heap.</summary>
    public bool IsCollecting => !Map.CanWalk;

    /// <summary>Whether the heap was copied, and can be asked when the target runs again.</summary>
    public bool IsCopied { get; private set; }

    /// <summary>Reads a target that stands still: a stopped process, or a dump.</summary>
    /// <param name="runtime">The runtime.</param>
    /// <param name="memory">The target's memory.</param>
    /// <param name="plan">What was made ready.</param>
    /// <param name="threadIds">All threads that the target has at this moment.</param>
    /// <param name="registers">Reads the registers of a thread; null where they cannot be read.</param>
    /// <param name="limit">Ends it with what it has.</param>
    /// <param name="mayComeBack">Whether another moment can be tried.</param>
    /// <returns>Null in the middle of a garbage collection, where another moment can be tried.</returns>
    /// <exception cref="OperationCanceledException">The whole look is due to end.</exception>
    public static StackStop? Read(
        ClrRuntime runtime, ITargetMemory memory, StackPlan plan, IEnumerable<int> threadIds, Func<int, ThreadRegisters?> registers, LookLimit limit,
        bool mayComeBack = true)
    {
        HeapMap map = HeapMapReader.Read(runtime);
        if (!map.CanWalk && mayComeBack)
            return null;
        StackStop held = new(map, [.. threadIds]);
        limit.Do(LookParts.Threads, due => held.ReadThreads(runtime, due));
        held.NativeStarts = Stacks.NativeStarts.Take(held.ThreadIds, held.Threads, memory, registers);
        held.MutexWaits = NativeMutexes.Waits(held.ThreadIds, memory, registers);
        limit.Do(LookParts.Locks, due =>
        {
            held.MonitorLocks.Read(runtime, memory, plan.Descriptor, due);
            held._readers.AddRange(HeldLocks.Readers(runtime, plan.Types, due));
        });
        if (!held.IsCollecting && plan.Roots is { } roots)
            limit.Do(LookParts.Tables, due => held.Roots = roots.ReadBesideStacks(runtime, memory, new DacTurn(plan.Catalog.Gate, due)));
        if (plan.Copy is { } copy)
            limit.Do(LookParts.Objects, due => held.IsCopied = copy.TryTake(map, due));
        return held;
    }

    private void ReadThreads(ClrRuntime runtime, CancellationToken due)
    {
        HashSet<uint> seen = [];
        foreach (ClrThread thread in runtime.Threads)
        {
            due.ThrowIfCancellationRequested();
            if (!thread.IsAlive || thread.OSThreadId == 0 || !seen.Add(thread.OSThreadId))
                continue;
            if (thread.Tid() != 0)
                _threads.Add(HeldThread.Read(thread));
            else
                UnmatchedCount++;
        }
    }
}
