namespace Fathom.Render.Formats;

/// <summary>Fits a console table into the width of a terminal.</summary>
internal static class GridFit
{
    /// <summary>What stands between two columns.</summary>
    public const string Gap = "  ";

    private const int Narrowest = 12;

    /// <summary>Takes width from the widest text columns until the table fits or none of them can give any more; then lines wrap.</summary>
    public static void Shrink(GridColumn[] columns, int width)
    {
        int excess = ((columns.Length - 1) * Gap.Length) - width;
        foreach (GridColumn column in columns)
            excess += column.Width;
        while (excess > 0 && Widest(columns) is { } widest)
        {
            widest.Width--;
            excess--;
        }
    }

    private static GridColumn? Widest(GridColumn[] columns)
    {
        GridColumn? widest = null;
        foreach (GridColumn column in columns)
        {
            if (column.MayShrink && column.Width > Narrowest && column.Width > (widest?.Width ?? 0))
                widest = column;
        }

        return widest;
    }
}
