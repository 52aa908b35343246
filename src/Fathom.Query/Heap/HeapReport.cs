using Fathom.Model;
using Fathom.Model.Heap;
using Fathom.Model.Memory;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Heap;

/// <summary>Answers questions about the heaps of a session's recordings, which are meant by their position.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class HeapReport(QuerySession session, CancellationToken stop)
{
    private const string Lost = "references or roots were lost";

    /// <summary>Types of one heap; columns are those of <see cref="HeapShapes.Types"/>.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="grouping">What the rows are divided by.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    public RequestedRows Types(int rec, HeapGrouping grouping, RowRequest? request = null) => Run(
        grouping switch
        {
            HeapGrouping.Generation => "heap/types_by_generation",
            HeapGrouping.Segment => "heap/types_by_segment",
            _ => "heap/types",
        },
        rec,
        request);

    /// <summary>Sizes of objects; columns are those of <see cref="HeapShapes.Histogram"/> or <see cref="HeapShapes.HistogramBySize"/>.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="bySize">Whether all types are summed up.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    /// <exception cref="FathomException">The recording has a heap without the sizes of objects.</exception>
    public RequestedRows Histogram(int rec, bool bySize, RowRequest? request = null)
    {
        RequestedRows rows = Run(bySize ? "heap/histogram_by_size" : "heap/histogram", rec, request);
        if (rows.IsEmpty && !Types(rec, HeapGrouping.Type).IsEmpty)
            throw FathomException.Target($"'{session.Recordings[rec].Path}' does not hold the sizes of single objects.", "record the heap again: fathom heap PROCESS --save RECORDING");
        return rows;
    }

    /// <summary>Types of the live or dead objects of one heap; columns are those of <see cref="HeapShapes.Types"/>.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="grouping">What the rows are divided by.</param>
    /// <param name="population">Live or dead.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    public RequestedRows Types(int rec, HeapGrouping grouping, HeapPopulation population, RowRequest? request = null) => population == HeapPopulation.All
        ? Types(rec, grouping, request)
        : session.Run(
            grouping switch
            {
                HeapGrouping.Generation => "heap/live_types_by_generation",
                HeapGrouping.Segment => "heap/live_types_by_segment",
                _ => "heap/live_types",
            },
            request,
            stop,
            new QueryParameter("rec", Cell.Of(rec)),
            new QueryParameter("dead", Cell.Of(population == HeapPopulation.Dead ? 1 : 0)));

    /// <summary>Whether all that no root reaches is dead. Otherwise references or roots were lost, and it is not known.</summary>
    /// <param name="rec">Position of the recording.</param>
    public bool IsMarkWhole(int rec) => Run("heap/mark", rec).Rows[0][0].Boolean;

    /// <summary>What is not certain of live and dead objects; null where all is.</summary>
    /// <param name="rows">Whether the rows are about live or dead objects.</param>
    /// <param name="recordings">Positions of the recordings.</param>
    public Uncertainty? LiveUncertainty(bool rows, params ReadOnlySpan<int> recordings)
    {
        return AreMarksWhole(recordings) ? null : new Uncertainty(["live", "dead", "not_known"], rows, Lost);
    }

    /// <summary>What is not certain of the rows about memory that tell live objects from dead ones; null where all is.</summary>
    /// <param name="recordings">Positions of the recordings.</param>
    public Uncertainty? PartUncertainty(params ReadOnlySpan<int> recordings) => AreMarksWhole(recordings) ? null : new Uncertainty([], false, Lost)
    {
        RowColumn = "category",
        RowKeys = HeapPartNames.LiveCategories,
    };

    private bool AreMarksWhole(ReadOnlySpan<int> recordings)
    {
        bool isWhole = true;
        foreach (int rec in recordings)
            isWhole &= IsMarkWhole(rec);
        return isWhole;
    }

    /// <summary>Live, dead and all objects of one heap; columns are those of <see cref="HeapShapes.LiveTotals"/>.</summary>
    /// <exception cref="FathomException">Nobody asked what is alive when the recording was made.</exception>
    public ResultTable LiveTotals(int rec)
    {
        ResultTable totals = Run("heap/live_totals", rec);

        // A heap without a live object does not exist.
        if (totals.Rows[0][totals.IndexOf("count")].Integer == 0)
        {
            throw FathomException.Target(
                $"'{session.Recordings[rec].Path}' does not tell live objects from dead ones.",
                "record again with 'fathom heap SUBJECT --live --save FILE', or with --graph for all questions about references");
        }

        return totals;
    }

    /// <summary>Free, allocated and total of one heap; columns are those of <see cref="HeapShapes.Totals"/>.</summary>
    public ResultTable Totals(int rec) => Run("heap/totals", rec);

    /// <summary>Types of two heaps compared, B minus A; columns are those of <see cref="HeapShapes.Diff"/>.</summary>
    /// <param name="a">Position of the recording before.</param>
    /// <param name="b">Position of the recording after.</param>
    /// <param name="liveOnly">Whether only live objects are compared.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    public RequestedRows Diff(int a, int b, bool liveOnly = false, RowRequest? request = null) => session.Run(
        "heap/diff", request, stop, new QueryParameter("a", Cell.Of(a)), new QueryParameter("b", Cell.Of(b)), new QueryParameter("live", Cell.Of(liveOnly ? 1 : 0)));

    /// <summary>Totals of two heaps compared.</summary>
    public ResultTable DiffTotals(int a, int b) => RunBoth("heap/diff_totals", a, b);

    /// <summary>Live, dead and all objects of two heaps compared.</summary>
    /// <exception cref="FathomException">Nobody asked what is alive when one of the recordings was made.</exception>
    public ResultTable LiveDiffTotals(int a, int b)
    {
        LiveTotals(a);
        LiveTotals(b);
        return RunBoth("heap/live_diff_totals", a, b);
    }

    /// <summary>What could not be read of some recordings.</summary>
    public ResultTable Losses(params ReadOnlySpan<int> recordings)
    {
        List<Cell[]> rows = [];
        ResultTable? table = null;
        foreach (int rec in recordings)
        {
            table = Run("recording/losses", rec);
            rows.AddRange(table.Rows);
        }

        return table! with { Rows = rows };
    }

    /// <summary>How the newest snapshot of a recording was taken.</summary>
    /// <exception cref="FathomException">The recording holds no heap.</exception>
    public HeapSnapshotFacts Facts(int rec)
    {
        ResultTable table = Run("heap/snapshot", rec);
        if (table.Rows is not [var row, ..])
            throw FathomException.Target($"'{session.Recordings[rec].Path}' holds no heap.", "fathom info RECORDING shows what a recording holds");
        return new HeapSnapshotFacts
        {
            Utc = TimeOf(rec, Number("ts_ns")!.Value),
            Source = Text("source")!,
            Pid = Number("pid"),
            Name = Text("name"),
            CommandLine = Text("command_line"),
            RuntimeVersion = Text("runtime_version"),
            AgeNs = Number("age_ns"),
            GcMode = Text("gc_mode"),
            HeapCount = Number("heap_count"),
            ExpectedPauseNs = Number("expected_pause_ns"),
            PauseNs = Number("pause_ns"),
            CommittedBytes = Number("committed_bytes"),
            AllocatedBytes = Number("allocated_bytes")!.Value,
            AllocationContextBytes = Number("allocation_context_bytes")!.Value,
            WalkedBytes = Number("walked_bytes")!.Value,
        };

        Cell Value(string column) => row[table.IndexOf(column)];
        long? Number(string column) => Value(column) is { IsNull: false } cell ? cell.Integer : null;
        string? Text(string column) => Value(column) is { IsNull: false } cell ? cell.Text : null;
    }

    private ResultTable Run(string query, int rec) => session.Run(query, stop, new QueryParameter("rec", Cell.Of(rec)));

    private RequestedRows Run(string query, int rec, RowRequest? request) => session.Run(query, request, stop, new QueryParameter("rec", Cell.Of(rec)));

    private ResultTable RunBoth(string query, int a, int b) => session.Run(query, stop, new QueryParameter("a", Cell.Of(a)), new QueryParameter("b", Cell.Of(b)));

    // The start of the recording plus the time stamp; a recording without a clock is as old as its manifest says.
    private DateTimeOffset TimeOf(int rec, long timestampNs)
    {
        Manifest manifest = session.Recordings[rec].Manifest;
        return (manifest.Clock?.UtcAtZero ?? manifest.CreatedUtc).AddTicks(timestampNs / TimeSpan.NanosecondsPerTick);
    }
}
