using System.Runtime.CompilerServices;
using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>Which objects are alive: a mark from all roots, summed up per type, segment and generation.</summary>
public sealed class LiveAnalysis : IGraphAnalysis
{
    private readonly Dictionary<uint, long> _bytesBySegment = [];

    /// <inheritdoc/>
    public IReadOnlyList<string> Tables => [HeapLiveRow.Schema.Name, HeapMarkRow.Schema.Name];

    /// <summary>Bytes of live objects by the number of their segment, known after <see cref="Run"/>.</summary>
    public IReadOnlyDictionary<uint, long> BytesBySegment => _bytesBySegment;

    /// <summary>Whether all others are dead, known after <see cref="Run"/>. Otherwise it is not known whether they are.</summary>
    public bool IsWhole { get; private set; }

    /// <inheritdoc/>
    public long WorkingBytes(long objects, long references) => GraphMemory.MarkBytes(objects);

    /// <inheritdoc/>
    public void Run(ObjectGraph graph, GraphSnapshot snapshot, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        _bytesBySegment.Clear();
        progress.Report(new Progress("marking what is alive", 0, 0));
        ObjectBits live = Reachability.FromRoots(graph, stop);
        IsWhole = graph.Gaps.LeaveWhole(live);
        (int Type, TypeTotal Total)[][] totals = new (int, TypeTotal)[snapshot.Parts.Count][];
        Parallel.For(
            0,
            totals.Length,
            new ParallelOptions { CancellationToken = stop, MaxDegreeOfParallelism = Math.Min(4, Environment.ProcessorCount) },
            () => new TypeTotal[graph.Types.Count],
            (part, _, sums) =>
            {
                totals[part] = PerType(graph, live, snapshot.Parts[part], sums);
                return sums;
            },
            static _ => { });
        List<HeapLiveRow> rows = [];
        foreach ((GraphPart part, (int Type, TypeTotal Total)[] ofPart) in snapshot.Parts.Zip(totals))
        {
            TextId generation = sink.Ids.Text(part.Generation);
            foreach ((int type, TypeTotal total) in ofPart)
            {
                rows.Add(new HeapLiveRow(snapshot.SnapshotId, graph.Types[type].TypeId, part.SegmentId, generation, total.Count, total.SizeBytes));
                _bytesBySegment[part.SegmentId] = _bytesBySegment.GetValueOrDefault(part.SegmentId) + total.SizeBytes;
            }
        }

        sink.Write<HeapLiveRow>(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(rows));
        sink.Write<HeapMarkRow>([new HeapMarkRow(snapshot.SnapshotId, IsWhole)]);
    }

    // The sums are all 0 before and after.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static (int Type, TypeTotal Total)[] PerType(ObjectGraph graph, ObjectBits live, GraphPart part, TypeTotal[] sums)
    {
        for (uint number = part.FirstObject; number < part.EndObject; number++)
        {
            if (live[number])
                sums[graph.TypeOf(number)].Add(graph.SizeOf(number));
        }

        List<(int Type, TypeTotal Total)> totals = [];
        for (int type = 0; type < sums.Length; type++)
        {
            if (sums[type].Count > 0)
                totals.Add((type, sums[type]));
            sums[type] = default;
        }

        return [.. totals];
    }
}
