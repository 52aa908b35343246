namespace Fathom.Model.Graph;

/// <summary>
/// Who would take what along: the tree of immediate dominators of all objects that are alive, with the bytes that each retains. An object retains
/// itself and all that can be reached from the roots through it only.
/// </summary>
/// <remarks>
/// Objects stand at places, from 1 to <see cref="Count"/>; place 0 is a root above all roots. A dominator has a smaller place than what it
/// dominates. A finalizer that has yet to run holds only what nothing else holds (<see cref="RootKinds.PutsOff"/>).
/// </remarks>
public sealed class DominatorTree
{
    private readonly uint[] _objectAt;
    private readonly uint[] _dominatorOf;
    private readonly long[] _retainedBytes;

    private DominatorTree(ObjectGraph graph, uint[] objectAt, uint[] dominatorOf, long[] retainedBytes, uint heldCount)
    {
        Graph = graph;
        _objectAt = objectAt;
        _dominatorOf = dominatorOf;
        _retainedBytes = retainedBytes;
        HeldCount = heldCount;
    }

    /// <summary>The objects.</summary>
    public ObjectGraph Graph { get; }

    /// <summary>Objects that are alive, and the last place.</summary>
    public uint Count => (uint)_dominatorOf.Length - 1;

    /// <summary>The last place of an object that is held by more than a finalizer to come.</summary>
    public uint HeldCount { get; }

    /// <summary>Bytes of all objects that are alive.</summary>
    public long LiveBytes => _retainedBytes[0];

    /// <summary>Builds the tree of a graph.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="stop">Cancels it.</param>
    public static DominatorTree Of(ObjectGraph graph, CancellationToken stop = default)
    {
        (uint[] objectAt, uint[] dominatorOf, uint heldCount) = Dominators.Of(graph, stop);
        long[] retained = new long[dominatorOf.Length];
        for (uint place = (uint)retained.Length - 1; place > 0; place--)
        {
            retained[place] += graph.SizeOf(objectAt[place]);
            retained[dominatorOf[place]] += retained[place];
        }

        return new DominatorTree(graph, objectAt, dominatorOf, retained, heldCount);
    }

    /// <summary>The object at a place.</summary>
    public uint ObjectAt(uint place) => _objectAt[place];

    /// <summary>The place of the immediate dominator of a place; 0 when no single object holds it.</summary>
    public uint DominatorOf(uint place) => _dominatorOf[place];

    /// <summary>Bytes that would be free if the object at a place went.</summary>
    public long RetainedBytes(uint place) => _retainedBytes[place];

    /// <summary>
    /// Links from each place to the first place that it dominates, and from there to the next. Places without are 0. Made anew each time; 8 bytes per
    /// object.
    /// </summary>
    public (uint[] FirstChild, uint[] NextSibling) Children()
    {
        uint[] firstChild = new uint[_dominatorOf.Length];
        uint[] nextSibling = new uint[_dominatorOf.Length];
        for (uint place = Count; place > 0; place--)
        {
            uint dominator = _dominatorOf[place];
            nextSibling[place] = firstChild[dominator];
            firstChild[dominator] = place;
        }

        return (firstChild, nextSibling);
    }
}
