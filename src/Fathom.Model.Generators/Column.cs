namespace Fathom.Model.Generators;

/// <summary>A column as it is declared.</summary>
/// <param name="Property">The property of the row that has the value.</param>
/// <param name="Name">Its name in the table.</param>
/// <param name="Kind">How it is stored.</param>
/// <param name="Nullable">Whether the value may be absent.</param>
/// <param name="Description">What it means.</param>
internal sealed record Column(string Property, string Name, ColumnKind Kind, bool Nullable, string Description);
