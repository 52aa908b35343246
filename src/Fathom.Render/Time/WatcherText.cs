using System.Globalization;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Time;

/// <summary>Says what security software and tracers of others cost, in one figure for each process.</summary>
public static class WatcherText
{
    private const string Begin = "Security and tracing/";
    private const int MostProcesses = 3;

    /// <summary>A line for each process that they cost something, the largest first.</summary>
    /// <param name="rows">Rows by tag: process, pid, tag, and a time in the fourth column.</param>
    public static IEnumerable<string> Of(ResultTable rows) => rows.Rows
        .GroupBy(static row => (Process: row[0].ToString(), Pid: row[1].ToString()))
        .Select(static process => (process.Key, Whole: Sum(process), Cost: Sum(process.Where(IsOfWatchers))))
        .Where(static process => process.Cost > 0)
        .OrderByDescending(static process => process.Cost).ThenBy(static process => process.Key.Pid, StringComparer.Ordinal)
        .Take(MostProcesses)
        .Select(static process => Line(process.Key.Process, process.Key.Pid, process.Cost, process.Whole));

    private static bool IsOfWatchers(Cell[] row) => row[2].Text.StartsWith(Begin, StringComparison.Ordinal);

    private static string Line(string process, string pid, long cost, long whole) => string.Create(
        CultureInfo.InvariantCulture,
        $"Security software and tracers: {ReadableNumber.Of(cost, ColumnUnit.Nanoseconds)}, {100.0 * cost / whole:0.#} % of {process} ({pid})");

    private static long Sum(IEnumerable<Cell[]> rows) => rows.Sum(static row => row[3].IsNull ? 0 : row[3].Integer);
}
