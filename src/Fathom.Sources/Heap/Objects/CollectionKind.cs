namespace Fathom.Sources.Heap.Objects;

/// <summary>The collections of the base library whose insides are known.</summary>
internal enum CollectionKind : byte
{
    List,
    Dictionary,
    HashSet,
    ConcurrentDictionary,
    Queue,
    Stack,
    SortedDictionary,
    SortedSet,
}
