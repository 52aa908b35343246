using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Async;

namespace Fathom.Sources.Pending;

/// <summary>
/// Puts the tasks that have not completed together to chains: from an outermost one, which no other waits for, to what it waits for in the end.
/// Each task is looked at once, however the references of a damaged heap lead.
/// </summary>
/// <param name="tasks">The tasks.</param>
/// <param name="shapes">What they are, by their numbers.</param>
/// <param name="memory">Memory of a target whose heap stands still.</param>
/// <param name="continuations">Follows the calls that the runtime itself suspends.</param>
/// <param name="types">Knows what tasks wait for.</param>
/// <param name="due">Signalled when the target must run again.</param>
internal sealed class TaskChains(
    List<PendingTask> tasks,
    IReadOnlyList<TaskShape> shapes,
    ITargetMemory memory,
    RuntimeAsyncReader continuations,
    ITaskTypes types,
    CancellationToken due)
{
    /// <summary>State of a call that runs.</summary>
    public const int Runs = -1;

    /// <summary>What calls wait for that wait for each other.</summary>
    public const string Circle = "(calls that wait for each other in a circle)";

    // Naming a delegate takes reads of its own.
    private const int MaxNamed = 100_000;
    private const string NotNamed = "(delegates that were not looked up)";

    // TASK_STATE_STARTED, _DELEGATE_INVOKED and _WAITINGFORACTIVATION of Task.m_stateFlags.
    private const int Started = 0x1_0000;
    private const int Invoked = 0x2_0000;
    private const int WaitsForActivation = 0x200_0000;
    private const int Unfinished = -2;
    private const int Open = -1;

    private readonly ChainTree _tree = new();
    private readonly Dictionary<ulong, int> _numbers = new(tasks.Count);
    private readonly int[] _nodes = new int[tasks.Count];
    private readonly bool[] _isAwaited = new bool[tasks.Count];
    private readonly Dictionary<int, List<(string Method, int State)>> _calls = [];
    private int _named;

    /// <summary>Tasks that could not be read as a whole.</summary>
    public long UnreadableCount { get; private set; }

    /// <summary>The chains.</summary>
    public ChainTree Tree => _tree;

    /// <summary>How many outermost tasks each chain has, by the node of the tree.</summary>
    /// <exception cref="OperationCanceledException">It is due to end.</exception>
    public Dictionary<int, long> Read()
    {
        Span<PendingTask> all = CollectionsMarshal.AsSpan(tasks);
        for (int i = 0; i < all.Length; i++)
            _numbers[all[i].Address] = i;
        Unwrap(all);
        for (int i = 0; i < all.Length; i++)
        {
            due.ThrowIfCancellationRequested();
            Resolve(all, i);
        }

        Dictionary<int, long> counts = [];
        for (int i = 0; i < all.Length; i++)
        {
            if (!_isAwaited[i])
                CollectionsMarshal.GetValueRefOrAddDefault(counts, _nodes[i], out _)++;
        }

        return counts;
    }

    // The task of Task.Run(async …) does not know its inner task; that one tells it when it completes.
    private void Unwrap(Span<PendingTask> all)
    {
        foreach (ref readonly PendingTask inner in all)
        {
            if (_numbers.TryGetValue(inner.Continuation, out int outer) && shapes[all[outer].Shape].IsUnwrapping)
                all[outer].Awaited = inner.Address;
        }
    }

    // From the outer one inwards until something is known, and back. No recursion: chains may be long.
    private void Resolve(Span<PendingTask> all, int first)
    {
        Stack<int> open = [];
        for (int at = first; _nodes[at] == 0;)
        {
            open.Push(at);
            _nodes[at] = Open;
            if (!_numbers.TryGetValue(AwaitedBy(ref all[at], at), out int inner) || _nodes[inner] == Open)
                break;
            _isAwaited[inner] = true;
            at = inner;
        }

        while (open.TryPop(out int at))
        {
            ref readonly PendingTask task = ref all[at];
            bool isInner = _numbers.TryGetValue(task.Awaited, out int inner);
            if (isInner && _nodes[inner] != Open)
            {
                _nodes[at] = Calls(_nodes[inner], task, at);
                continue;
            }

            ChainFrame end = isInner ? new ChainFrame(Circle, null, TaskStatuses.Waiting) : EndOf(task);
            _nodes[at] = Calls(_tree.Below(ChainTree.Root, end), task, at);
        }
    }

    private ulong AwaitedBy(ref PendingTask task, int number)
    {
        if (shapes[task.Shape].Runtime is not { } layout)
            return task.Awaited;
        _calls[number] = continuations.Calls(task.Address, layout, out ulong awaited, out bool isWhole, due);
        UnreadableCount += isWhole ? 0 : 1;
        return task.Awaited = awaited;
    }

    private int Calls(int end, in PendingTask task, int number)
    {
        TaskShape shape = shapes[task.Shape];
        if (shape.Box is { } box)
            return _tree.Below(end, new ChainFrame(box.Method, task.State >= 0 ? task.State + 1 : null, null));
        if (shape.Runtime is not null)
        {
            if (!_calls.Remove(number, out List<(string Method, int State)>? calls) || calls.Count == 0)
                return _tree.Below(end, new ChainFrame(RuntimeAsyncReader.UnknownMethod, null, null));
            foreach ((string method, int state) in calls)
                end = _tree.Below(end, new ChainFrame(method, state + 1, null));
            return end;
        }

        string? call = DelegateOf(task, shape) ?? (task.Awaited == 0 ? null : shape.Name);
        return call is null ? end : _tree.Below(end, new ChainFrame(call, null, null));
    }

    // What a task waits for that is not itself one of those that have not completed.
    private ChainFrame EndOf(in PendingTask task)
    {
        TaskShape shape = shapes[task.Shape];
        if (shape.Box is not null && task.State < 0)
            return new ChainFrame(null, null, task.State >= Unfinished ? TaskStatuses.Running : TaskStatuses.Yielded);
        if (shape.Runtime is not null && task.Awaited == 0)
            return new ChainFrame(null, null, IsSuspended(task) ? TaskStatuses.Waiting : TaskStatuses.Running);
        if (task.Awaited != 0)
            return Awaited(task.Awaited);
        if (shape.Box is not null)
            return new ChainFrame(null, null, TaskStatuses.Waiting);
        if (DelegateOf(task, shape) is null)
            return new ChainFrame(shape.Name, null, TaskStatuses.Waiting);
        return new ChainFrame(null, null, (task.State & (Started | Invoked)) switch
        {
            Started => TaskStatuses.Queued,
            0 => (task.State & WaitsForActivation) != 0 ? TaskStatuses.Waiting : TaskStatuses.Created,
            _ => TaskStatuses.Running,
        });
    }

    private bool IsSuspended(in PendingTask task) =>
        _numbers.TryGetValue(task.Address, out int number) && _calls.TryGetValue(number, out List<(string Method, int State)>? calls) && calls.Count > 0;

    private ChainFrame Awaited(ulong address)
    {
        if (!memory.TryReadMethodTable(address, out ulong table))
        {
            UnreadableCount++;
            return new ChainFrame(null, null, TaskStatuses.NotKnown);
        }

        AwaitedShape shape = types.ShapeOf(table);
        bool isReady = shape.FlagsOffset >= 0 && memory.TryRead(address + (ulong)shape.FlagsOffset, out int flags) && TaskCollector.IsCompleted(flags);
        return new ChainFrame(shape.Name, null, isReady ? TaskStatuses.Ready : TaskStatuses.Waiting);
    }

    private string? DelegateOf(in PendingTask task, TaskShape shape)
    {
        if (!memory.TryRead(task.Address + (ulong)shape.ActionOffset, out ulong action) || action == 0)
            return null;
        return _named++ < MaxNamed ? types.MethodOf(action) : NotNamed;
    }
}
