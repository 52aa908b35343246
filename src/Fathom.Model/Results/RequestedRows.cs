namespace Fathom.Model.Results;

/// <summary>The rows of an answer, and how much of a request on them is done already.</summary>
/// <param name="Table">All rows with all columns, or what is to be shown of them.</param>
public sealed record RequestedRows(ResultTable Table)
{
    /// <summary>What was counted while the request was done; null where nothing of it is done yet.</summary>
    public RowCounts? Counts { get; init; }

    /// <summary>Whether the answer has no row at all, whatever the request keeps.</summary>
    public bool IsEmpty => (Counts is null ? Table.Rows.Count : Counts.All) == 0;

    /// <summary>Rows of which nothing was requested.</summary>
    public static implicit operator RequestedRows(ResultTable table) => new(table);
}
