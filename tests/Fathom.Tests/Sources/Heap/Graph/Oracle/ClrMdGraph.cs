using Microsoft.Diagnostics.Runtime;

namespace Fathom.Tests.Sources.Heap.Graph.Oracle;

/// <summary>All objects of a heap with their references as ClrMD gives them, and marks over them that use nothing of the product's graph.</summary>
internal sealed class ClrMdGraph
{
    private const uint FinalizerRun = 0x4000_0000;

    private readonly List<int> _references = [];
    private readonly int[] _first;
    private readonly bool[] _held;
    private readonly List<int> _ordinary = [];
    private readonly List<int> _finalizers = [];

    /// <summary>Reads it.</summary>
    /// <param name="runtime">Of a core, or of a process that stands still.</param>
    /// <param name="further">
    /// Roots that ClrMD does not list: thread statics on .NET 9 and later, and with a server GC that adapts the handles of heaps that are not in use.
    /// </param>
    public ClrMdGraph(ClrRuntime runtime, IEnumerable<ulong> further)
    {
        ClrObject[] objects = [.. runtime.Heap.EnumerateObjects().Where(static instance => !instance.IsFree)];
        Array.Sort(objects, static (a, b) => a.Address.CompareTo(b.Address));
        Addresses = [.. objects.Select(static instance => instance.Address)];
        MethodTables = [.. objects.Select(static instance => instance.Type!.MethodTable)];
        TypeNames = [.. objects.Select(static instance => instance.Type!.Name ?? "")];
        Sizes = [.. objects.Select(static instance => ((long)instance.Size + 7) & ~7L)];
        _first = new int[objects.Length + 1];
        for (int i = 0; i < objects.Length; i++)
        {
            // ClrMD also gives the second object of a dependent handle that has none.
            foreach (ClrObject reference in objects[i].EnumerateReferences(carefully: false, considerDependantHandles: true))
            {
                if (reference.Address == 0)
                    continue;
                if (IndexOf(reference.Address) is >= 0 and int target)
                    _references.Add(target);
                else
                    DeadEnds++;
            }

            _first[i + 1] = _references.Count;
            _references.Sort(_first[i], _first[i + 1] - _first[i], null);
        }

        foreach (ClrRoot root in Roots(runtime))
            Add(root.RootKind == ClrRootKind.FinalizerQueue ? _finalizers : _ordinary, root.Object.Address);
        foreach (ulong address in further)
            Add(_ordinary, address);
        foreach (ClrObject frozen in runtime.Heap.Segments.Where(static segment => segment.Kind == GCSegmentKind.Frozen).SelectMany(static segment => segment.EnumerateObjects()))
            Add(_ordinary, frozen.Address);
        foreach (ClrObject registered in runtime.Heap.EnumerateFinalizableObjects())
        {
            // Disposed objects stay on the list until the next collection takes them off: their header says that no finalizer will run.
            if ((runtime.DataTarget.DataReader.Read<uint>(registered.Address - sizeof(uint)) & FinalizerRun) == 0)
                Add(_finalizers, registered.Address);
        }

        _held = Mark(_ordinary, without: -1, stopAt: null);
        Live = Mark([.. _ordinary, .. _finalizers], without: -1, stopAt: null);
    }

    /// <summary>In order.</summary>
    public ulong[] Addresses { get; }

    public ulong[] MethodTables { get; }

    public string[] TypeNames { get; }

    /// <summary>Bytes occupied.</summary>
    public long[] Sizes { get; }

    /// <summary>Whether a root reaches it.</summary>
    public bool[] Live { get; }

    public long ReferenceCount => _references.Count;

    /// <summary>References that lead to no object.</summary>
    public long DeadEnds { get; }

    /// <summary>The objects that one refers to, in order.</summary>
    public ReadOnlySpan<int> ReferencesOf(int number) => System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_references)[_first[number].._first[number + 1]];

    /// <summary>What would be gone without an object: a mark without it, taken off a mark with it. What only finalizers hold is marked by itself.</summary>
    public long RetainedBytes(int number)
    {
        bool isHeld = _held[number];
        bool[] with = isHeld ? _held : Mark(_finalizers, -1, _held), without = Mark(isHeld ? _ordinary : _finalizers, number, isHeld ? null : _held);
        long bytes = 0;
        for (int i = 0; i < with.Length; i++)
            bytes += with[i] && !without[i] ? Sizes[i] : 0;
        return bytes;
    }

    private bool[] Mark(IEnumerable<int> roots, int without, bool[]? stopAt)
    {
        bool[] reached = new bool[Addresses.Length];
        Stack<int> waiting = new();
        foreach (int root in roots)
            Reach(root);
        while (waiting.TryPop(out int number))
        {
            foreach (int target in ReferencesOf(number))
                Reach(target);
        }

        return reached;

        void Reach(int number)
        {
            if (reached[number] || number == without || stopAt?[number] == true)
                return;
            reached[number] = true;
            waiting.Push(number);
        }
    }

    // ClrMD's own list, where it knows the version (of single files alone), goes on with the statics of all threads. For that it asks the data access library for
    // the thread statics of types that have none, and the library of .NET 9 crashes on it. The product asks only for types that have some.
    private static IEnumerable<ClrRoot> Roots(ClrRuntime runtime) => runtime.EnumerateHandles().Where(static handle => handle.IsStrong).Cast<ClrRoot>()
        .Concat(runtime.Heap.EnumerateFinalizerRoots())
        .Concat(runtime.Threads.Where(static thread => thread.IsAlive).SelectMany(static thread => thread.EnumerateStackRoots()));

    // A stack that was stopped anywhere has leftovers that are no objects.
    private void Add(List<int> roots, ulong address)
    {
        if (IndexOf(address) is >= 0 and int number)
            roots.Add(number);
    }

    private int IndexOf(ulong address) => Array.BinarySearch(Addresses, address);
}
