using System.Globalization;
using Fathom.Model.Results;

namespace Fathom.Render.Text;

/// <summary>The one line that says that an answer may be short.</summary>
public static class LossText
{
    /// <summary>The line, or null where nothing was lost.</summary>
    /// <param name="losses">Rows of table <c>loss</c>.</param>
    public static string? Of(ResultTable? losses)
    {
        if (losses is not { Rows.Count: > 0 })
            return null;
        Cell[] first = losses.Rows[0];
        string what = Text(losses, first, "source");
        string scope = Text(losses, first, "scope");
        string reason = Text(losses, first, "reason");
        int others = losses.Rows.Count - 1;
        string more = others > 0 ? $"; {others.ToString("#,##0", CultureInfo.InvariantCulture)} more in --format json" : "";
        return $"the answer may be incomplete: {what}{(scope.Length > 0 ? $" {scope}" : "")}: {reason}{more}";
    }

    private static string Text(ResultTable losses, Cell[] row, string column)
    {
        int position = losses.IndexOf(column);
        return position < 0 ? "" : SafeText.Of(row[position].ToString());
    }
}
