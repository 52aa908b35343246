using Fathom.Model;
using Fathom.Model.Heap;
using Fathom.Model.Memory;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Heap;

/// <summary>Answers questions about the heaps of a session's recordings, which are meant by their position.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class HeapReport(QuerySession session, CancellationToken stop)
{
    private const string Lost = "references or roots were lost";

    /// <summary>Sizes of objects.</summary>
    /// <param name="question">The question.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    /// <exception cref="FathomException">The recording has a heap without the sizes of objects.</exception>
    public RequestedRows Histogram(SqlQuestion question, RowRequest? request = null)
    {
        RequestedRows rows = session.Run(question, request, stop);
        int rec = question.Recordings.First();
        if (rows.IsEmpty && !session.Run(HeapDivision.Types.Of(HeapPopulation.All, rec), null, stop).IsEmpty)
            throw FathomException.Target($"'{session.Recordings[rec].Path}' does not hold the sizes of single objects.", "record the heap again: fathom heap PROCESS --save RECORDING");
        return rows;
    }

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

    /// <summary>The totals of a question about types, or of a comparison of them.</summary>
    /// <exception cref="FathomException">They are those of live and dead objects, and nobody asked what is alive when a recording was made.</exception>
    public ResultTable Totals(SqlQuestion question)
    {
        foreach (int rec in question.Recordings.Where(_ => question.Shape.TotalsRows.Contains("live")))
            RequireLive(rec);
        return session.Totals(question, stop);
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
            Utc = session.Recordings[rec].Manifest.TimeOf(Number("ts_ns")!.Value),
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

    // A heap without a live object does not exist.
    private void RequireLive(int rec)
    {
        ResultTable totals = Run("heap/live_totals", rec);
        if (totals.Rows[0][totals.IndexOf("count")].Integer == 0)
        {
            throw FathomException.Target(
                $"'{session.Recordings[rec].Path}' does not separate live from dead objects.",
                "record again with 'fathom heap SUBJECT --live --save FILE', or with --graph for all questions about references");
        }
    }

    private ResultTable Run(string query, int rec) => session.Run(query, stop, QueryParameter.Of("rec", rec));
}
