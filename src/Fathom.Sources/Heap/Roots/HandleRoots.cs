using Fathom.Model.Graph;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>Reads the GC handles that keep objects alive, and the dependent ones.</summary>
internal static class HandleRoots
{
    /// <summary>Adds the roots and dependent handles.</summary>
    /// <param name="runtime">A runtime that stands still.</param>
    /// <param name="memory">Its memory.</param>
    /// <param name="source">The handles.</param>
    /// <param name="reading">Gets the roots.</param>
    /// <param name="turn">Looked at between two questions.</param>
    public static void Read(ClrRuntime runtime, ITargetMemory memory, HandleSource source, RootReading reading, DacTurn turn)
    {
        foreach (HandleEntry handle in source.Read(runtime, memory, turn))
        {
            reading.Handles.Add(handle);
            if (handle.Object == 0)
                continue;
            if (handle.Kind == ClrHandleKind.Dependent && handle.Dependent != 0)
                reading.Dependents.Add(new DependentPair(handle.Object, handle.Dependent));
            else if (KindOf(handle.Kind) is { } kind)
                reading.Roots.Add(new RootEntry(handle.Object, kind, null));
        }
    }

    // Null for weak handles of every sort. A counted handle holds as long as native code counts on the object, which the library does not tell for
    // objects that are shown to native code by ComWrappers; so it counts as holding.
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
