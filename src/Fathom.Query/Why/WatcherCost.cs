using System.Globalization;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Why;

/// <summary>Says what security software and tracers cost the recorded programs, where that is worth a line.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="show">Writes a time in nanoseconds for people.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class WatcherCost(QuerySession session, int rec, Func<long, string> show, CancellationToken stop)
{
    /// <summary>The query.</summary>
    public const string Query = "why/watchers";

    // Less would not change what a reader does.
    private const double LeastPercent = 1;

    /// <summary>The line; none where they cost hardly anything.</summary>
    /// <param name="busyNs">The time of threads that the shares of causes are of.</param>
    public IReadOnlyList<string> Lines(long busyNs)
    {
        TableRow[] rows = [.. TableRow.All(session.Run(Query, stop, QueryParameter.Of("rec", rec)))];
        long cpu = rows.Sum(static row => row.Number("cpu_ns") ?? 0), waits = rows.Sum(static row => row.Number("wait_ns") ?? 0);
        double percent = busyNs > 0 ? 100.0 * (cpu + waits) / busyNs : 0;
        return percent < LeastPercent ? [] :
        [
            string.Create(
                CultureInfo.InvariantCulture,
                $"Security software and tracers: {percent:0} % of it ({show(waits)} of waits, {show(cpu)} of CPU); --by tag of waits and cpu"),
        ];
    }
}
