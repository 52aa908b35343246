using Fathom.Model.Results;

namespace Fathom.Render.Formats;

/// <summary>Fits a console table into the width of a terminal.</summary>
internal static class GridFit
{
    /// <summary>What stands between two columns.</summary>
    public const string Gap = "  ";

    private const int Narrowest = 12;

    /// <summary>Leaves out columns by rank, the last ones first, until the others have room; then takes width from the widest text.</summary>
    /// <param name="columns">The columns.</param>
    /// <param name="width">What there is.</param>
    /// <param name="mayLeaveOut">Whether any may be left out.</param>
    /// <returns>The columns that are shown, fitted; null where they do not fit in any way.</returns>
    public static IReadOnlyList<GridColumn>? Fit(IReadOnlyList<GridColumn> columns, int width, bool mayLeaveOut)
    {
        List<GridColumn> shown = [.. columns];
        while (mayLeaveOut && Sum(shown, static column => column.Least) > width && LeastImportant(shown) is { } column)
            shown.Remove(column);
        int[] widths = [.. shown.Select(static column => column.Width)];
        int excess = Sum(shown, static column => column.Width) - width;
        excess = Shrink(widths, excess, i => shown[i].Least);
        excess = Shrink(widths, excess, i => shown[i].Least == shown[i].Width ? shown[i].Width : Math.Min(Narrowest, shown[i].Least));
        if (excess > 0)
            return null;
        for (int i = 0; i < widths.Length; i++)
            shown[i].Fit(widths[i]);
        return shown;
    }

    private static int Sum(List<GridColumn> columns, Func<GridColumn, int> width) => columns.Sum(width) + ((columns.Count - 1) * Gap.Length);

    private static GridColumn? LeastImportant(List<GridColumn> columns) =>
        columns.FindLast(static column => column.Rank == ColumnRank.Detail) ?? columns.FindLast(static column => column.Rank == ColumnRank.Usual);

    // Returns what is left of the excess.
    private static int Shrink(int[] widths, int excess, Func<int, int> least)
    {
        for (; excess > 0; excess--)
        {
            int widest = -1;
            for (int i = 0; i < widths.Length; i++)
            {
                if (widths[i] > least(i) && (widest < 0 || widths[i] > widths[widest]))
                    widest = i;
            }

            if (widest < 0)
                break;
            widths[widest]--;
        }

        return excess;
    }
}
