using Fathom.Model.Results;

namespace Fathom.Query.Comparing;

/// <summary>What changed in the rows of one verb.</summary>
/// <param name="Verb">The verb.</param>
/// <param name="Comparison">How they are compared.</param>
/// <param name="Rows">Its rows.</param>
public sealed record ComparedTable(string Verb, TableComparison Comparison, ResultTable Rows);
