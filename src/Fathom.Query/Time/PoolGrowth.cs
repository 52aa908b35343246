using System.Globalization;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Time;

/// <summary>Says which thread pools wanted more threads because those that they had waited.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class PoolGrowth(QuerySession session, int rec, CancellationToken stop)
{
    private const int MostPools = 2;

    /// <summary>A line for each of the largest pools; none where none grew for that reason.</summary>
    public IReadOnlyList<string> Lines()
    {
        TableRow[] pools = [.. TableRow.All(session.Run("time/pool-growth", stop, QueryParameter.Of("rec", rec)))];
        return [.. pools.Take(MostPools).Select(Line), .. pools.Length > MostPools ? [Others(pools.Length - MostPools)] : Array.Empty<string>()];
    }

    private static string Line(TableRow pool)
    {
        string[] reasons = [.. Reasons(pool.Number("blocked_count") ?? 0, pool.Number("starvation_count") ?? 0)];
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Thread pool of {pool.Text("process")} ({pool.Number("pid")}): up to {pool.Number("most_workers"):#,##0} threads wanted; {string.Join(", ", reasons)}");
    }

    private static IEnumerable<string> Reasons(long blocked, long starved)
    {
        if (blocked > 0)
            yield return $"{Times(blocked)} more because threads were blocked";
        if (starved > 0)
            yield return $"{Times(starved)} more because no work was taken up";
    }

    private static string Times(long count) => count == 1 ? "once" : string.Create(CultureInfo.InvariantCulture, $"{count:#,##0} times");

    private static string Others(int count) => string.Create(CultureInfo.InvariantCulture, $"Thread pools of {count} more {(count == 1 ? "process" : "processes")} grew for such a reason");
}
