using Fathom.Model.Conditions;
using Fathom.Model.Results;

namespace Fathom.Model.Shaping;

/// <summary>
/// The order of <c>--sort COLUMN[:asc|desc]</c>. Without a direction numbers start with the largest and text with A. Absent values come last.
/// </summary>
public sealed class RowOrder
{
    private RowOrder(ResultColumn column, bool descending)
    {
        Column = column;
        IsDescending = descending;
    }

    /// <summary>The column that decides.</summary>
    public ResultColumn Column { get; }

    /// <summary>Whether the largest, or the last of the alphabet, comes first.</summary>
    public bool IsDescending { get; }

    /// <summary>Reads the value of <c>--sort</c>.</summary>
    /// <exception cref="FathomException">The column or the direction does not exist (<see cref="ExitCode.Usage"/>).</exception>
    public static RowOrder Parse(string text, ResultShape shape)
    {
        int colon = text.IndexOf(':');
        string name = colon < 0 ? text : text[..colon];
        string where = $"in '--sort {text}'";
        ResultColumn column = ColumnNames.Find(shape.Columns, name, where);
        bool descending = (colon < 0 ? "" : text[(colon + 1)..]) switch
        {
            "" when colon < 0 => column.Kind is CellKind.Integer or CellKind.Real,
            "desc" => true,
            "asc" => false,
            string other => throw FathomException.Usage($"'{other}' {where} is not a direction.", $"write {name}:asc or {name}:desc"),
        };
        return new RowOrder(column, descending);
    }

    /// <summary>The rows in this order; equal ones keep theirs.</summary>
    public ResultTable Apply(ResultTable table)
    {
        int position = table.IndexOf(Column.Name);
        if (position < 0)
            throw new InvalidOperationException($"The result has no column '{Column.Name}', which its shape promised.");
        int sign = IsDescending ? -1 : 1;
        Comparer<Cell[]> comparer = Comparer<Cell[]>.Create((a, b) => Compare(a[position], b[position], sign));
        return table with { Rows = [.. table.Rows.Order(comparer)] };
    }

    private static int Compare(Cell a, Cell b, int sign)
    {
        if (a.IsNull || b.IsNull)
            return a.IsNull.CompareTo(b.IsNull);
        return sign * (a.Kind, b.Kind) switch
        {
            (CellKind.Text, CellKind.Text) => CompareText(a.Text, b.Text),
            (CellKind.Boolean, CellKind.Boolean) => a.Boolean.CompareTo(b.Boolean),
            (CellKind.Integer, CellKind.Integer) => a.Integer.CompareTo(b.Integer),
            (CellKind.Integer or CellKind.Real, CellKind.Integer or CellKind.Real) => a.Number.CompareTo(b.Number),
            _ => a.Kind.CompareTo(b.Kind),
        };
    }

    private static int CompareText(string a, string b)
    {
        int order = string.Compare(a, b, StringComparison.OrdinalIgnoreCase);
        return order != 0 ? order : string.CompareOrdinal(a, b);
    }
}
