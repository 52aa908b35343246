using Fathom.Model.Results;

namespace Fathom.Model.Metrics;

/// <summary>The names of the metrics of a process, for the columns of rows, conditions and triggers alike.</summary>
public static class MetricCatalog
{
    /// <summary>One column per metric, in the order of <see cref="ProcessMetric"/>.</summary>
    public static IReadOnlyList<ResultColumn> Columns { get; } =
    [
        new("rss_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("rss_anon_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("rss_file_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("rss_shmem_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("swap_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("page_table_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("virtual_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("threads", CellKind.Real, ColumnUnit.Count),
        new("cpu_percent", CellKind.Real, ColumnUnit.Percent),
        new("cpu_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("major_faults", CellKind.Real, ColumnUnit.Count),
        new("minor_faults", CellKind.Real, ColumnUnit.Count),
        new("fds", CellKind.Real, ColumnUnit.Count),
        new("vmas", CellKind.Real, ColumnUnit.Count),
        new("pss_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("managed_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("managed_committed_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("gen0_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("gen1_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("gen2_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("loh_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("poh_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("cgroup_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("cgroup_cache_bytes", CellKind.Real, ColumnUnit.Bytes),
    ];

    /// <summary>How many metrics there are: the length of an array of values.</summary>
    public static int Count => Columns.Count;

    /// <summary>The column of a metric.</summary>
    public static ResultColumn Of(ProcessMetric metric) => Columns[(int)metric];

    /// <summary>The metric of a name.</summary>
    /// <param name="name">The name as the user wrote it.</param>
    /// <param name="where">Where it was written, for the message: "in '--when rss_byte=1GiB..'".</param>
    /// <exception cref="FathomException">There is none (exit 2); the next step lists those there are.</exception>
    public static ProcessMetric Find(string name, string where)
    {
        for (int i = 0; i < Count; i++)
        {
            if (Columns[i].Name == name)
                return (ProcessMetric)i;
        }

        string all = string.Join(", ", Columns.Select(column => column.Name));
        string? near = NearMiss.Find(name, Columns.Select(column => column.Name));
        throw FathomException.Usage(
            $"There is no metric '{name}' {where}.", near is null ? $"the metrics are {all}" : $"did you mean '{near}'? The metrics are {all}");
    }
}
