using Fathom.Model.Results;

namespace Fathom.Cli.Help;

/// <summary>The columns of an answer in texts for users, with the units of their numbers.</summary>
internal static class ColumnText
{
    // Three lines of the help; what is longer hides the rest.
    private const int LongList = 190;

    /// <summary>The rows of the help about columns, and about totals where there are any.</summary>
    /// <param name="shape">The columns.</param>
    /// <param name="isWhole">Whether a long list of columns on request is shown too.</param>
    public static IEnumerable<HelpRow> Of(ResultShape shape, bool isWhole)
    {
        bool IsShown(ResultColumn column) => column.Rank != ColumnRank.Detail && !shape.Hidden.Contains(column.Name);
        yield return new HelpRow("rows", List(shape.Columns.Where(IsShown)));
        ResultColumn[] others = [.. shape.Columns.Where(column => !IsShown(column))];
        if (others.Length > 0)
            yield return new HelpRow("on request", isWhole || List(others).Length <= LongList ? List(others) : $"{others.Length} more, which '--help all' names");
        if (shape.TotalsColumns.Count == 0)
            yield break;
        IEnumerable<ResultColumn> totals = shape.TotalsColumns.Where(static column => column.Name != ResultShape.TotalsKey);
        yield return new HelpRow("totals", $"{string.Join(", ", shape.TotalsRows)}: {List(totals)}");
    }

    /// <summary>What the numbers of a column measure; null where its name says it all.</summary>
    public static string? UnitOf(ResultColumn column) => column.Unit switch
    {
        ColumnUnit.Bytes => "B",
        ColumnUnit.Nanoseconds => "ns",
        ColumnUnit.Percent => "%",
        ColumnUnit.Count => "n",
        ColumnUnit.Address => "hex",
        _ => null,
    };

    private static string List(IEnumerable<ResultColumn> columns) =>
        string.Join(", ", columns.Select(static column => UnitOf(column) is { } unit ? $"{column.Name}{HelpText.Unbroken}[{unit}]" : column.Name));
}
