using System.Globalization;
using Fathom.Model.Results;

namespace Fathom.Render.Text;

/// <summary>Whether an answer is partial, and the one line that says so.</summary>
public static class LossText
{
    // Of what an answer is made from; docs/command-line.md says it.
    private const double PartialFromPercent = 1;

    /// <summary>The line, or null where too little was lost for one.</summary>
    /// <param name="losses">Rows of query <c>recording/losses</c>.</param>
    /// <param name="isStrict">Whether each loss counts, however small.</param>
    public static string? Of(ResultTable? losses, bool isStrict = false)
    {
        if (losses is not { Rows.Count: > 0 })
            return null;
        // What has no share is as bad as can be.
        Cell[][] grave = [.. losses.Rows.Select(row => (Row: row, Share: Share(losses, row))).Where(one => isStrict || !(one.Share < PartialFromPercent))
            .OrderByDescending(static one => one.Share ?? double.PositiveInfinity).Select(static one => one.Row)];
        if (grave.Length == 0)
            return null;
        string what = Text(losses, grave[0], "source");
        string scope = Text(losses, grave[0], "scope");
        string reason = Text(losses, grave[0], "reason");
        string more = grave.Length > 1 ? $"; {(grave.Length - 1).ToString("#,##0", CultureInfo.InvariantCulture)} more in --format json" : "";
        string partial = Share(losses, grave[0]) is { } share ? string.Create(CultureInfo.InvariantCulture, $"the answer is partial, {Percent(share)} is missing") : "the answer may be incomplete";
        return $"{partial}: {what}{(scope.Length > 0 ? $" {scope}" : "")}: {reason}{more}";
    }

    private static string Percent(double share) => share < 0.1 ? "less than 0.1 %" : string.Create(CultureInfo.InvariantCulture, $"{share:0.0} %");

    private static double? Share(ResultTable losses, Cell[] row) => losses.IndexOf("lost_percent") is >= 0 and var position && row[position] is { IsNull: false } percent ? percent.Number : null;

    private static string Text(ResultTable losses, Cell[] row, string column)
    {
        int position = losses.IndexOf(column);
        return position < 0 ? "" : SafeText.Of(row[position].ToString());
    }
}
