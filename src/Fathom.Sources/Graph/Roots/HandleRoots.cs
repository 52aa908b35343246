using Fathom.Model.Graph;
using Fathom.Sources.Heap;
using Fathom.Sources.Target;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Graph.Roots;

/// <summary>Reads the GC handles that keep objects alive, and the dependent ones.</summary>
internal static class HandleRoots
{
    /// <summary>Adds the roots and dependent handles.</summary>
    /// <param name="runtime">A runtime that stands still.</param>
    /// <param name="memory">Its memory.</param>
    /// <param name="tables">The tables of all GC heaps, where the runtime's own list may not be whole; otherwise null.</param>
    /// <param name="reading">Gets the roots.</param>
    /// <param name="turn">Looked at between two questions.</param>
    public static void Read(ClrRuntime runtime, ITargetMemory memory, HandleTables? tables, RootReading reading, DacTurn turn)
    {
        HashSet<ulong> listed = [];
        foreach (ClrHandle handle in runtime.EnumerateHandles())
        {
            turn.Check();
            if (tables is not null)
                listed.Add(handle.Address);
            if (handle.HandleKind != ClrHandleKind.RefCounted || handle.ReferenceCount > 0)
                Add(handle.HandleKind, handle.Object.Address, handle.Dependent.Address, reading);
        }

        if (tables is null)
            return;
        foreach ((ulong address, ClrHandleKind kind, ulong value, ulong dependent) in tables.Read(memory, turn.Due))
        {
            if (!listed.Contains(address))
                Add(kind, value, dependent, reading);
        }
    }

    private static void Add(ClrHandleKind handle, ulong address, ulong dependent, RootReading reading)
    {
        if (address == 0)
            return;
        if (handle == ClrHandleKind.Dependent && dependent != 0)
            reading.Dependents.Add(new DependentPair(address, dependent));
        else if (KindOf(handle) is { } kind)
            reading.Roots.Add(new RootEntry(address, kind, null));
    }

    // Null for weak handles of every sort.
    private static RootKind? KindOf(ClrHandleKind handle) => handle switch
    {
        ClrHandleKind.Strong => RootKind.StrongHandle,
        ClrHandleKind.Pinned => RootKind.PinnedHandle,
        ClrHandleKind.AsyncPinned => RootKind.AsyncPinnedHandle,
        ClrHandleKind.RefCounted => RootKind.RefCountedHandle,
        ClrHandleKind.SizedRef => RootKind.SizedRefHandle,
        _ => null,
    };
}
