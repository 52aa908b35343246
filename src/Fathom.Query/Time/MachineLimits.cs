using System.Globalization;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Time;

/// <summary>Says which resources of the machine were a limit: those whose mean was above their threshold, which the query has.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class MachineLimits(QuerySession session, int rec, CancellationToken stop)
{
    /// <summary>The query that judges.</summary>
    public const string Query = "time/machine";

    private const int Most = 3;
    private const string Busy = "cpu busy";
    private const string Throttled = "group throttled";

    private TableRow[]? _rows;

    /// <summary>
    /// Share of the periods in which a control group of the recorded programs had used up its processor time; null where that was no limit.
    /// Where no program was named, the groups are those of all, and nobody knows whose it was.
    /// </summary>
    public double? ThrottledPercent =>
        session.Recordings[rec].Manifest.Targets.Count == 0 ? null
        : Limits.Where(static row => row.Text("resource") == Throttled).Max(static row => (double?)row.Real("mean"));

    private TableRow[] Limits => _rows ??=
    [
        .. TableRow.All(session.Run(Query, stop, QueryParameter.Of("rec", rec), QueryParameter.Of("all", false)))
            .Where(static row => row.Truth("is_limit")),
    ];

    /// <summary>The limits in one line, or that there were none.</summary>
    public string Sentence() => Line(Limits) is { } line ? $"Limits: {line}." : "Nothing of the machine was a limit in that time.";

    /// <summary>The limits in one line but for processors, whose ready threads have their own rows there; null for none.</summary>
    public string? OfWhy() => Line([.. Limits.Where(static row => row.Text("resource") != Busy)]) is { } line ? $"Machine: {line}." : null;

    private static string? Line(TableRow[] limits) =>
        limits.Length == 0 ? null
        : string.Join("; ", limits.Take(Most).Select(Of))
            + (limits.Length > Most ? string.Create(CultureInfo.InvariantCulture, $"; {limits.Length - Most} more") : "");

    private static string Of(TableRow row)
    {
        string item = row.Text("item") is { } one ? $" {one}" : "";
        string mean = string.Create(CultureInfo.InvariantCulture, $"{row.Real("mean"):0.#} {row.Text("unit")}");
        return row.Text("resource") switch
        {
            Throttled => $"control group{item} throttled in {mean} of its periods",
            "pressure memory" => $"threads waited for memory {mean} of the time",
            "swap in" => $"{mean} came from swap",
            "cpu steal" => $"the host took {mean} of the processors",
            Busy => $"processors {mean} busy",
            "disk busy" => $"disk{item} {mean} busy",
            { } other => $"{other}{item} {mean}",
            null => mean,
        };
    }
}
