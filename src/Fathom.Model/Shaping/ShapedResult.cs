using Fathom.Model.Conditions;
using Fathom.Model.Results;

namespace Fathom.Model.Shaping;

/// <summary>What is shown of an answer.</summary>
/// <param name="Result">The answer with the rows and columns that are shown; its totals are those of everything.</param>
/// <param name="OmittedRows">Rows that <c>--top</c> left out.</param>
/// <param name="Limits">How the answer stands to the limits.</param>
public sealed record ShapedResult(CommandResult Result, int OmittedRows, LimitVerdict Limits);
