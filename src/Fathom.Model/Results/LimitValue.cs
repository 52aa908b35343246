namespace Fathom.Model.Results;

/// <summary>A value that broke a limit, or that was needed to judge one.</summary>
/// <param name="Name">As the condition names it: "total.size_bytes".</param>
/// <param name="Unit">What the value measures.</param>
/// <param name="Value">The value itself.</param>
public readonly record struct LimitValue(string Name, ColumnUnit Unit, Cell Value);
