using Fathom.Model.Inspection;
using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>
/// Counts tasks that have not completed, and the continuations of each. A task with several continuations keeps them in a <c>List&lt;object&gt;</c>;
/// the walk meets both objects, and the two are brought together afterwards.
/// </summary>
/// <param name="unknown">Notes types with other fields than those that are known.</param>
internal sealed class TaskInspector(UnknownTypes unknown) : IObjectInspector
{
    /// <summary>Fewer continuations than this are not told task by task.</summary>
    private const int MinContinuations = 100;

    // TASK_STATE_RAN_TO_COMPLETION, _CANCELED and _FAULTED of Task.m_stateFlags.
    private const int Completed = 0x100_0000 | 0x40_0000 | 0x20_0000;
    private const int MaxPairs = 1_000_000;
    private const int MaxShown = 64;

    private readonly List<Tasks> _tasks = [];
    private readonly Dictionary<ulong, int> _lists = [];
    private readonly List<(ulong Task, ulong Continuation, Tasks Type)> _pairs = [];

    /// <summary>Tasks whose continuations were not counted because there are too many.</summary>
    public long UnreadCount { get; private set; }

    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type)
    {
        if (type.Name == "System.Collections.Generic.List<System.Object>")
            return unknown.Offsets(type, "_size") is [var size] ? new Lists(this, size) : null;
        if (!TypeInspector.IsOrDerives(type, "System.Threading.Tasks.Task"))
            return null;
        if (unknown.Offsets(type, "m_stateFlags", "m_continuationObject") is not [var flags, var continuation])
            return null;
        Tasks tasks = new(this, type.Name ?? "System.Threading.Tasks.Task", flags, continuation);
        _tasks.Add(tasks);
        return tasks;
    }

    /// <summary>What piles up.</summary>
    public List<Pile> Read()
    {
        List<Pile> piles = [.. _tasks.Where(static tasks => tasks.Count > 0).Select(static tasks => new Pile(PileKinds.Task, tasks.Name, null, tasks.Count))];
        piles.AddRange(_pairs
            .Where(pair => _lists.ContainsKey(pair.Continuation))
            .Select(pair => new Pile(PileKinds.Continuation, pair.Type.Name, pair.Task, _lists[pair.Continuation]))
            .OrderByDescending(static pile => pile.Count)
            .Take(MaxShown));
        return piles;
    }

    private sealed class Lists(TaskInspector owner, int sizeOffset) : TypeInspector
    {
        public override void Inspect(in VisitedObject visited)
        {
            if (!visited.IsYoung && visited.TryRead(sizeOffset, out int size) && size >= MinContinuations)
                owner._lists.TryAdd(visited.Address, size);
        }
    }

    private sealed class Tasks(TaskInspector owner, string name, int flagsOffset, int continuationOffset) : TypeInspector
    {
        public string Name { get; } = name;

        public long Count { get; private set; }

        public override void Inspect(in VisitedObject visited)
        {
            if (visited.IsYoung || !visited.TryRead(flagsOffset, out int flags) || (flags & Completed) != 0)
                return;
            Count++;
            if (!visited.TryRead(continuationOffset, out ulong continuation) || continuation == 0)
                return;
            if (owner._pairs.Count < MaxPairs)
                owner._pairs.Add((visited.Address, continuation, this));
            else
                owner.UnreadCount++;
        }
    }
}
