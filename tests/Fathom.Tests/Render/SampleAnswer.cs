using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;

namespace Fathom.Tests.Render;

/// <summary>An answer with everything a renderer meets: every kind of cell, hostile text, wide characters, no values, numbers JSON does not know.</summary>
internal static class SampleAnswer
{
    private const string LongName =
        "A.Type.With.A.Name.That.Is.Longer.Than.Any.Terminal.Is.Wide`2[[System.Int32],[System.Collections.Generic.List`1[[System.String]]]]";

    public static ResultColumn[] Columns { get; } =
    [
        new("type", CellKind.Text),
        new("count", CellKind.Integer, ColumnUnit.Count),
        new("size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("delta_size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("pause_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("share_percent", CellKind.Real, ColumnUnit.Percent),
        new("address", CellKind.Integer, ColumnUnit.Address),
        new("pid", CellKind.Integer),
        new("pinned", CellKind.Boolean),
    ];

    public static CommandResult Result { get; } = new("heap", ["4711", "a \"b\".fathom"], new ResultTable(Columns,
        [
            Row("System.String", 1_234_567, 320_000_000, 1_048_576, 1_500, 50.25, 0x7f00_1000, 4711, true),
            Row("Dictionary<string,Order>", 2, 160, -160, 999, 0.04, 0, 1, false),
            Row("evil\e[31m\n\rname\u202e, \"quoted\" | *bold* `x`", 0, 0, 0, 0, 0, null, null, null),
            Row("種類.クラス", null, null, null, null, null, null, null, null),
            Row("", -5, -2_147_483_648, long.MaxValue, 3_600_000_000_000, double.NaN, -1, -1, true),
            Row(null, 1, 1023, 1024, 90_000_000_000, double.PositiveInfinity, 255, int.MaxValue, false),
            Row(LongName, 3, 5L << 30, 1, 250_000_000, 100, 1, 10, false),
        ]))
    {
        Header = ["Heap of MyApp (pid 4711), live", "Dead objects are included."],
        Totals = new ResultTable(
            [new("kind", CellKind.Text), new("count", CellKind.Integer, ColumnUnit.Count), new("size_bytes", CellKind.Integer, ColumnUnit.Bytes)],
            [[Cell.Of("free"), Cell.Of(7L), Cell.Of(1_048_576L)], [Cell.Of("total"), default, Cell.Of(3_149_984L)]]),
        Losses = new ResultTable(
            [
                new("source", CellKind.Text), new("scope", CellKind.Text), new("range_from", CellKind.Integer), new("range_to", CellKind.Integer),
                new("count", CellKind.Integer), new("bytes", CellKind.Integer), new("reason", CellKind.Text),
            ],
            [
                [Cell.Of("heap"), Cell.Of("segment 3"), Cell.Of(4096L), Cell.Of(8192L), Cell.Of(0L), Cell.Of(4096L), Cell.Of("not readable")],
                [Cell.Of("heap"), default, Cell.Of(0L), Cell.Of(0L), Cell.Of(1L), Cell.Of(0L), Cell.Of("text table full")],
            ]),
        Notes = ["the target was stopped for 0.12 s"],
        Trend = new TrendContext(new DateTimeOffset(2026, 11, 21, 12, 0, 0, TimeSpan.FromHours(2)), 4711, "MyApp, the first", "dotnet MyApp.dll \"x\"", 12.5, null),
    };

    public static ShapedResult Shaped { get; } = new(Result, 0, new LimitVerdict([], []));

    private static Cell[] Row(string? type, long? count, long? size, long? delta, long? pause, double? share, long? address, long? pid, bool? pinned) =>
    [
        Cell.Of(type), Cell.Of(count), Cell.Of(size), Cell.Of(delta), Cell.Of(pause), share is { } s ? Cell.Of(s) : default, Cell.Of(address), Cell.Of(pid),
        pinned is { } p ? Cell.Of(p) : default,
    ];
}
