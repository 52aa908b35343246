namespace Fathom.Model.Generators;

/// <summary>A table as it is declared.</summary>
/// <param name="Namespace">Namespace of the row.</param>
/// <param name="RowType">Name of the row.</param>
/// <param name="Name">Name of the table.</param>
/// <param name="Group">Its group in the documentation.</param>
/// <param name="Description">What a row is.</param>
/// <param name="Columns">Columns in their order.</param>
/// <param name="SortKey">Names of the columns that a part is sorted by.</param>
internal sealed record Table(
    string Namespace, string RowType, string Name, string Group, string Description, Values<Column> Columns, Values<string> SortKey);
