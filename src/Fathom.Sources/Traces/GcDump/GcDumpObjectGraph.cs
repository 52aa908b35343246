using Fathom.Formats.GcDump;
using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;

namespace Fathom.Sources.Traces.GcDump;

/// <summary>Makes an object graph of the nodes of a gcdump: objects are numbered by address, and what the pseudo nodes lead to are roots.</summary>
internal sealed class GcDumpObjectGraph
{
    private const uint None = uint.MaxValue;
    private const int NodesPerStopCheck = 1 << 20;

    private readonly GcDumpFile _dump;
    private readonly GcDumpGraph _nodes;
    private readonly GcDumpUsage _usage;
    private readonly CancellationToken _stop;
    private readonly uint[] _numberOf;
    private readonly int[] _nodeOf;

    private GcDumpObjectGraph(GcDumpFile dump, GcDumpUsage usage, CancellationToken stop)
    {
        _dump = dump;
        _nodes = dump.Graph;
        _usage = usage;
        _stop = stop;
        _nodeOf = [.. Enumerable.Range(0, _nodes.NodeCount).Where(IsObject)];
        Array.Sort(_nodeOf, (a, b) => (_nodes.AddressOf[a], a).CompareTo((_nodes.AddressOf[b], b)));
        _numberOf = new uint[_nodes.NodeCount];
        Array.Fill(_numberOf, None);
        for (int number = 0; number < _nodeOf.Length; number++)
            _numberOf[_nodeOf[number]] = (uint)number;
    }

    /// <summary>Makes the graph.</summary>
    /// <param name="dump">The file.</param>
    /// <param name="usage">Its types.</param>
    /// <param name="snapshotId">Id of the snapshot.</param>
    /// <param name="stop">Cancels it.</param>
    public static (ObjectGraph Graph, GraphSnapshot Snapshot) Build(GcDumpFile dump, GcDumpUsage usage, uint snapshotId, CancellationToken stop)
    {
        GcDumpObjectGraph graph = new(dump, usage, stop);
        return (graph.Build(), new GraphSnapshot(snapshotId, graph.Parts()));
    }

    private ObjectGraph Build()
    {
        uint[] types = new uint[_nodeOf.Length], sizes = new uint[_nodeOf.Length], first = new uint[_nodeOf.Length + 1];
        ulong[] addresses = new ulong[_nodeOf.Length];
        uint[] references = new uint[_nodes.Children.Length];
        uint count = 0;
        List<uint> gaps = [];
        int unit = _dump.Is64Bit ? ObjectGraph.SizeUnit : 1;
        for (int number = 0; number < _nodeOf.Length; number++)
        {
            if (number % NodesPerStopCheck == 0)
                _stop.ThrowIfCancellationRequested();
            int node = _nodeOf[number];
            types[number] = (uint)_usage.HeapTypeOf[_nodes.TypeOf[node]];
            sizes[number] = (uint)(_dump.OccupiedBytes(_nodes.SizeOf[node]) / unit);
            addresses[number] = _nodes.AddressOf[node];
            first[number] = count;
            bool isGap = false;
            foreach (int child in _nodes.ChildrenOf(node))
            {
                if (_numberOf[child] != None)
                    references[count++] = _numberOf[child];
                isGap |= IsUndefined(child);
            }

            if (isGap)
                gaps.Add((uint)number);
        }

        first[^1] = count;
        GraphType[] typeInfo = [.. _usage.Types.Select(static (type, index) => new GraphType((uint)index + 1, type.Name, type.FileName))];
        List<GraphRoot> roots = Roots(out bool isRootLost);
        return new ObjectGraph(_nodeOf.Length, types, sizes, first, references, new ListedAddresses(addresses), typeInfo, roots, unit)
        {
            Gaps = gaps.Count == 0 && !isRootLost ? GraphGaps.None : new GraphGaps(gaps, isRootLost),
        };
    }

    // A node that the file refers to and does not describe: what it refers to is not known.
    private bool IsUndefined(int node) => _nodes.Types[_nodes.TypeOf[node]].Name == GcDumpType.Undefined;

    private bool IsObject(int node) =>
        GcDumpTypeName.IsObject(_nodes.Types[_nodes.TypeOf[node]].Name, _nodes.AddressOf[node]) && !_usage.Types[_usage.HeapTypeOf[_nodes.TypeOf[node]]].IsFree;

    // Pseudo nodes hang below the root node, and below each other from the general to the particular.
    private List<GraphRoot> Roots(out bool isLost)
    {
        isLost = false;
        List<GraphRoot> roots = [];
        HashSet<int> seen = [_nodes.Root];
        Stack<(int Node, GcDumpRootName Name)> waiting = [];

        // A file whose root node is an object has no pseudo nodes; then that is the root.
        if (_numberOf[_nodes.Root] != None)
            roots.Add(new GraphRoot(_numberOf[_nodes.Root], RootKind.Other, null));
        else
            waiting.Push((_nodes.Root, default));
        while (waiting.TryPop(out (int Node, GcDumpRootName Name) at))
        {
            foreach (int child in _nodes.ChildrenOf(at.Node))
            {
                isLost |= IsUndefined(child);
                if (_numberOf[child] != None)
                    roots.Add(new GraphRoot(_numberOf[child], at.Name.Kind, at.Name.HolderOf(_usage.Types[_usage.HeapTypeOf[_nodes.TypeOf[child]]].Name)));
                else if (seen.Add(child))
                    waiting.Push((child, at.Name.Below(_nodes.Types[_nodes.TypeOf[child]].Name)));
            }
        }

        return [.. roots.OrderBy(static root => root.Kind).ThenBy(static root => root.Object)];
    }

    private List<GraphPart> Parts()
    {
        List<GraphPart> parts = [];
        GcDumpSegmentMap segments = new(_dump.Segments);
        for (int number = 0; number < _nodeOf.Length; number++)
        {
            uint segment = (uint)(segments.Find(_nodes.AddressOf[_nodeOf[number]], out string? generation) + 1);
            if (parts.Count > 0 && parts[^1].SegmentId == segment && parts[^1].Generation == generation)
                parts[^1] = parts[^1] with { EndObject = (uint)number + 1 };
            else
                parts.Add(new GraphPart((uint)number, (uint)number + 1, segment, generation));
        }

        return parts;
    }
}
