using Fathom.Model.Serializers;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Serializers;

/// <summary>How far an interrupted measurement came.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class FinishedReport(QuerySession session, int rec, CancellationToken stop)
{
    /// <summary>What need not be done again.</summary>
    public FinishedCells Finished()
    {
        IReadOnlyList<FinishedCell> cells = Cells();
        return new FinishedCells
        {
            Launches = cells.ToDictionary(static cell => (cell.SerializerId, cell.CaseId), static cell => cell.Launches),
            Failed = cells.Where(static cell => cell.HasFailed).Select(static cell => (cell.SerializerId, cell.CaseId)).ToHashSet(),
            Ended = cells.Where(static cell => cell.HasEnded).Select(static cell => (cell.SerializerId, cell.CaseId)).ToHashSet(),
            Times = Times(),
            Samples = Samples().ToLookup(static one => (one.SerializerId, one.CaseId)),
            Hashes = Cases().ToDictionary(static one => one.CaseId, static one => one.Sha256),
            Checks = Checks(),
        };
    }

    /// <summary>The serializers in the order of their numbers. What has no adapter is not one of them.</summary>
    public IReadOnlyList<MeasuredSerializer> Serializers() =>
        [.. Rows("serializers/list").Where(static row => row.Text("status") != "no adapter")
            .Select(static row => new MeasuredSerializer(row.Text("serializer")!, row.Text("version"), row.Text("runtime"), row.Text("build")!))];

    /// <summary>The cases that are described already.</summary>
    public IReadOnlyList<DescribedCase> Cases() =>
    [
        .. Rows("serializers/page/cases").Select(static row => new DescribedCase(
            (uint)row.Number("case_id")!.Value, row.Text("case_name")!, row.Number("n")!.Value, row.Number("payload_bytes")!.Value, row.Text("dials") ?? "", row.Text("sha256"))),
    ];

    // What has results.
    private List<FinishedCell> Cells() =>
    [
        .. Rows("serializers/finished").Select(static row => new FinishedCell(
            (uint)row.Number("serializer_id")!.Value, (uint)row.Number("case_id")!.Value, row.Number("failed") == 1, row.Number("ended") == 1, (int)row.Number("launches")!.Value)),
    ];

    // In the first processes.
    private List<FinishedTime> Times() =>
    [
        .. Rows("serializers/finished_times").Select(static row => new FinishedTime(
            (uint)row.Number("serializer_id")!.Value, (uint)row.Number("case_id")!.Value, row.Text("lane")!, (int)row.Number("threads")!.Value, row.Real("operation_ns"))),
    ];

    // Those of one thread that count, in the order in which they were taken.
    private IEnumerable<FinishedSample> Samples() =>
        Rows("serializers/samples").Where(static row => row.Number("threads") == 1).Select(static row => new FinishedSample(
            (uint)row.Number("serializer_id")!.Value, (uint)row.Number("case_id")!.Value, row.Text("lane")!, row.Text("operation")!, row.Number("launch")!.Value, row.Real("running_ns")));

    private HashSet<(uint Serializer, string Lane)> Checks() =>
        [.. Rows("serializers/finished_checks").Select(static row => ((uint)row.Number("serializer_id")!.Value, row.Text("lane")!))];

    private IEnumerable<TableRow> Rows(string query) => TableRow.All(session.Run(query, stop, QueryParameter.Of("rec", rec)));
}
