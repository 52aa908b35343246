namespace Fathom.Model.Results;

/// <summary>
/// When and of whom a snapshot was taken: the leading columns of a CSV file, so that rows of many snapshots can stand in one file.
/// </summary>
/// <param name="Utc">The time of the snapshot, or the one that <c>--time</c> gave to several.</param>
/// <param name="Pid">The process, where it is known.</param>
/// <param name="Name">Its name, after the rename rules.</param>
/// <param name="CommandLine">Its command line.</param>
/// <param name="AgeSeconds">Seconds since it started.</param>
/// <param name="Context">The label <c>context</c>.</param>
public sealed record TrendContext(DateTimeOffset Utc, long? Pid, string? Name, string? CommandLine, double? AgeSeconds, string? Context)
{
    /// <summary>The leading columns.</summary>
    public static IReadOnlyList<ResultColumn> Columns { get; } =
    [
        new("utc", CellKind.Text),
        new("pid", CellKind.Integer),
        new("name", CellKind.Text),
        new("command_line", CellKind.Text),
        new("age_s", CellKind.Real),
        new("context", CellKind.Text),
    ];

    /// <summary>A time as answers have it: ISO 8601 in UTC, to the millisecond.</summary>
    public static Cell Time(DateTimeOffset utc) => Cell.Of(utc.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.FFFZ", System.Globalization.CultureInfo.InvariantCulture));

    /// <summary>The values of the leading columns.</summary>
    public Cell[] Cells() =>
    [
        Time(Utc),
        Cell.Of(Pid),
        Cell.Of(Name),
        Cell.Of(CommandLine),
        AgeSeconds is { } age ? Cell.Of(age) : default,
        Cell.Of(Context),
    ];
}
