using Fathom.Model.Conditions;

namespace Fathom.Model.Results;

/// <summary>The rows that meet all tests about rows of one limit.</summary>
/// <param name="Count">How many there are.</param>
/// <param name="First">The values that were tested in the first of them, one list per row; at most <see cref="LimitCheck.MaxEvidence"/> rows.</param>
public sealed record FoundRows(long Count, IReadOnlyList<IReadOnlyList<LimitValue>> First);
