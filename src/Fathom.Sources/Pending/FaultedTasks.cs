using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Pending;

/// <summary>Of the tasks that failed those at whose exception nobody has looked, by what they are and the type of the exception.</summary>
/// <param name="runtime">Of a target whose heap stands still.</param>
/// <param name="memory">Its memory.</param>
internal sealed class FaultedTasks(ClrRuntime runtime, ITargetMemory memory)
{
    // In front of the first element of an array of references lie its method table and its length.
    private const int FirstElement = 16;

    private readonly Dictionary<(ulong Type, string Field), int> _offsets = [];

    /// <summary>Tasks of which that is not known.</summary>
    public long NotKnownCount { get; private set; }

    /// <summary>Counts them.</summary>
    /// <param name="collector">The tasks.</param>
    /// <param name="due">Signalled when the target must run again.</param>
    public Dictionary<(string Name, string? Exception), long> Read(TaskCollector collector, CancellationToken due)
    {
        Dictionary<(string Name, string? Exception), long> counts = [];
        foreach ((ulong properties, int number) in collector.FaultedTasks)
        {
            due.ThrowIfCancellationRequested();
            if (!TryFollow(properties, "m_exceptionsHolder", out ulong holder) || !TryRead(holder, "m_isHandled", out byte isHandled))
            {
                NotKnownCount++;
                continue;
            }

            if (isHandled != 0)
                continue;
            CollectionsMarshal.GetValueRefOrAddDefault(counts, (collector.Shapes[number].FailedName, ExceptionOf(holder)), out _)++;
        }

        return counts;
    }

    // The first of its exceptions; a task has several only where it stands for several.
    private string? ExceptionOf(ulong holder) =>
        TryFollow(holder, "m_faultExceptions", out ulong list)
        && TryFollow(list, "_items", out ulong items)
        && memory.TryRead(items + FirstElement, out ulong info)
        && TryFollow(info, "_exception", out ulong exception)
        && memory.TryReadMethodTable(exception, out ulong table)
            ? runtime.Heap.GetTypeByMethodTable(table)?.Name
            : null;

    private bool TryFollow(ulong address, string field, out ulong value) => TryRead(address, field, out value) && value != 0;

    private bool TryRead<T>(ulong address, string field, out T value)
        where T : unmanaged
    {
        value = default;
        if (!memory.TryReadMethodTable(address, out ulong table))
            return false;
        if (!_offsets.TryGetValue((table, field), out int offset))
            _offsets.Add((table, field), offset = runtime.Heap.GetTypeByMethodTable(table) is { } type ? TypeInspector.Offset(type, field) : -1);
        return offset >= 0 && memory.TryRead(address + (ulong)offset, out value);
    }
}
