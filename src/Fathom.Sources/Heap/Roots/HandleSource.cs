using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>
/// The GC handles of a target: those that the data access library lists, and those in the tables of the GC that it leaves out. With a heap count that
/// adapts to the load it lists the handles of the heaps in use only, and some versions leave out kinds that are rare on this system.
/// </summary>
internal sealed class HandleSource
{
    /// <summary>Said where the list may not be whole and the tables are not found.</summary>
    public const string MayBeMissing =
        "the runtime's debugging library lists the handles of GC heaps in use only; with a heap count that adapts, handles of others may be missing";

    private readonly HandleTables? _tables;

    private HandleSource(HandleTables? tables, bool isWhole) => (_tables, IsWhole) = (tables, isWhole);

    /// <summary>Whether all handles are seen.</summary>
    public bool IsWhole { get; }

    /// <summary>Finds the tables, where they are needed. On a running target they may not be found.</summary>
    public static HandleSource Find(ClrRuntime runtime, ITargetMemory memory)
    {
        HandleTables? tables = HandleTables.Find(runtime, memory);

        // Before .NET 9 the heap count does not adapt unless that is asked for.
        return new HandleSource(tables, tables is not null || runtime.Heap is not { IsServer: true, DynamicAdaptationMode: not (null or 0) });
    }

    /// <summary>Reads all handles; the turn's thread is inside of its gate.</summary>
    public List<HandleEntry> Read(ClrRuntime runtime, ITargetMemory memory, DacTurn turn)
    {
        List<HandleEntry> handles = [];
        HashSet<ulong> listed = [];
        foreach (ClrHandle handle in runtime.EnumerateHandles())
        {
            turn.Check();
            if (_tables is not null)
                listed.Add(handle.Address);
            handles.Add(new HandleEntry(handle.HandleKind, handle.Object.Address, handle.HandleKind == ClrHandleKind.Dependent ? handle.Dependent.Address : 0));
        }

        if (_tables is null)
            return handles;
        foreach ((ulong address, ClrHandleKind kind, ulong value, ulong dependent) in _tables.Read(memory, turn.Due))
        {
            if (!listed.Contains(address))
                handles.Add(new HandleEntry(kind, value, dependent));
        }

        return handles;
    }
}
