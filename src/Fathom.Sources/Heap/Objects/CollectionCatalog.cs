using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>Tells the collections among the types of a heap, and how to read them. Asks the DAC once for each type.</summary>
/// <param name="heap">Names the types.</param>
/// <param name="memory">The target's memory.</param>
internal sealed class CollectionCatalog(ClrHeap heap, ITargetMemory memory)
{
    private static readonly (string Name, CollectionKind Kind)[] s_known =
    [
        ("System.Collections.Generic.List", CollectionKind.List),
        ("System.Collections.Generic.Dictionary", CollectionKind.Dictionary),
        ("System.Collections.Generic.HashSet", CollectionKind.HashSet),
        ("System.Collections.Concurrent.ConcurrentDictionary", CollectionKind.ConcurrentDictionary),
        ("System.Collections.Generic.Queue", CollectionKind.Queue),
        ("System.Collections.Generic.Stack", CollectionKind.Stack),
        ("System.Collections.Generic.SortedDictionary", CollectionKind.SortedDictionary),
        ("System.Collections.Generic.SortedSet", CollectionKind.SortedSet),
    ];

    private readonly Dictionary<ulong, CollectionLayout?> _layouts = [];

    /// <summary>Reads arrays of the same heap.</summary>
    public ArrayReader Arrays { get; } = new(heap, memory);

    /// <summary>How objects of a type are read; null where it neither is nor derives from a known collection.</summary>
    /// <param name="methodTable">Address of the method table of the type.</param>
    public CollectionLayout? LayoutOf(ulong methodTable)
    {
        if (_layouts.TryGetValue(methodTable, out CollectionLayout? known))
            return known;
        CollectionLayout? layout = null;
        for (ClrType? type = heap.GetTypeByMethodTable(methodTable); type is not null && layout is null; type = type.BaseType)
        {
            if (KindOf(type.Name) is { } kind)
                layout = Make(kind, type);
        }

        _layouts.Add(methodTable, layout);
        return layout;
    }

    /// <summary>The kind of collection that a name stands for; null for other types, also for those nested in a collection.</summary>
    internal static CollectionKind? KindOf(string? name)
    {
        if (name is null || !name.StartsWith("System.Collections.", StringComparison.Ordinal))
            return null;
        foreach ((string collection, CollectionKind kind) in s_known)
        {
            if (name.Length > collection.Length && name[collection.Length] == '<' && name.StartsWith(collection, StringComparison.Ordinal))
                return EndOfArguments(name, collection.Length) == name.Length ? kind : null;
        }

        return null;
    }

    // Behind the bracket that closes the one at start.
    private static int EndOfArguments(string name, int start)
    {
        int depth = 0;
        for (int i = start; i < name.Length; i++)
        {
            depth += name[i] switch { '<' => 1, '>' => -1, _ => 0 };
            if (depth == 0)
                return i + 1;
        }

        return -1;
    }

    // A base library without these fields is one of another age: then it is an object like any other.
    private CollectionLayout? Make(CollectionKind kind, ClrType type)
    {
        try
        {
            return kind switch
            {
                CollectionKind.Dictionary or CollectionKind.HashSet => new HashTableLayout(kind, type, memory, Arrays),
                CollectionKind.ConcurrentDictionary => new ConcurrentDictionaryLayout(type, memory, Arrays),
                CollectionKind.SortedDictionary or CollectionKind.SortedSet => new SortedLayout(kind, type, memory, Arrays),
                _ => new ArrayCollectionLayout(kind, type, memory, Arrays),
            };
        }
        catch (MissingFieldException)
        {
            return null;
        }
    }
}
