namespace Fathom.Query.Schema;

/// <summary>A column as a query sees it.</summary>
/// <param name="Table">The view that it belongs to.</param>
/// <param name="Name">Its name.</param>
/// <param name="Type">The engine's type.</param>
/// <param name="Nullable">Whether it may be NULL.</param>
/// <param name="Description">Meaning and unit.</param>
public sealed record ViewColumn(string Table, string Name, string Type, bool Nullable, string Description);
