using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Async;

/// <summary>Counts the suspended calls of async methods by where they stand.</summary>
/// <param name="memory">Of a target whose heap stands still.</param>
/// <param name="types">What the runtime knows of the types of calls.</param>
internal sealed class AsyncReader(IMemoryReader memory, IAsyncTypes types)
{
    // TASK_STATE_RAN_TO_COMPLETION, _CANCELED and _FAULTED of Task.m_stateFlags.
    private const int Completed = 0x100_0000 | 0x40_0000 | 0x20_0000;

    private readonly Dictionary<AsyncWait, long> _waits = [];
    private readonly Dictionary<ulong, string?> _outermost = [];
    private readonly RuntimeAsyncReader _chains = new(memory, types);

    /// <summary>Begins.</summary>
    /// <param name="runtime">Of a target whose heap stands still.</param>
    public AsyncReader(ClrRuntime runtime)
        : this(runtime.DataTarget.DataReader, new AsyncTypes(runtime))
    {
    }

    /// <summary>Calls by place.</summary>
    public IReadOnlyDictionary<AsyncWait, long> Waits => _waits;

    /// <summary>Boxes that could not be read.</summary>
    public long UnreadableCount { get; private set; }

    /// <summary>Looks at one box, and counts it if it is suspended.</summary>
    public void Add(ulong box, AsyncBoxLayout layout, CancellationToken due)
    {
        ulong machine = box;
        bool isReadable = memory.Read(box + (ulong)layout.FlagsOffset, out int flags)
            && (layout.MachineOffset < 0 || memory.ReadPointer(box + (ulong)layout.MachineOffset, out machine));
        if (!isReadable)
        {
            UnreadableCount++;
            return;
        }

        // A completed call has let go of its state machine.
        if ((flags & Completed) != 0 || machine == 0)
            return;
        if (!memory.Read(machine + (ulong)layout.StateOffset, out int state))
        {
            UnreadableCount++;
            return;
        }

        // Below zero: it runs at this moment (-1) or has ended (-2).
        if (state < 0)
            return;
        AsyncWait wait = new(layout.StateMachine, layout.Method, state + 1, Awaited(machine, layout, due));
        CollectionsMarshal.GetValueRefOrAddDefault(_waits, wait, out _)++;
    }

    /// <summary>Looks at a task of calls that the runtime itself suspends, and counts them if they are suspended.</summary>
    public void Add(ulong task, RuntimeAsyncLayout layout, CancellationToken due)
    {
        int flags = 0;
        if (!layout.IsKnown || !memory.Read(task + (ulong)layout.FlagsOffset, out flags))
        {
            UnreadableCount++;
            return;
        }

        if ((flags & Completed) != 0)
            return;
        List<(string Method, int State)> calls = _chains.Calls(task, layout, out ulong awaited, out bool isWhole, due);
        UnreadableCount += isWhole ? 0 : 1;
        string? awaits = awaited == 0 ? null : NameOf(awaited, due);
        foreach ((string method, int state) in calls)
        {
            if (method == RuntimeAsyncReader.UnknownMethod)
                UnreadableCount++;
            CollectionsMarshal.GetValueRefOrAddDefault(_waits, new AsyncWait(null, method, state + 1, awaits), out _)++;
            awaits = method;
        }
    }

    // An awaiter is cleared when its await is over, so the one that holds something is the one in use.
    private string? Awaited(ulong machine, AsyncBoxLayout layout, CancellationToken due)
    {
        foreach (int offset in layout.AwaiterOffsets)
        {
            if (memory.ReadPointer(machine + (ulong)offset, out ulong awaited) && awaited != 0)
                return NameOf(awaited, due);
        }

        return null;
    }

    private string? NameOf(ulong awaited, CancellationToken due)
    {
        if (!memory.ReadPointer(awaited, out ulong methodTable))
            return null;
        AwaitedType type = types.AwaitedOf(methodTable & ~7UL);
        if (type.Chain is not { } layout)
            return type.Name;

        // The outermost call is the one that was awaited; the type does not tell it. Many may await one task.
        if (!_outermost.TryGetValue(awaited, out string? name))
            _outermost.Add(awaited, name = _chains.Calls(awaited, layout, out _, out _, due) is [.., var (outermost, _)] ? outermost : type.Name);
        return name;
    }
}
