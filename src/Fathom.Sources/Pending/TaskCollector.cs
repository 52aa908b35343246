using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Async;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Pending;

/// <summary>Collects the tasks that have not completed, and those that failed, while the heap is walked.</summary>
/// <param name="memory">The target's memory.</param>
internal sealed class TaskCollector(ITargetMemory memory) : IObjectInspector
{
    /// <summary>Most tasks that are looked into.</summary>
    public const int MaxTasks = 1_000_000;

    // TASK_STATE_RAN_TO_COMPLETION, _CANCELED and _FAULTED of Task.m_stateFlags.
    private const int Completed = 0x100_0000 | 0x40_0000 | Faulted;
    private const int Faulted = 0x20_0000;

    private readonly List<TaskShape> _shapes = [];
    private readonly List<PendingTask> _tasks = [];
    private readonly List<(ulong Properties, int Shape)> _faulted = [];
    private readonly SortedDictionary<string, Strange> _strange = new(StringComparer.Ordinal);

    /// <summary>Shapes by their numbers.</summary>
    public IReadOnlyList<TaskShape> Shapes => _shapes;

    /// <summary>Tasks that have not completed.</summary>
    public List<PendingTask> Tasks => _tasks;

    /// <summary>What failed tasks keep of their exceptions.</summary>
    public IReadOnlyList<(ulong Properties, int Shape)> FaultedTasks => _faulted;

    /// <summary>Tasks beyond the limit.</summary>
    public long OmittedCount { get; private set; }

    /// <summary>Failed tasks that were not looked into.</summary>
    public long UnseenCount { get; private set; }

    /// <summary>Tasks that could not be read.</summary>
    public long UnreadableCount { get; private set; }

    /// <summary>Objects of types of tasks with other fields than those that are known.</summary>
    public IEnumerable<(string Type, long Count)> Unknown =>
        _strange.Where(static entry => entry.Value.Count > 0).Select(static entry => (entry.Key, entry.Value.Count));

    /// <summary>Whether a state is that of a task that has completed.</summary>
    public static bool IsCompleted(int flags) => (flags & Completed) != 0;

    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type)
    {
        if (!TaskShape.IsTask(type))
            return TaskShape.OfPooled(type) is { } pooled ? Known(pooled) : null;
        if (TaskShape.Of(type) is { } shape)
            return Known(shape);
        string name = type.Name ?? "(unnamed type)";
        if (!_strange.TryGetValue(name, out Strange? strange))
            _strange.Add(name, strange = new Strange());
        return strange;
    }

    private Collector Known(TaskShape shape)
    {
        _shapes.Add(shape);
        return new Collector(this, shape, _shapes.Count - 1);
    }

    private sealed class Strange : TypeInspector
    {
        public long Count { get; private set; }

        public override void Inspect(in VisitedObject visited) => Count++;
    }

    private sealed class Collector(TaskCollector owner, TaskShape shape, int number) : TypeInspector
    {
        public override void Inspect(in VisitedObject visited)
        {
            if (shape.IsPooled)
            {
                AddPooled(visited, shape.Box!);
                return;
            }

            if (!visited.TryRead(shape.FlagsOffset, out int flags))
            {
                owner.UnreadableCount++;
                return;
            }

            if (IsCompleted(flags))
            {
                if ((flags & Faulted) != 0)
                    Fail(visited);
                return;
            }

            bool isRead = visited.TryRead(shape.ContinuationOffset, out ulong continuation);
            int state = flags;
            ulong awaited = 0;
            if (shape.Box is { } box)
                isRead &= TryReadCall(visited, box, out state, out awaited);
            else if (shape.InnerOffset >= 0)
                isRead &= visited.TryRead(shape.InnerOffset, out awaited);
            owner.UnreadableCount += isRead ? 0 : 1;
            Add(new PendingTask(visited.Address, number, state, awaited, continuation));
        }

        // One that keeps no call has nothing that it waits for.
        private void AddPooled(in VisitedObject visited, AsyncBoxLayout box)
        {
            if (!TryReadCall(visited, box, out int state, out ulong awaited))
                owner.UnreadableCount++;
            else if (awaited != 0)
                Add(new PendingTask(visited.Address, number, state, awaited, 0));
        }

        private void Add(in PendingTask task)
        {
            if (owner._tasks.Count < MaxTasks)
                owner._tasks.Add(task);
            else
                owner.OmittedCount++;
        }

        private void Fail(in VisitedObject visited)
        {
            if (shape.PropertiesOffset < 0 || owner._faulted.Count >= MaxTasks)
                owner.UnseenCount++;
            else if (!visited.TryRead(shape.PropertiesOffset, out ulong properties))
                owner.UnseenCount++;
            else if (properties != 0)
                owner._faulted.Add((properties, number));
        }

        private bool TryReadCall(in VisitedObject visited, AsyncBoxLayout box, out int state, out ulong awaited)
        {
            awaited = 0;
            state = TaskChains.Runs;
            if (box.MachineOffset >= 0)
            {
                // Before the first suspension there is none.
                if (!visited.TryRead(box.MachineOffset, out ulong machine) || machine == 0)
                    return machine == 0;
                return TryReadMachine(machine, box, out state, out awaited);
            }

            if (!visited.TryRead(box.StateOffset, out state))
                return false;
            foreach (int offset in box.AwaiterOffsets)
            {
                // An awaiter is cleared when its await is over, so the one that holds something is the one in use.
                if (visited.TryRead(offset, out awaited) && awaited != 0)
                    break;
            }

            return true;
        }

        private bool TryReadMachine(ulong machine, AsyncBoxLayout box, out int state, out ulong awaited)
        {
            awaited = 0;
            if (!owner.Memory.TryRead(machine + (ulong)box.StateOffset, out state))
                return false;
            foreach (int offset in box.AwaiterOffsets)
            {
                if (owner.Memory.TryRead(machine + (ulong)offset, out awaited) && awaited != 0)
                    break;
            }

            return true;
        }
    }

    private ITargetMemory Memory { get; } = memory;
}
