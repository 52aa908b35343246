using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Time;

/// <summary>What the processes of a trace allocated.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class AllocationReport(QuerySession session, int rec, CancellationToken stop)
{
    /// <summary>The query by type.</summary>
    public const string ByType = "time/allocs";

    /// <summary>The query by method.</summary>
    public const string ByMethod = "time/alloc-methods";

    /// <summary>The sums of each process with samples, the largest first.</summary>
    public IReadOnlyList<AllocationSum> Sums() =>
    [
        .. TableRow.All(session.Run("time/spans", stop, QueryParameter.Of("rec", rec)))
            .Where(static row => row.HasReal("allocated_bytes"))
            .Select(static row => new AllocationSum(
                row.Text("process") ?? "",
                row.Number("pid") ?? 0,
                row.Number("span_ns"),
                row.Real("allocated_bytes"),
                row.Number("sample_count")!.Value))
            .OrderByDescending(static sum => sum.EstimatedBytes).ThenBy(static sum => sum.Pid),
    ];
}
