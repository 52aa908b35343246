using System.Globalization;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Time;

/// <summary>Says what a view on a trace leaves out of its rows, and the option that shows it.</summary>
public static class LeftOutText
{
    private const int MostStanding = 3;

    // Less would not change what a reader does.
    private const double LeastPercent = 1;

    /// <summary>CPU time of processes that the recording is not about; null where there is hardly any.</summary>
    /// <param name="sums">The row of <c>time/other-cpu</c>: other_ns, all_ns, other_count.</param>
    public static string? OtherCpu(ResultTable sums)
    {
        if (sums.Rows is not [[{ IsNull: false } other, { IsNull: false } all, var count]] || all.Integer <= 0)
            return null;
        double percent = 100.0 * other.Integer / all.Integer;
        return percent < LeastPercent ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"{Count(count.Integer, "other process", "other processes")} of the machine: {percent:0} % of its CPU time (--all-processes)");
    }

    /// <summary>Threads that waited for work, and waits that lasted all of the time; null where there were none.</summary>
    /// <param name="sums">Rows of <c>time/idle-waits</c>: state, method, kind, threads, wait_sum_ns.</param>
    public static string? IdleWaits(ResultTable sums)
    {
        string[] parts = [.. Idle(sums), .. Standing(sums)];
        return parts.Length == 0 ? null : $"Left out (--idle): {string.Join("; ", parts)}";
    }

    private static IEnumerable<string> Idle(ResultTable sums)
    {
        Cell[][] rows = [.. sums.Rows.Where(static row => row[0].Text == "idle")];
        if (rows.Length > 0)
            yield return $"{Count(rows.Sum(static row => row[3].Integer), "thread", "threads")} waited for work, {Time(rows)} in all";
    }

    private static IEnumerable<string> Standing(ResultTable sums)
    {
        Cell[][] rows = [.. sums.Rows.Where(static row => row[0].Text == "standing")];
        if (rows.Length == 0)
            yield break;
        string[] named = [.. rows.Where(static row => !row[1].IsNull).Take(MostStanding).Select(static row => $"{row[1].Text}{(row[2].IsNull ? "" : $" ({row[2].Text})")}")];
        yield return $"{Count(rows.Sum(static row => row[3].Integer), "thread", "threads")} waited all the time{(named.Length > 0 ? $": {string.Join(", ", named)}" : "")}";
    }

    private static string Time(IEnumerable<Cell[]> rows) => ReadableNumber.Of(rows.Sum(static row => row[4].Integer), ColumnUnit.Nanoseconds);

    private static string Count(long count, string one, string many) => string.Create(CultureInfo.InvariantCulture, $"{count:#,##0} {(count == 1 ? one : many)}");
}
