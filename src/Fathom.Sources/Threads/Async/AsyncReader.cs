using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Async;

/// <summary>Counts the suspended calls of async methods by where they stand.</summary>
/// <param name="runtime">Of a stopped target.</param>
internal sealed class AsyncReader(ClrRuntime runtime)
{
    // TASK_STATE_RAN_TO_COMPLETION, _CANCELED and _FAULTED of Task.m_stateFlags.
    private const int Completed = 0x100_0000 | 0x40_0000 | 0x20_0000;

    private readonly Dictionary<AsyncWait, long> _waits = [];
    private readonly Dictionary<ulong, string?> _awaitedNames = [];
    private readonly RuntimeAsyncReader _chains = new(runtime);

    /// <summary>Calls by place.</summary>
    public IReadOnlyDictionary<AsyncWait, long> Waits => _waits;

    /// <summary>Boxes that could not be read.</summary>
    public long UnreadableCount { get; private set; }

    /// <summary>Looks at one box, and counts it if it is suspended.</summary>
    public void Add(ulong box, AsyncBoxLayout layout)
    {
        IDataReader memory = runtime.DataTarget.DataReader;
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
        AsyncWait wait = new(layout.StateMachine, layout.Method, state + 1, Awaited(memory, machine, layout));
        CollectionsMarshal.GetValueRefOrAddDefault(_waits, wait, out _)++;
    }

    /// <summary>Looks at a task of calls that the runtime itself suspends, and counts them if they are suspended.</summary>
    public void Add(ulong task, RuntimeAsyncLayout layout)
    {
        int flags = 0;
        if (!layout.IsKnown || !runtime.DataTarget.DataReader.Read(task + (ulong)layout.FlagsOffset, out flags))
        {
            UnreadableCount++;
            return;
        }

        if ((flags & Completed) != 0)
            return;
        List<(string Method, int State)> calls = _chains.Calls(task, layout, out ulong awaited, out bool isWhole);
        UnreadableCount += isWhole ? 0 : 1;
        string? awaits = awaited == 0 ? null : NameOf(runtime.DataTarget.DataReader, awaited);
        foreach ((string method, int state) in calls)
        {
            if (method == RuntimeAsyncReader.UnknownMethod)
                UnreadableCount++;
            CollectionsMarshal.GetValueRefOrAddDefault(_waits, new AsyncWait(null, method, state + 1, awaits), out _)++;
            awaits = method;
        }
    }

    // An awaiter is cleared when its await is over, so the one that holds something is the one in use.
    private string? Awaited(IDataReader memory, ulong machine, AsyncBoxLayout layout)
    {
        foreach (int offset in layout.AwaiterOffsets)
        {
            if (memory.ReadPointer(machine + (ulong)offset, out ulong awaited) && awaited != 0)
                return NameOf(memory, awaited);
        }

        return null;
    }

    private string? NameOf(IDataReader memory, ulong awaited)
    {
        if (!memory.ReadPointer(awaited, out ulong methodTable))
            return null;
        methodTable &= ~7UL;
        if (_awaitedNames.TryGetValue(methodTable, out string? name))
            return name;
        ClrType? type = runtime.Heap.GetTypeByMethodTable(methodTable);
        // The outermost call is the one that was awaited; the type does not tell it.
        if (type is not null && RuntimeAsyncLayout.Of(type) is { IsKnown: true } layout && _chains.Calls(awaited, layout, out _, out _) is [.., var (outermost, _)])
            return outermost;
        name = type is null ? null : AsyncBoxLayout.Of(type)?.Method ?? type.Name;
        if (type is not null && RuntimeAsyncLayout.Of(type) is not null)
            return name;
        _awaitedNames.Add(methodTable, name);
        return name;
    }
}
