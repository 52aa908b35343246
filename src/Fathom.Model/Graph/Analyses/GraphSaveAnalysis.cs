using System.Diagnostics;
using Fathom.Model.Graph.Rows;
using Fathom.Model.Recording;

namespace Fathom.Model.Graph.Analyses;

/// <summary>Keeps the graph itself, so that every question can be asked again of the recording.</summary>
public sealed class GraphSaveAnalysis : IGraphAnalysis
{
    // Objects between two looks at whether the user has given up.
    private const int Look = 4_096;

    private long _start;

    /// <inheritdoc/>
    public IReadOnlyList<string> Tables { get; } =
    [
        HeapNodeRow.Schema.Name, HeapEdgeRow.Schema.Name, HeapDependentRow.Schema.Name, HeapRootRow.Schema.Name, HeapPartRow.Schema.Name, HeapGapRow.Schema.Name,
    ];

    /// <summary>Time since writing began. It ends when the recording is closed: rows are written in the background.</summary>
    public TimeSpan TimeSinceStart => Stopwatch.GetElapsedTime(_start);

    /// <inheritdoc/>
    public long WorkingBytes(long objects, long references) => 0;

    /// <inheritdoc/>
    public void Run(ObjectGraph graph, GraphSnapshot snapshot, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        _start = Stopwatch.GetTimestamp();
        progress.Report(new Progress("writing the graph", 0, 0));
        WriteObjects(graph, snapshot.SnapshotId, sink, stop);
        WriteReferences(graph, snapshot.SnapshotId, sink, stop);
        HeapDependentRow[] dependents = [.. graph.Dependents.Pairs.Select(pair => new HeapDependentRow(snapshot.SnapshotId, pair.From, pair.To))];
        sink.Write<HeapDependentRow>(dependents);
        HeapRootRow[] roots = [.. graph.Roots.Select(root => new HeapRootRow(
            snapshot.SnapshotId, root.Object, sink.Ids.Text(root.Kind.TableName()), sink.Ids.Text(root.Holder)))];
        sink.Write<HeapRootRow>(roots);
        HeapPartRow[] parts = [.. snapshot.Parts.Select(part => new HeapPartRow(
            snapshot.SnapshotId, part.FirstObject, part.EndObject, part.SegmentId, sink.Ids.Text(part.Generation)))];
        sink.Write<HeapPartRow>(parts);
        HeapGapRow[] gaps =
            [.. graph.Gaps.Objects.Select(number => new HeapGapRow(snapshot.SnapshotId, number)), .. graph.Gaps.IsElsewhere ? [new HeapGapRow(snapshot.SnapshotId, null)] : Array.Empty<HeapGapRow>()];
        sink.Write<HeapGapRow>(gaps);
    }

    private static void WriteObjects(ObjectGraph graph, uint snapshotId, IRecordingSink sink, CancellationToken stop)
    {
        RowBatch<HeapNodeRow> rows = new(sink);
        for (uint number = 0; number < graph.ObjectCount; number++)
        {
            if (number % Look == 0)
                stop.ThrowIfCancellationRequested();
            rows.Add(new HeapNodeRow(snapshotId, number, graph.Addresses.AddressOf(number), graph.Types[(int)graph.TypeOf(number)].TypeId, graph.SizeOf(number)));
        }

        rows.Flush();
    }

    private static void WriteReferences(ObjectGraph graph, uint snapshotId, IRecordingSink sink, CancellationToken stop)
    {
        RowBatch<HeapEdgeRow> rows = new(sink);
        for (uint number = 0; number < graph.ObjectCount; number++)
        {
            if (number % Look == 0)
                stop.ThrowIfCancellationRequested();
            foreach (uint target in graph.ReferencesOf(number))
                rows.Add(new HeapEdgeRow(snapshotId, number, target));
        }

        rows.Flush();
    }
}
