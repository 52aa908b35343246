using Fathom.Model.Results;
using Fathom.Model.Units;

namespace Fathom.Render.Text;

/// <summary>A cell as tables show it.</summary>
internal static class CellText
{
    /// <summary>What stands for no value.</summary>
    public const string Absent = "-";

    /// <summary>The text of a cell.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="column">Its column; numbers of a change (<c>delta_…</c>) show their sign.</param>
    /// <param name="unit">The unit of <c>--unit</c>, or null.</param>
    public static string Of(Cell cell, ResultColumn column, MeasureUnit? unit)
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

        string sign = cell.Number > 0 && column.Name.StartsWith("delta_", StringComparison.Ordinal) ? "+" : "";
        if (unit?.Measures == column.Unit)
            return sign + ReadableNumber.In(cell.Number, unit!);
        return sign + (cell.Kind == CellKind.Integer ? ReadableNumber.Of(cell.Integer, column.Unit) : ReadableNumber.Of(cell.Number, column.Unit));
    }

    /// <summary>The heading of a column: its name, and the unit where the user chose one.</summary>
    public static string Heading(ResultColumn column, MeasureUnit? unit)
    {
        string name = SafeText.Of(column.Name);
        return unit?.Measures == column.Unit ? $"{name} [{unit!.Name}]" : name;
    }
}
