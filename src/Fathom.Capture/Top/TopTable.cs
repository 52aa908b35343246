using Fathom.Model.Results;

namespace Fathom.Capture.Top;

/// <summary>The rows of <c>fathom top</c>.</summary>
public static class TopTable
{
    /// <summary>The columns: those that matter first, as a terminal of 80 columns shows them.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("process", CellKind.Text) { Rank = ColumnRank.Key },
        new("pid", CellKind.Integer) { Rank = ColumnRank.Key },
        new("cpu_percent", CellKind.Real, ColumnUnit.Percent) { Rank = ColumnRank.Key, Heading = "cpu" },
        new("ready_percent", CellKind.Real, ColumnUnit.Percent) { Heading = "ready" },
        new("gc_percent", CellKind.Real, ColumnUnit.Percent) { Heading = "gc" },
        new("alloc_per_s_bytes", CellKind.Integer, ColumnUnit.Bytes) { Heading = "alloc/s" },
        new("queue", CellKind.Integer, ColumnUnit.Count),
        new("rss_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("limit_percent", CellKind.Real, ColumnUnit.Percent) { Heading = "limit" },
        new("requests_per_s", CellKind.Integer, ColumnUnit.Count) { Heading = "requests/s" },
        new("exceptions_per_s", CellKind.Integer, ColumnUnit.Count) { Heading = "exceptions/s" },
        new("pool_threads", CellKind.Integer, ColumnUnit.Count) { Heading = "pool" },
        new("threads", CellKind.Integer, ColumnUnit.Count),
        new("waiting_threads", CellKind.Integer, ColumnUnit.Count) { Heading = "waiting" },
    ]);

    /// <summary>A row per process, that with the most CPU time first.</summary>
    public static ResultTable Of(IEnumerable<TopRow> rows) => new(
        Shape.Columns,
        [.. rows.OrderByDescending(static row => row.CpuPercent ?? -1).ThenByDescending(static row => row.RssBytes ?? -1).Select(Row)]);

    private static Cell[] Row(TopRow row) =>
    [
        Cell.Of(row.Process.Name),
        Cell.Of(row.Process.Pid),
        Real(row.CpuPercent),
        Real(row.ReadyPercent),
        Real(row.GcPercent),
        Whole(row.AllocatedBytes),
        Whole(row.PoolQueue),
        Whole(row.RssBytes),
        Real(row.LimitPercent),
        Whole(row.Requests),
        Whole(row.Exceptions),
        Whole(row.PoolThreads),
        Whole(row.Threads),
        Whole(row.WaitingThreads),
    ];

    private static Cell Real(double? value) => value is { } known ? Cell.Of(Math.Round(known, 2)) : default;

    private static Cell Whole(double? value) => value is { } known ? Cell.Of((long)Math.Round(known)) : default;
}
