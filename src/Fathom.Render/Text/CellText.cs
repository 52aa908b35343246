using Fathom.Model.Results;
using Fathom.Model.Units;

namespace Fathom.Render.Text;

/// <summary>A cell as tables show it.</summary>
internal static class CellText
{
    /// <summary>What stands for no value.</summary>
    public const string Absent = "-";

    /// <summary>The texts of a column.</summary>
    /// <param name="table">The rows.</param>
    /// <param name="position">The column.</param>
    /// <param name="unit">The unit of <c>--unit</c>, or null.</param>
    /// <param name="fullNames">Whether names of types are written in full.</param>
    public static string[] OfColumn(ResultTable table, int position, MeasureUnit? unit, bool fullNames)
    {
        ResultColumn column = table.Columns[position];
        IReadOnlyDictionary<string, string>? types = !fullNames && TypeColumns.Has(column) ? TypeText.Of(table, position) : null;
        DurationScale? durations = column.Unit == ColumnUnit.Nanoseconds && unit?.Measures != column.Unit ? DurationScale.Of(table, position) : null;
        string[] texts = new string[table.Rows.Count];
        for (int i = 0; i < texts.Length; i++)
        {
            Cell cell = table.Rows[i][position];
            texts[i] = types is not null && cell.Kind == CellKind.Text ? SafeText.Of(types[cell.Text]) : Of(cell, column, unit, durations);
        }

        return texts;
    }

    /// <summary>The heading of a column: its name without the unit, which the cells show, and the unit where the user chose one.</summary>
    /// <param name="columns">All columns of the table: where two would have one heading, both keep their names.</param>
    /// <param name="position">The column.</param>
    /// <param name="unit">The unit of <c>--unit</c>, or null.</param>
    public static string Heading(IReadOnlyList<ResultColumn> columns, int position, MeasureUnit? unit)
    {
        ResultColumn column = columns[position];
        bool isAlone = columns.Count(other => other.ShortName == column.ShortName || other.Name == column.ShortName) == 1;
        string name = SafeText.Of(isAlone ? column.ShortName : column.Name);
        return unit?.Measures == column.Unit ? $"{name} [{unit!.Name}]" : name;
    }

    // Numbers of a change (delta_…) show their sign.
    private static string Of(Cell cell, ResultColumn column, MeasureUnit? unit, DurationScale? durations)
    {
        switch (cell.Kind)
        {
            case CellKind.Null:
                return Absent;
            case CellKind.Text:
                return SafeText.Of(cell.Text);
            case CellKind.Boolean:
                return cell.Boolean ? "true" : "false";
        }

        string text = unit?.Measures == column.Unit ? ReadableNumber.In(cell.Number, unit!)
            : durations is not null && DurationScale.IsDuration(cell) ? durations.Text(cell.Number)
            : cell.Kind == CellKind.Integer ? ReadableNumber.Of(cell.Integer, column.Unit)
            : ReadableNumber.Of(cell.Number, column.Unit);
        return cell.Number > 0 && column.Name.StartsWith("delta_", StringComparison.Ordinal) ? Signed(text) : text;
    }

    private static string Signed(string text) => text[0] == '<' ? $"<+{text[1..]}" : $"+{text}";
}
