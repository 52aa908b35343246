using Fathom.Model.Results;

namespace Fathom.Tests.Model.Conditions;

/// <summary>A small answer with a column of every kind.</summary>
internal static class SampleResult
{
    public static ResultShape Shape { get; } = new(
    [
        new("type", CellKind.Text),
        new("module", CellKind.Text),
        new("count", CellKind.Integer, ColumnUnit.Count),
        new("size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("pause_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("share_percent", CellKind.Real, ColumnUnit.Percent),
        new("pinned", CellKind.Boolean),
    ])
    {
        TotalsColumns =
        [
            new("kind", CellKind.Text),
            new("count", CellKind.Integer, ColumnUnit.Count),
            new("size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        ],
        TotalsRows = ["free", "allocated", "total"],
        Hidden = ["pinned"],
    };

    public static ResultTable Rows { get; } = new(
        Shape.Columns,
        [
            Row("System.String", "System.Private.CoreLib.dll", 1_000, 2_097_152, 1_500_000, 50.5, false),
            Row("MyApp.Order", "MyApp.dll", 1_001, 4_096, 2_000_000_000, 25, true),
            Row("Dictionary<string,Order>", "MyApp.dll", 2, 160, 10_000_000, double.NaN, false),
            Row("Free", null, 7, 1_048_576, null, 0.25, null),
        ]);

    public static ResultTable Totals { get; } = new(
        Shape.TotalsColumns,
        [
            [Cell.Of("free"), Cell.Of(7L), Cell.Of(1_048_576L)],
            [Cell.Of("allocated"), default, Cell.Of(2_101_408L)],
            [Cell.Of("total"), Cell.Of(2_010L), Cell.Of(3_149_984L)],
        ]);

    private static Cell[] Row(string type, string? module, long count, long size, long? pause, double share, bool? pinned) =>
        [Cell.Of(type), Cell.Of(module), Cell.Of(count), Cell.Of(size), Cell.Of(pause), Cell.Of(share), pinned is { } value ? Cell.Of(value) : default];
}
