using System.Globalization;
using Fathom.Model.Results;

namespace Fathom.Query.Memory;

/// <summary>The rows of a balance from a share of the whole on, and all smaller ones as one: the sums stay those of the balance.</summary>
public static class SmallerRows
{
    private const double LeastShare = 0.01;

    /// <summary>The rows, with those below a hundredth of the resident set added up in the last one. What has no known owner stays a row.</summary>
    /// <param name="balance">The balance.</param>
    /// <param name="rssBytes">The resident set.</param>
    public static ResultTable Folded(ResultTable balance, long rssBytes)
    {
        int rss = balance.IndexOf("rss_bytes"), held = balance.IndexOf("held_bytes"), explained = balance.IndexOf("explained");
        ILookup<bool, Cell[]> rows = balance.Rows.ToLookup(row =>
            Bytes(row[rss]) + Bytes(row[held]) < LeastShare * rssBytes && row[explained] != Cell.Of(false));
        return rows[true].Count() < 2 ? balance : balance with { Rows = [.. rows[false], Sum(balance, [.. rows[true]])] };
    }

    private static Cell[] Sum(ResultTable balance, Cell[][] rows)
    {
        Cell[] sum = [.. balance.Columns.Select((column, i) => column.Kind switch
        {
            // What is not known of one of them is not known of their sum.
            CellKind.Integer => rows.Any(row => row[i].IsNull) ? default : Cell.Of(rows.Sum(row => row[i].Integer)),
            _ => rows.All(row => row[i] == rows[0][i]) ? rows[0][i] : default,
        })];
        sum[balance.IndexOf("category")] = Cell.Of(string.Create(CultureInfo.InvariantCulture, $"{rows.Length} smaller (--top N)"));
        return sum;
    }

    private static long Bytes(Cell cell) => cell.IsNull ? 0 : cell.Integer;
}
