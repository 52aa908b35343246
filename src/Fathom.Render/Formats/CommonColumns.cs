using Fathom.Model.Results;
using Fathom.Model.Shaping;

namespace Fathom.Render.Formats;

/// <summary>Columns that would repeat in each row what the header of the answer says.</summary>
internal static class CommonColumns
{
    /// <summary>The rows without the columns of <see cref="ColumnRank.Common"/>, where these are the same in all rows and the user did not choose the columns.</summary>
    public static ResultTable Without(ShapedResult shaped)
    {
        ResultTable rows = shaped.Result.Rows;
        if (shaped.OfferedColumns is null || rows.Rows.Count == 0)
            return rows;
        int[] common = [.. Enumerable.Range(0, rows.Columns.Count).Where(i => rows.Columns[i].Rank == ColumnRank.Common)];
        if (common.Length is 0 || common.Length == rows.Columns.Count || !rows.Rows.All(row => common.All(i => row[i] == rows.Rows[0][i])))
            return rows;
        int[] kept = [.. Enumerable.Range(0, rows.Columns.Count).Except(common)];
        return new ResultTable([.. kept.Select(i => rows.Columns[i])], [.. rows.Rows.Select(row => Array.ConvertAll(kept, i => row[i]))]);
    }
}
