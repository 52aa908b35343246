using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Time;

/// <summary>The garbage collections of a trace by process and generation, and their sums.</summary>
public sealed class GcReport
{
    /// <summary>The query with each of them.</summary>
    public const string Query = "time/gc";

    private const string Background = "background";
    private const string Blocking = "blocking";
    private const string Stray = "not in the trace";
    private const int MostLong = 5;

    private readonly TableRow[] _collections;
    private readonly TableRow[] _strays;
    private readonly Dictionary<(string?, long?), TableRow> _spans;

    /// <summary>Asks a recording.</summary>
    /// <param name="session">The recordings.</param>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="stop">Interrupts a query.</param>
    public GcReport(QuerySession session, int rec, CancellationToken stop)
    {
        _collections = Rows(Query);
        _strays = Rows("time/gc-stray-pauses");
        _spans = Rows("time/spans").GroupBy(Of).ToDictionary(static same => same.Key, static same => same.First());

        TableRow[] Rows(string query) => [.. TableRow.All(session.Run(query, stop, QueryParameter.Of("rec", rec)))];
    }

    /// <summary>The columns of <see cref="Generations"/>.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("process", CellKind.Text) { Rank = ColumnRank.Common },
        new("pid", CellKind.Integer) { Rank = ColumnRank.Common },
        new("generation", CellKind.Integer) { Rank = ColumnRank.Key },
        new("kind", CellKind.Text) { Rank = ColumnRank.Key },
        new("count", CellKind.Integer, ColumnUnit.Count) { Rank = ColumnRank.Key },
        new("pause_sum_ns", CellKind.Integer, ColumnUnit.Nanoseconds) { Rank = ColumnRank.Key },
        new("pause_p50_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("pause_max_ns", CellKind.Integer, ColumnUnit.Nanoseconds) { Rank = ColumnRank.Key },
        new("reasons", CellKind.Text),
        new("heap_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("pause_percent", CellKind.Real, ColumnUnit.Percent),
        new("unknown_pause_count", CellKind.Integer, ColumnUnit.Count),
    ])
    {
        Hidden = ["pause_percent", "unknown_pause_count"],
    };

    /// <summary>How these rows are compared between recordings.</summary>
    public static ComparedColumns Compared { get; } = new(["process", "generation", "kind"], "pause_sum_ns")
    {
        Adds = ["pause_sum_ns", "count", "unknown_pause_count"],
        Keeps = ["pause_p50_ns", "pause_max_ns", "heap_bytes", "pause_percent"],
    };

    /// <summary>
    /// A row for each process and generation, background collections apart, and one for pauses of collections that are not in the trace.
    /// The process with the longest pauses is first. Unknown figures are null.
    /// </summary>
    public ResultTable Generations() => new(
        Shape.Columns,
        [
            .. Processes().SelectMany(process => process.Collections
                .GroupBy(static row => (Generation: row.Number("generation"), Kind: KindOf(row)))
                .OrderBy(static group => group.Key.Generation).ThenBy(static group => group.Key.Kind == Background)
                .Select(group => Row(process.Key, group.Key.Generation, group.Key.Kind, [.. group]))
                .Concat(process.Strays.Length > 0 ? [Row(process.Key, null, Stray, process.Strays)] : [])),
        ]);

    /// <summary>The sums of each process, the one with the longest pauses first.</summary>
    public IReadOnlyList<GcSum> Sums() =>
    [
        .. Processes().Select(process =>
        {
            TableRow? span = _spans.GetValueOrDefault(process.Key);
            long[] pauses = Pauses([.. process.Collections, .. process.Strays]);
            return new GcSum(
                process.Key.Name ?? "",
                process.Key.Pid ?? 0,
                process.Collections.Count(Begins),
                span?.Number("span_ns"),
                pauses.Length > 0 ? pauses.Sum() : null,
                pauses.Length > 0 ? pauses.Max() : null,
                process.Collections.Count(static row => Begins(row) && row.Number("pause_ns") is null),
                span?.HasReal("allocated_bytes") == true ? span.Real("allocated_bytes") : null);
        }),
    ];

    /// <summary>The collections with the longest pauses, at most five, the longest first.</summary>
    public IReadOnlyList<LongPause> Longest() =>
    [
        .. _collections
            .Where(static row => row.Number("pause_ns") is not null)
            .OrderByDescending(static row => row.Number("pause_ns"))
            .Take(MostLong)
            .Select(static row => new LongPause(
                row.Text("process") ?? "",
                row.Number("number")!.Value,
                row.Number("start_ns")!.Value,
                row.Number("pause_ns")!.Value,
                row.Number("generation")!.Value,
                row.Text("kind") ?? "",
                row.Text("reason") ?? "")),
    ];

    private ((string? Name, long? Pid) Key, TableRow[] Collections, TableRow[] Strays)[] Processes()
    {
        ILookup<(string?, long?), TableRow> strays = _strays.ToLookup(Of);
        return
        [
            .. _collections.Concat(_strays).GroupBy(Of)
                .OrderByDescending(static process => Pauses([.. process]).Sum()).ThenBy(static process => process.Key.Pid)
                .Select(process => (process.Key, process.Except(strays[process.Key]).ToArray(), strays[process.Key].ToArray())),
        ];
    }

    private Cell[] Row((string? Name, long? Pid) process, long? generation, string kind, TableRow[] rows)
    {
        long[] pauses = Pauses(rows);
        bool isStray = generation is null;
        long? span = _spans.GetValueOrDefault(process)?.Number("span_ns");
        return
        [
            Cell.Of(process.Name),
            Cell.Of(process.Pid),
            Cell.Of(generation),
            Cell.Of(kind),
            Cell.Of(isStray ? null : (long?)rows.Count(Begins)),
            pauses.Length > 0 ? Cell.Of(pauses.Sum()) : default,
            pauses.Length > 0 ? Cell.Of(Median.Of(Array.ConvertAll(pauses, static pause => (double)pause))) : default,
            pauses.Length > 0 ? Cell.Of(pauses.Max()) : default,
            isStray ? default : Cell.Of(Reasons(rows)),
            isStray ? default : Cell.Of(HeapAfter(rows)),
            pauses.Length > 0 && span > 0 ? Cell.Of(100.0 * pauses.Sum() / span.Value) : default,
            Cell.Of((long)rows.Count(row => (isStray || Begins(row)) && row.Number("pause_ns") is null)),
        ];
    }

    private static (string? Name, long? Pid) Of(TableRow row) => (row.Text("process"), row.Number("pid"));

    private static string KindOf(TableRow row) => row.Text("kind") == Background ? Background : Blocking;

    private static long[] Pauses(TableRow[] rows) => [.. rows.Select(static row => row.Number("pause_ns")).OfType<long>()];

    private static long? HeapAfter(TableRow[] rows) => rows
        .OrderBy(static row => row.Number("start_ns"))
        .Select(static row => row.Number("heap_bytes"))
        .LastOrDefault(static bytes => bytes is not null);

    // One that had begun before the window has times in it, and counts where it began.
    private static bool Begins(TableRow row) => row.Truth("begins");

    private static string Reasons(TableRow[] rows) => string.Join(", ", rows
        .Where(Begins)
        .GroupBy(static row => row.Text("reason") ?? "")
        .OrderByDescending(static reason => reason.Count()).ThenBy(static reason => reason.Key, StringComparer.Ordinal)
        .Select(static reason => string.Create(CultureInfo.InvariantCulture, $"{reason.Key} {reason.Count()}")));
}
