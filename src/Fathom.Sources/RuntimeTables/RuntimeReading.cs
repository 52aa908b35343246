using Fathom.Model.Graph;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.RuntimeTables;

/// <summary>Everything that one look at the runtime's own tables gave.</summary>
internal sealed class RuntimeReading
{
    /// <summary>Handles by kind and type.</summary>
    public Dictionary<HandleGroup, ObjectTotal> Handles { get; } = [];

    /// <summary>Objects with finalizers by state and type.</summary>
    public Dictionary<FinalizableGroup, ObjectTotal> Finalizables { get; } = [];

    /// <summary>Modules, in the order of the runtime.</summary>
    public List<ModuleReading> Modules { get; private set; } = [];

    /// <summary>What could not be read, in sentences.</summary>
    public List<string> Notes { get; } = [];

    /// <summary>Reads the tables of a target that stands still.</summary>
    /// <param name="runtime">Of a stopped process, or of a dump.</param>
    /// <param name="memory">The memory of the same.</param>
    /// <param name="due">Signalled when the target must run again.</param>
    /// <exception cref="OperationCanceledException"><paramref name="due"/> was signalled.</exception>
    public static RuntimeReading Read(ClrRuntime runtime, ITargetMemory memory, CancellationToken due)
    {
        RuntimeReading reading = new();
        reading.ReadHandles(runtime, memory, due);
        reading.ReadFinalizables(runtime.Heap, due);
        reading.Modules = new ModuleReader(runtime).Read(due);
        return reading;
    }

    /// <summary>Makes the tables of handles and objects with finalizers of what was read in a stop. Modules are read apart.</summary>
    /// <param name="heap">Reads the objects as they were in the stop.</param>
    /// <param name="roots">What was read.</param>
    /// <param name="due">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static RuntimeReading Of(ClrHeap heap, RootReading roots, CancellationToken due)
    {
        RuntimeReading reading = new();
        foreach (HandleEntry handle in roots.Handles)
        {
            due.ThrowIfCancellationRequested();
            ClrObject held = heap.GetObject(handle.Object);
            Add(reading.Handles, new HandleGroup(KindOf(handle.Kind), held.Type?.Name, handle.Dependent == 0 ? null : heap.GetObject(handle.Dependent).Type?.Name), held);
        }

        HashSet<ulong> seen = [];
        foreach ((string state, IEnumerable<ulong> addresses) in (ReadOnlySpan<(string, IEnumerable<ulong>)>)[
            ("ready", roots.Roots.Where(static root => root.Kind == RootKind.FinalizerReady).Select(static root => root.Address)),
            ("registered", roots.Roots.Where(static root => root.Kind == RootKind.FinalizerRegistered).Select(static root => root.Address)),
            ("suppressed", roots.Suppressed),
        ])
        {
            foreach (ulong address in addresses.Where(seen.Add))
            {
                due.ThrowIfCancellationRequested();
                ClrObject entry = heap.GetObject(address);
                Add(reading.Finalizables, new FinalizableGroup(state, NameOf(entry)), entry);
            }
        }

        reading.Notes.AddRange(roots.Notes);
        return reading;
    }

    /// <summary>Reads the modules, also of a target that runs: then from its own memory.</summary>
    public void ReadModules(ClrRuntime runtime, CancellationToken due) => Modules = new ModuleReader(runtime).Read(due);

    private void ReadHandles(ClrRuntime runtime, ITargetMemory memory, CancellationToken due)
    {
        HandleSource source = HandleSource.Find(runtime, memory);
        DacGate gate = new();
        using DacGate.Turn inside = gate.Enter();
        foreach (HandleEntry handle in source.Read(runtime, memory, new DacTurn(gate, due)))
        {
            due.ThrowIfCancellationRequested();
            ClrObject held = runtime.Heap.GetObject(handle.Object);
            HandleGroup group = new(KindOf(handle.Kind), held.Type?.Name, handle.Dependent == 0 ? null : runtime.Heap.GetObject(handle.Dependent).Type?.Name);
            Add(Handles, group, held);
        }

        if (!source.IsWhole)
            Notes.Add(HandleSource.MayBeMissing);
    }

    private void ReadFinalizables(ClrHeap heap, CancellationToken due)
    {
        HashSet<ulong> ready = [];
        foreach (ClrRoot root in heap.EnumerateFinalizerRoots())
        {
            due.ThrowIfCancellationRequested();
            if (ready.Add(root.Object.Address))
                Add(Finalizables, new FinalizableGroup("ready", NameOf(root.Object)), root.Object);
        }

        foreach (ClrObject entry in heap.EnumerateFinalizableObjects())
        {
            due.ThrowIfCancellationRequested();
            if (ready.Contains(entry.Address))
                continue;
            bool isSuppressed = entry.Type?.IsFinalizeSuppressed(entry.Address) == true;
            Add(Finalizables, new FinalizableGroup(isSuppressed ? "suppressed" : "registered", NameOf(entry)), entry);
        }
    }

    private static string NameOf(ClrObject entry) => entry.Type?.Name ?? "(unknown type)";

    private static void Add<TKey>(Dictionary<TKey, ObjectTotal> groups, TKey group, ClrObject entry)
        where TKey : notnull
    {
        if (!groups.TryGetValue(group, out ObjectTotal? total))
            groups.Add(group, total = new ObjectTotal());
        total.Add(entry.Address, entry.IsValid ? entry.Size : 0);
    }

    private static string KindOf(ClrHandleKind kind) => kind switch
    {
        ClrHandleKind.Strong => "strong",
        ClrHandleKind.Pinned => "pinned",
        ClrHandleKind.AsyncPinned => "async_pinned",
        ClrHandleKind.WeakShort => "weak_short",
        ClrHandleKind.WeakLong => "weak_long",
        ClrHandleKind.Dependent => "dependent",
        ClrHandleKind.RefCounted => "ref_counted",
        ClrHandleKind.SizedRef => "sized_ref",
        ClrHandleKind.WeakWinRT => "weak_winrt",
        // HNDTYPE_WEAK_INTERIOR_POINTER and HNDTYPE_CROSSREFERENCE of gcinterface.h; ClrMD has no names for them.
        (ClrHandleKind)10 => "weak_interior",
        (ClrHandleKind)11 => "cross_reference",
        _ => kind.ToString().ToLowerInvariant(),
    };
}
