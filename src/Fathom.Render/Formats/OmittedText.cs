using System.Globalization;
using Fathom.Model.Shaping;

namespace Fathom.Render.Formats;

/// <summary>The line that says how many rows <c>--top</c> left out.</summary>
public static class OmittedText
{
    /// <summary>The line.</summary>
    public static string Of(ShapedResult shaped) =>
        string.Create(CultureInfo.InvariantCulture, $"… {shaped.OmittedRows:#,##0} more {(shaped.OmittedRows == 1 ? "row" : "rows")} (--top N)");

    /// <summary>The line that says how many columns are not shown; null where all are, or the user chose them.</summary>
    public static string? OfColumns(ShapedResult shaped, int shown) => shaped.OfferedColumns is { } all && all > shown
        ? string.Create(CultureInfo.InvariantCulture, $"… {all} columns, {shown} shown: --columns all")
        : null;
}
