using Fathom.Capture.Actions;
using Fathom.Model.Dumps;
using Fathom.Model.Results;
using Fathom.Sources.DumpWriting;

namespace Fathom.Capture.Dumps;

/// <summary>The rows of <c>fathom dump</c>.</summary>
public static class DumpTable
{
    /// <summary>The columns; those behind <c>verified</c> only when asked for.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("path", CellKind.Text),
        new("kind", CellKind.Text),
        new("size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("pause_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("verified", CellKind.Boolean),
        new("cause", CellKind.Text),
        new("cause_delay_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
    ])
    {
        Hidden = ["cause", "cause_delay_ns"],
    };

    /// <summary>One row per dump that was written, and per file that was made beside them.</summary>
    /// <param name="dumps">The dumps.</param>
    /// <param name="files">The other files.</param>
    public static ResultTable Of(IEnumerable<DumpTaken> dumps, IEnumerable<ActionFile> files) =>
        new(Shape.Columns, [.. dumps.Select(RowOf), .. files.Select(RowOf)]);

    private static Cell[] RowOf(ActionFile file) =>
        [Cell.Of(file.Path), Cell.Of(file.Kind), Cell.Of(file.SizeBytes), default, default, Cell.Of(file.Cause), default];

    private static Cell[] RowOf(DumpTaken dump) =>
    [
        Cell.Of(dump.Path),
        Cell.Of(DumpRequest.Name(dump.Kind)),
        Cell.Of(dump.SizeBytes),
        Cell.Of(Nanoseconds(dump.Pause)),
        Cell.Of(dump.IsVerified),
        Cell.Of(dump.Cause?.Text),
        dump.CauseDelay is { } delay ? Cell.Of(Nanoseconds(delay)) : default,
    ];

    /// <summary>The row of a dump that was there already.</summary>
    /// <param name="path">Path of the file.</param>
    /// <param name="kind">Its kind where it is known.</param>
    /// <param name="verdict">What opening and walking it showed.</param>
    public static ResultTable Of(string path, DumpKind? kind, DumpVerdict verdict) =>
        new(
            Shape.Columns,
            [[Cell.Of(path), kind is { } known ? Cell.Of(DumpRequest.Name(known)) : default, Cell.Of(new FileInfo(path).Length), default, Cell.Of(verdict.IsVerified), default, default]]);

    private static long Nanoseconds(TimeSpan time) => time.Ticks * TimeSpan.NanosecondsPerTick;
}
