using Fathom.Model.Results;

namespace Fathom.Model.Conditions;

/// <summary>A limit of <c>--fail-if</c> that is broken.</summary>
/// <param name="Limit">The condition as the user wrote it.</param>
/// <param name="Evidence">The values that broke it, one list per row; at most <see cref="LimitCheck.MaxEvidence"/> rows.</param>
/// <param name="Rows">How many rows broke it; 1 for a limit on totals only.</param>
public sealed record BrokenLimit(string Limit, IReadOnlyList<IReadOnlyList<LimitValue>> Evidence, long Rows);
