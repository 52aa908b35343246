using Fathom.Model.Results;

namespace Fathom.Query.Foreign;

/// <summary>The answer to a query of the user.</summary>
/// <param name="Rows">Its rows, up to the limit.</param>
/// <param name="Notices">What a reader must know: rows that were left out, incomplete recordings.</param>
public sealed record ForeignResult(ResultTable Rows, IReadOnlyList<string> Notices);
