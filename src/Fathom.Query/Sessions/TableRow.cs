using Fathom.Model.Results;

namespace Fathom.Query.Sessions;

/// <summary>A row of a result, read by the names of its columns.</summary>
internal sealed class TableRow
{
    private readonly ResultTable _table;
    private readonly Cell[] _cells;

    private TableRow(ResultTable table, Cell[] cells)
    {
        _table = table;
        _cells = cells;
    }

    /// <summary>All rows of a table.</summary>
    public static IEnumerable<TableRow> All(ResultTable table) => table.Rows.Select(cells => new TableRow(table, cells));

    /// <summary>A number, or null.</summary>
    public long? Number(string column) => Value(column) is { IsNull: false } cell ? cell.Integer : null;

    /// <summary>A number with a fraction.</summary>
    public double Real(string column) => Value(column).Number;

    /// <summary>Whether there is a number.</summary>
    public bool HasReal(string column) => !Value(column).IsNull;

    /// <summary>A text, or null.</summary>
    public string? Text(string column) => Value(column) is { IsNull: false } cell ? cell.Text : null;

    /// <summary>A truth value; false for null.</summary>
    public bool Truth(string column) => Value(column) is { IsNull: false } cell && cell.Boolean;

    /// <summary>A truth value, or null.</summary>
    public bool? TruthOrNull(string column) => Value(column) is { IsNull: false } cell ? cell.Boolean : null;

    /// <summary>Whether there is such a column.</summary>
    public bool Has(string column) => _table.IndexOf(column) >= 0;

    /// <summary>A column.</summary>
    public ResultColumn Column(string column) => _table.Columns[_table.IndexOf(column)];

    /// <summary>A cell.</summary>
    public Cell Value(string column) => _cells[_table.IndexOf(column) is var at and >= 0 ? at : throw new ArgumentException($"There is no column '{column}'.", nameof(column))];
}
