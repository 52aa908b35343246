using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>How far an interrupted measurement came.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class FinishedReport(QuerySession session, CancellationToken stop)
{
    /// <summary>What has results.</summary>
    public IReadOnlyList<FinishedCell> Cells(int rec) =>
    [
        .. Rows("serializers/finished", rec).Select(static row => new FinishedCell(
            (uint)row.Number("serializer_id")!.Value, (uint)row.Number("case_id")!.Value, row.Number("failed") == 1, row.Number("ended") == 1, (int)row.Number("launches")!.Value)),
    ];

    /// <summary>The serializers in the order of their numbers. What has no adapter is not one of them.</summary>
    public IReadOnlyList<MeasuredSerializer> Serializers(int rec) =>
        [.. Rows("serializers/list", rec).Where(static row => row.Text("status") != "no adapter").Select(static row => new MeasuredSerializer(row.Text("serializer")!, row.Text("version"), row.Text("runtime"), row.Text("build")!))];

    /// <summary>What operations took in the first processes: serializer, case, lane, threads and nanoseconds of one operation.</summary>
    public IReadOnlyList<(uint SerializerId, uint CaseId, string Lane, int Threads, double OperationNs)> Times(int rec) =>
    [
        .. Rows("serializers/finished_times", rec).Select(static row => (
            (uint)row.Number("serializer_id")!.Value, (uint)row.Number("case_id")!.Value, row.Text("lane")!, (int)row.Number("threads")!.Value, row.Real("operation_ns"))),
    ];

    /// <summary>The samples of one thread that count: serializer, case, lane, operation, process and nanoseconds of one operation, in the order in which they were taken.</summary>
    public IReadOnlyList<(uint SerializerId, uint CaseId, string Lane, string Operation, long Launch, double RunningNs)> Samples(int rec) =>
    [
        .. Rows("serializers/samples", rec).Where(static row => row.Number("threads") == 1).Select(static row => (
            (uint)row.Number("serializer_id")!.Value, (uint)row.Number("case_id")!.Value, row.Text("lane")!, row.Text("operation")!, row.Number("launch")!.Value, row.Real("running_ns"))),
    ];

    /// <summary>The checks that were made: serializer and lane.</summary>
    public IReadOnlyList<(uint SerializerId, string Lane)> Checks(int rec) =>
        [.. Rows("serializers/finished_checks", rec).Select(static row => ((uint)row.Number("serializer_id")!.Value, row.Text("lane")!))];

    /// <summary>The cases that are described already.</summary>
    public IReadOnlyList<DescribedCase> Cases(int rec) =>
    [
        .. Rows("serializers/page/cases", rec).Select(static row => new DescribedCase(
            (uint)row.Number("case_id")!.Value, row.Text("case_name")!, row.Number("n")!.Value, row.Number("payload_bytes")!.Value, row.Text("dials") ?? "", row.Text("sha256"))),
    ];

    private IEnumerable<TableRow> Rows(string query, int rec) => TableRow.All(session.Run(query, stop, new QueryParameter("rec", Cell.Of(rec))));
}
