using Fathom.Model.Results;

namespace Fathom.Query.Questions;

/// <summary>A column that a query declares.</summary>
/// <param name="Column">Name, kind and unit.</param>
/// <param name="IsHidden">Whether it is shown only when <c>--columns</c> asks for it.</param>
/// <param name="Description">What it means; empty where the name says it all.</param>
public sealed record HeaderColumn(ResultColumn Column, bool IsHidden, string Description);
