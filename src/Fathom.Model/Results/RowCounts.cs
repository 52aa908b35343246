namespace Fathom.Model.Results;

/// <summary>What was counted where a request was done with the rows.</summary>
/// <param name="All">Rows of the whole answer; counted only where none is kept, else null.</param>
/// <param name="Kept">Rows that meet the conditions, shown or not.</param>
/// <param name="Found">For each limit the rows that meet it, of those that are kept.</param>
public sealed record RowCounts(long? All, long Kept, IReadOnlyList<FoundRows> Found);
