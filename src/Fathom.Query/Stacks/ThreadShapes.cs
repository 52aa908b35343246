using Fathom.Model.Results;
using Fathom.Model.Threads;
using Fathom.Query.Questions;

namespace Fathom.Query.Stacks;

/// <summary>The columns of the views on threads, known before anything is read so that wrong conditions fail first.</summary>
public static class ThreadShapes
{
    private static readonly ResultColumn s_frames = new("frames", CellKind.Text, ColumnUnit.Lines);
    private static readonly ResultColumn s_calls = new("calls", CellKind.Text, ColumnUnit.Lines);
    private static readonly ResultColumn s_method = new("method", CellKind.Text) { Rank = ColumnRank.Key };
    private static readonly ResultColumn s_count = new("count", CellKind.Integer, ColumnUnit.Count);
    private static readonly ResultColumn s_cpu = new("cpu_ns", CellKind.Integer, ColumnUnit.Nanoseconds);
    private static readonly ResultColumn s_share = new("cpu_percent", CellKind.Real, ColumnUnit.Percent);
    private static readonly ResultColumn[] s_totals = [new(ResultShape.TotalsKey, CellKind.Text), s_count, s_cpu];

    /// <summary>Rows of <see cref="ThreadReport.Threads"/>.</summary>
    /// <param name="grouping">What a row is.</param>
    /// <param name="isFolded">Whether own methods stand for whole stacks.</param>
    public static ResultShape Threads(ThreadGrouping grouping, bool isFolded = false)
    {
        ResultColumn[] columns = grouping == ThreadGrouping.Thread ? ThreadColumns : StackColumns;
        return new(isFolded ? [.. columns, s_calls] : columns)
        {
            TotalsColumns = s_totals,
            TotalsRows = TotalsRows,
            Hidden = [.. grouping == ThreadGrouping.Thread ? ["stack"] : Array.Empty<string>(), .. isFolded ? [s_frames.Name] : Array.Empty<string>()],
        };
    }

    /// <summary>Rows of <see cref="ThreadReport.Locks"/>.</summary>
    public static ResultShape Locks { get; } = new(
    [
        new("kind", CellKind.Text),
        new("type", CellKind.Text),
        new("owners", CellKind.Text),
        new("owner_in", CellKind.Text),
        new("waiter_count", CellKind.Integer, ColumnUnit.Count),
        new("waiters", CellKind.Text),
        new("waiter_in", CellKind.Text),
        new("address", CellKind.Integer, ColumnUnit.Address),
        new("owner_count", CellKind.Integer, ColumnUnit.Count),
    ]);

    /// <summary>Rows of <see cref="ThreadReport.AsyncWaits"/>.</summary>
    public static ResultShape AsyncWaits => NamedQuery.Of("stacks/async_waits").Shape;

    internal static IReadOnlyList<string> TotalsRows { get; } =
        [ThreadKinds.Managed, ThreadKinds.Pool, ThreadKinds.Finalizer, ThreadKinds.Gc, ThreadKinds.Native, "total"];

    internal static IReadOnlyList<ResultColumn> TotalsColumns => s_totals;

    private static ResultColumn[] ThreadColumns =>
    [
        new("tid", CellKind.Integer),
        new("name", CellKind.Text),
        new("kind", CellKind.Text),
        new("state", CellKind.Text),
        s_cpu,
        s_share,
        new("lock", CellKind.Text),
        new("owner_tid", CellKind.Integer),
        new("owns", CellKind.Text),
        new("exception", CellKind.Text),
        s_method,
        new("stack", CellKind.Integer),
        s_frames,
    ];

    private static ResultColumn[] StackColumns =>
    [
        new("threads", CellKind.Integer, ColumnUnit.Count) { Rank = ColumnRank.Key },
        new("name", CellKind.Text) { Rank = ColumnRank.Key },
        new("state", CellKind.Text),
        s_method,
        s_share,
        new("lock", CellKind.Text),
        new("owner_tid", CellKind.Integer),
        new("exception", CellKind.Text),
        s_cpu,
        new("tids", CellKind.Text) { Rank = ColumnRank.Detail },
        s_frames,
    ];
}
