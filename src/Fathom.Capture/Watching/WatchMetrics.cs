using Fathom.Model.Metrics;
using Fathom.Model.Results;

namespace Fathom.Capture.Watching;

/// <summary>The metrics of a watch: those of <see cref="MetricCatalog"/>, collections of garbage, and what else the runtime tells of itself.</summary>
public static class WatchMetrics
{
    /// <summary>One column per metric, in the order of the values of a sample.</summary>
    public static IReadOnlyList<ResultColumn> Columns { get; } =
    [
        .. MetricCatalog.Columns,
        new("gc_handles", CellKind.Real, ColumnUnit.Count),
        new("time_in_gc_percent", CellKind.Real, ColumnUnit.Percent),
        new("thread_pool_threads", CellKind.Real, ColumnUnit.Count),
        new("thread_pool_queue", CellKind.Real, ColumnUnit.Count),
        new("timers", CellKind.Real, ColumnUnit.Count),
        new("assemblies", CellKind.Real, ColumnUnit.Count),
        new("gen0_collections", CellKind.Real, ColumnUnit.Count),
        new("gen1_collections", CellKind.Real, ColumnUnit.Count),
        new("gen2_collections", CellKind.Real, ColumnUnit.Count),
        new("event_sessions", CellKind.Real, ColumnUnit.Count),
        new("machine_memory_pressure_percent", CellKind.Real, ColumnUnit.Percent),
    ];

    /// <summary>The metrics that only an event session tells.</summary>
    public static IReadOnlyList<string> OfEvents { get; } = ["gc_handles", "time_in_gc_percent", "thread_pool_threads", "thread_pool_queue", "timers", "assemblies"];

    /// <summary>The names, in that order.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Columns.Select(static column => column.Name)];

    /// <summary>The place of a metric that is not in the catalogue.</summary>
    internal static int PlaceOf(string name) => Array.IndexOf([.. Names], name);
}
