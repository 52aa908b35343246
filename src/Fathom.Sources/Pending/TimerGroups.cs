using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Inspection;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Async;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Pending;

/// <summary>Timers by what they are for, what they call and how often.</summary>
/// <param name="runtime">Of a target whose heap stands still.</param>
/// <param name="memory">Its memory.</param>
internal sealed class TimerGroups(ClrRuntime runtime, ITargetMemory memory)
{
    // Naming a timer takes reads of its own.
    private const int MaxNamed = 200_000;
    private const string NotNamed = "(callbacks that were not looked up)";
    private const string Plain = "Timer";

    // Beginnings of names of the types that the library's own timers are given.
    private static readonly (string Type, string Kind)[] s_kinds =
    [
        ("System.Threading.Tasks.Task+DelayPromise", "Task.Delay"),
        ("System.Threading.Tasks.Task+CancellationPromise", "Task.WaitAsync"),
        ("System.Threading.PeriodicTimer", "PeriodicTimer"),
    ];

    private readonly CallbackNames _names = new(runtime, memory);
    private readonly Dictionary<ulong, StateShape> _shapes = [];
    private readonly RuntimeAsyncReader _continuations = new(runtime.DataTarget.DataReader, new AsyncTypes(runtime));

    /// <summary>Counts the timers, with when the first and the last of each group fires.</summary>
    /// <param name="timers">The timers.</param>
    /// <param name="due">Signalled when the target must run again.</param>
    public Dictionary<(string Kind, string? Callback, uint PeriodMs), (long Count, long FirstMs, long LastMs)> Read(
        IReadOnlyList<PendingTimer> timers, CancellationToken due)
    {
        Dictionary<(string, string?, uint), (long Count, long FirstMs, long LastMs)> groups = [];
        for (int i = 0; i < timers.Count; i++)
        {
            due.ThrowIfCancellationRequested();
            PendingTimer timer = timers[i];
            (string kind, string? callback) = i < MaxNamed ? NameOf(timer, due) : (TaskStatuses.NotKnown, NotNamed);
            (string, string?, uint) key = (kind, callback, timer.PeriodMs);
            ref (long Count, long FirstMs, long LastMs) group = ref CollectionsMarshal.GetValueRefOrAddDefault(groups, key, out bool isKnown);
            group = isKnown
                ? (group.Count + 1, Math.Min(group.FirstMs, timer.DueMs), Math.Max(group.LastMs, timer.DueMs))
                : (1, timer.DueMs, timer.DueMs);
        }

        return groups;
    }

    private (string Kind, string? Callback) NameOf(in PendingTimer timer, CancellationToken due)
    {
        StateShape shape = ShapeOf(timer.State);
        if (shape.Kind == Plain)
            return (Plain, _names.Of(timer.Callback));
        ulong continuation = 0;
        bool isAwaited = shape.ContinuationOffset >= 0 && memory.TryRead(timer.State + (ulong)shape.ContinuationOffset, out continuation) && continuation != 0;
        return (shape.Kind, isAwaited ? MethodOf(continuation, due) : null);
    }

    private string? MethodOf(ulong continuation, CancellationToken due)
    {
        StateShape shape = ShapeOf(continuation);
        if (shape.Runtime is not { } layout)
            return shape.Method;
        return _continuations.Calls(continuation, layout, out _, out _, due) is [(var innermost, _), ..] ? innermost : null;
    }

    private StateShape ShapeOf(ulong address)
    {
        if (address == 0 || !memory.TryReadMethodTable(address, out ulong table))
            return StateShape.None;
        if (!_shapes.TryGetValue(table, out StateShape? shape))
            _shapes.Add(table, shape = runtime.Heap.GetTypeByMethodTable(table) is { } type ? Decide(type) : StateShape.None);
        return shape;
    }

    private static StateShape Decide(ClrType type)
    {
        if (TypeInspector.IsOrDerives(type, "System.Threading.CancellationTokenSource"))
            return new StateShape("CancellationTokenSource", -1, null);
        foreach ((string known, string kind) in s_kinds)
        {
            if (type.Name?.StartsWith(known, StringComparison.Ordinal) == true)
                return new StateShape(kind, TypeInspector.Offset(type, "m_continuationObject"), null);
        }

        RuntimeAsyncLayout? runtimeAsync = RuntimeAsyncLayout.Of(type) is { IsKnown: true } layout ? layout : null;
        return StateShape.None with { Method = AsyncBoxLayout.Of(type)?.Method, Runtime = runtimeAsync };
    }

    private sealed record StateShape(string Kind, int ContinuationOffset, string? Method)
    {
        public static StateShape None { get; } = new(Plain, -1, null);

        public RuntimeAsyncLayout? Runtime { get; init; }
    }
}
