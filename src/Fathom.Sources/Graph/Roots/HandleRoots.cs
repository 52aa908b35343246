using Fathom.Model.Graph;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Graph.Roots;

/// <summary>Reads the GC handles that keep objects alive, and the dependent ones.</summary>
internal static class HandleRoots
{
    /// <summary>Adds the roots and dependent handles.</summary>
    public static void Read(ClrRuntime runtime, RootReading reading, CancellationToken due)
    {
        foreach (ClrHandle handle in runtime.EnumerateHandles())
        {
            due.ThrowIfCancellationRequested();
            ulong address = handle.Object.Address;
            if (address == 0)
                continue;
            if (handle.HandleKind == ClrHandleKind.Dependent)
            {
                if (handle.Dependent.Address != 0)
                    reading.Dependents.Add(new DependentPair(address, handle.Dependent.Address));
            }
            else if (KindOf(handle) is { } kind)
            {
                reading.Roots.Add(new RootEntry(address, kind, null));
            }
        }
    }

    // Null for weak handles of every sort, and for counted ones that nobody counts on.
    private static RootKind? KindOf(ClrHandle handle) => handle.HandleKind switch
    {
        ClrHandleKind.Strong => RootKind.StrongHandle,
        ClrHandleKind.Pinned => RootKind.PinnedHandle,
        ClrHandleKind.AsyncPinned => RootKind.AsyncPinnedHandle,
        ClrHandleKind.RefCounted when handle.ReferenceCount > 0 => RootKind.RefCountedHandle,
        ClrHandleKind.SizedRef => RootKind.SizedRefHandle,
        _ => null,
    };
}
