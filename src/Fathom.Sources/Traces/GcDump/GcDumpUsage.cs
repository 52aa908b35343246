using System.Runtime.InteropServices;
using Fathom.Formats.GcDump;
using Fathom.Model.Heap;

namespace Fathom.Sources.Traces.GcDump;

/// <summary>The objects of a gcdump by type, segment and generation.</summary>
internal sealed class GcDumpUsage
{
    private const int NodesPerStopCheck = 1 << 20;

    private readonly Dictionary<GcDumpPlace, GcDumpSum> _sums = [];
    private readonly Dictionary<(int Type, long FromBytes), GcDumpSum> _sizes = [];
    private readonly List<GcDumpHeapType> _types = [];

    private GcDumpUsage()
    {
    }

    /// <summary>Types of the heap, in the order of the file.</summary>
    public IReadOnlyList<GcDumpHeapType> Types => _types;

    /// <summary>By the types of the file, the index in <see cref="Types"/>.</summary>
    public IReadOnlyList<int> HeapTypeOf { get; private set; } = [];

    /// <summary>Objects and free blocks.</summary>
    public IReadOnlyDictionary<GcDumpPlace, GcDumpSum> Sums => _sums;

    /// <summary>The same by type and power of two of the size.</summary>
    public IReadOnlyDictionary<(int Type, long FromBytes), GcDumpSum> Sizes => _sizes;

    /// <summary>What all of them occupy.</summary>
    public long Bytes { get; private set; }

    /// <summary>Nodes that are referred to and not described.</summary>
    public long UndefinedCount { get; private set; }

    /// <summary>Objects whose size does not fit the file's 31 bits.</summary>
    public long TooBigCount { get; private set; }

    /// <summary>Counts.</summary>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public static GcDumpUsage Count(GcDumpFile dump, CancellationToken stop)
    {
        GcDumpUsage usage = new();
        GcDumpGraph graph = dump.Graph;
        int[] heapTypes = usage.TakeTypes(graph.Types);
        usage.HeapTypeOf = heapTypes;
        GcDumpSegmentMap segments = new(dump.Segments);
        for (int node = 0; node < graph.NodeCount; node++)
        {
            if (node % NodesPerStopCheck == 0)
                stop.ThrowIfCancellationRequested();
            string name = graph.Types[graph.TypeOf[node]].Name;
            ulong address = graph.AddressOf[node];
            if (name == GcDumpType.Undefined)
                usage.UndefinedCount++;
            if (!GcDumpTypeName.IsObject(name, address))
                continue;
            if (graph.SizeOf[node] == int.MaxValue)
                usage.TooBigCount++;
            int segment = segments.Find(address, out string? generation);
            ref GcDumpSum sum = ref CollectionsMarshal.GetValueRefOrAddDefault(usage._sums, new GcDumpPlace(heapTypes[graph.TypeOf[node]], segment, generation), out _);
            long bytes = dump.OccupiedBytes(graph.SizeOf[node]);
            sum.Count++;
            sum.Bytes += bytes;
            ref GcDumpSum sizes = ref CollectionsMarshal.GetValueRefOrAddDefault(usage._sizes, (heapTypes[graph.TypeOf[node]], HeapSizeRow.BucketOf(bytes)), out _);
            sizes.Count++;
            sizes.Bytes += bytes;
            usage.Bytes += bytes;
        }

        return usage;
    }

    // The types that the writer made of one type for its sizes become one again.
    private int[] TakeTypes(GcDumpType[] types)
    {
        Dictionary<GcDumpHeapType, int> known = [];
        int[] heapTypes = new int[types.Length];
        for (int i = 0; i < types.Length; i++)
        {
            GcDumpHeapType type = new(GcDumpTypeName.Clean(types[i].Name), types[i].ModulePath);
            ref int index = ref CollectionsMarshal.GetValueRefOrAddDefault(known, type, out bool isKnown);
            if (!isKnown)
            {
                index = _types.Count;
                _types.Add(type);
            }

            heapTypes[i] = index;
        }

        return heapTypes;
    }
}
