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
        name = type is null ? null : AsyncBoxLayout.Of(type)?.Method ?? type.Name;
        _awaitedNames.Add(methodTable, name);
        return name;
    }
}
