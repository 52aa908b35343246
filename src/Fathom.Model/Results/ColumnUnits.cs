namespace Fathom.Model.Results;

/// <summary>The unit of a column, told by its name: the one place that knows the naming rule.</summary>
public static class ColumnUnits
{
    /// <summary>The unit of a column of that name; text and truth values have none.</summary>
    public static ColumnUnit Of(string name, CellKind kind)
    {
        if (kind is not (CellKind.Integer or CellKind.Real))
            return ColumnUnit.None;
        return name switch
        {
            "bytes" => ColumnUnit.Bytes,
            "count" => ColumnUnit.Count,
            "percent" => ColumnUnit.Percent,
            "address" or "segment" => ColumnUnit.Address,
            _ when name.EndsWith("_bytes", StringComparison.Ordinal) => ColumnUnit.Bytes,
            _ when name.EndsWith("_ns", StringComparison.Ordinal) => ColumnUnit.Nanoseconds,
            _ when name.EndsWith("_percent", StringComparison.Ordinal) => ColumnUnit.Percent,
            _ when name.EndsWith("_count", StringComparison.Ordinal) => ColumnUnit.Count,
            _ when name.EndsWith("_address", StringComparison.Ordinal) => ColumnUnit.Address,
            _ => ColumnUnit.None,
        };
    }
}
