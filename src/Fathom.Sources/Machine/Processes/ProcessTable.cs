using System.Globalization;
using Fathom.Model.Results;

namespace Fathom.Sources.Machine.Processes;

/// <summary>The rows of <c>fathom ps</c>.</summary>
public static class ProcessTable
{
    private const long NsPerTick = 100;
    private const double NsPerSecond = 1e9;

    /// <summary>The columns; those behind <c>start_utc</c> only when asked for.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("pid", CellKind.Integer),
        new("application", CellKind.Text),
        new("runtime", CellKind.Text),
        new("rss_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("user", CellKind.Text),
        new("container", CellKind.Text),
        new("start_utc", CellKind.Text),
        new("name", CellKind.Text),
        new("parent_pid", CellKind.Integer),
        new("age_s", CellKind.Real),
        new("command_line", CellKind.Text),
    ])
    {
        Hidden = ["name", "parent_pid", "age_s", "command_line"],
    };

    /// <summary>One row per process, in the given order, with all columns.</summary>
    public static ResultTable Of(IReadOnlyList<ProcessFacts> processes) => new(Shape.Columns, [.. processes.Select(Row)]);

    private static Cell[] Row(ProcessFacts process) =>
    [
        Cell.Of(process.Pid),
        Cell.Of(process.Application),
        Cell.Of(process.RuntimeVersion),
        Cell.Of(process.RssBytes),
        Cell.Of(process.User),
        Cell.Of(process.Container?.ShortName),
        Cell.Of(StartUtc(process)),
        Cell.Of(process.Name),
        Cell.Of(process.ParentPid),
        Cell.Of(process.AgeNs / NsPerSecond),
        Cell.Of(process.CommandLine),
    ];

    /// <summary>The start as ISO 8601 in whole seconds.</summary>
    public static string StartUtc(ProcessFacts process) =>
        DateTime.UnixEpoch.AddTicks(process.StartUnixNs / NsPerTick).ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
}
