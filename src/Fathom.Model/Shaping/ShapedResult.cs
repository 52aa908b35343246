using Fathom.Model.Conditions;
using Fathom.Model.Results;

namespace Fathom.Model.Shaping;

/// <summary>What is shown of an answer.</summary>
/// <param name="Result">The answer with the rows and columns that are shown; its totals are those of everything.</param>
/// <param name="OmittedRows">Rows that <c>--top</c> left out.</param>
/// <param name="Limits">How the answer stands to the limits.</param>
public sealed record ShapedResult(CommandResult Result, long OmittedRows, LimitVerdict Limits)
{
    /// <summary>Rows of the answer before any was left out; null where that was not counted, because some are kept.</summary>
    public long? AllRows { get; init; }

    /// <summary>How many columns there are, where the verb chose those that are shown; null where the user did, so that none may be left out.</summary>
    public int? OfferedColumns { get; init; }
}
