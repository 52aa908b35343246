using Fathom.Model.Results;

namespace Fathom.Cli.Help;

/// <summary>Conditions that a verb takes, made of its own columns.</summary>
internal static class ConditionExample
{
    /// <summary>For <c>--where</c>; null where no column gives one.</summary>
    public static string? OfRows(ResultShape shape) => Or(Quantity(shape.Columns), shape.Columns.FirstOrDefault(IsName) is { } name ? $"{name.Name}=My*" : null);

    /// <summary>For <c>--fail-if</c>; null where no column gives one.</summary>
    public static string? OfLimits(ResultShape shape) =>
        Or(Quantity(shape.Columns), shape.TotalsRows is [.., var last] && Quantity(shape.TotalsColumns) is { } total ? $"of the totals {last}.{total}" : null);

    private static string? Or(params string?[] examples) => string.Join(" or ", examples.OfType<string>()) is { Length: > 0 } given ? given : null;

    private static string? Quantity(IReadOnlyList<ResultColumn> columns) =>
        columns.Where(static column => column.Rank != ColumnRank.Detail && Value(column) is not null).MinBy(static column => Preference(column.Unit)) is { } best ? $"{best.Name}={Value(best)}" : null;

    // Values of other columns are words that Fathom knows.
    private static bool IsName(ResultColumn column) =>
        TypeColumns.Has(column) || column is { Kind: CellKind.Text, Unit: ColumnUnit.None, Name: "process" or "application" or "method" or "name" or "file" };

    private static int Preference(ColumnUnit unit) => unit switch
    {
        ColumnUnit.Bytes => 0,
        ColumnUnit.Nanoseconds => 1,
        ColumnUnit.Count => 2,
        _ => 3,
    };

    private static string? Value(ResultColumn column) => column switch
    {
        { Kind: not (CellKind.Integer or CellKind.Real) } => null,
        { Unit: ColumnUnit.Bytes } => "1MiB..",
        { Unit: ColumnUnit.Nanoseconds } => "10ms..",
        { Unit: ColumnUnit.Count } => "100..",
        { Unit: ColumnUnit.Percent } => "5..",
        _ => null,
    };
}
