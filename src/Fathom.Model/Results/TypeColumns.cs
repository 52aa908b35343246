namespace Fathom.Model.Results;

/// <summary>Which columns hold names of types, told by their names: the one place that knows the rule.</summary>
public static class TypeColumns
{
    /// <summary>Whether the column holds names of types.</summary>
    public static bool Has(ResultColumn column) => column is { Kind: CellKind.Text, Unit: ColumnUnit.None }
        && (column.Name is "type" or "exception" or "state_machine" || column.Name.EndsWith("_type", StringComparison.Ordinal));
}
