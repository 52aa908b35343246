using System.Globalization;
using Fathom.Model.Shaping;

namespace Fathom.Render.Formats;

/// <summary>The line that says how many rows <c>--top</c> left out.</summary>
public static class OmittedText
{
    /// <summary>The line.</summary>
    public static string Of(ShapedResult shaped)
    {
        long all = shaped.Result.Rows.Rows.Count + shaped.OmittedRows;
        return string.Create(CultureInfo.InvariantCulture, $"… {shaped.OmittedRows:#,##0} more of {all:#,##0} rows (--top {all} shows all)");
    }
}
