using Fathom.Model.Graph;
using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>Which objects are alive: a mark from all roots, summed up per type, segment and generation.</summary>
public sealed class LiveAnalysis : IGraphAnalysis
{
    private const int Batch = 1_024;
    private const uint CheckEvery = 1 << 20;

    /// <inheritdoc/>
    public IReadOnlyList<string> Tables => [HeapLiveRow.Schema.Name];

    /// <inheritdoc/>
    public void Run(ObjectGraph graph, GraphSnapshot snapshot, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("marking what is alive", 0, 0));
        ObjectBits live = Reachability.FromRoots(graph, stop);
        TypeTotal[] totals = new TypeTotal[graph.Types.Count];
        List<HeapLiveRow> rows = new(Batch);
        foreach (GraphPart part in snapshot.Parts)
        {
            for (uint number = part.FirstObject; number < part.EndObject; number++)
            {
                if (number % CheckEvery == 0)
                    stop.ThrowIfCancellationRequested();
                if (live[number])
                    totals[graph.TypeOf(number)].Add(graph.SizeOf(number));
            }

            TextId generation = sink.Ids.Text(part.Generation);
            for (int type = 0; type < totals.Length; type++)
            {
                if (totals[type].Count == 0)
                    continue;
                rows.Add(new HeapLiveRow(snapshot.SnapshotId, graph.Types[type].TypeId, part.SegmentId, generation, totals[type].Count, totals[type].SizeBytes));
                totals[type] = default;
            }
        }

        sink.Write<HeapLiveRow>(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(rows));
    }
}
