using Fathom.Model.Results;

namespace Fathom.Query.Questions;

/// <summary>A parameter that a query declares.</summary>
/// <param name="Name">Without the sign.</param>
/// <param name="Kind">Kind of its value.</param>
/// <param name="Description">What it decides.</param>
public sealed record HeaderParameter(string Name, CellKind Kind, string Description);
