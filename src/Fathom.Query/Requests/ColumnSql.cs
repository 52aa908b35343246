using System.Globalization;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Query.Statements;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Requests;

/// <summary>
/// Tests and orders of a column in the engine's words, with the meaning that <see cref="CellTest"/> and <see cref="Model.Shaping.RowOrder"/> give them. The
/// engine has "not a number" above all numbers and equal to itself, and addresses without a sign.
/// </summary>
/// <param name="column">The column.</param>
/// <param name="functions">How texts are compared.</param>
internal sealed class ColumnSql(DuckDbColumn column, TextFunctions functions)
{
    private const string LargestSigned = "9223372036854775807";
    private const decimal UnsignedRange = 18446744073709551616m;

    private readonly string _name = column.Type == DuckDbType.Enum ? $"CAST({SqlText.Name(column.Name)} AS VARCHAR)" : SqlText.Name(column.Name);

    // Numbers of such a column are read as if their first bit were a sign.
    private bool IsAddress => column.Type == DuckDbType.UBigInt && ColumnUnits.Of(column.Name, CellKind.Integer) == ColumnUnit.Address;

    /// <summary>Whether the column holds what a result says that it holds, in a form that the engine compares as cells are compared.</summary>
    public bool Fits(ResultColumn result) => ResultReader.Kind(column.Type) == result.Kind && column.Type != DuckDbType.Decimal;

    /// <summary>A test as a condition; it may be null where it does not hold.</summary>
    public string Condition(CellTest test) => test.Column.Kind switch
    {
        CellKind.Text => $"{functions.Fits(test)}({_name})",
        CellKind.Boolean => $"{_name} = {(test.Truth ? "true" : "false")}",
        CellKind.Real => Real(test.Range),
        _ => Integer(test.Range),
    };

    /// <summary>An order as keys.</summary>
    public string Order(bool descending)
    {
        (string up, string down) = descending ? ("DESC NULLS LAST", "ASC NULLS LAST") : ("ASC NULLS LAST", "DESC NULLS LAST");
        return ResultReader.Kind(column.Type) switch
        {
            CellKind.Text => $"{functions.Capitals()}({_name}) {up}, {_name} {up}",
            // The engine shows a column that it sorted by as its key has it, and that has no negative zero.
            CellKind.Real => $"isnan({_name}) {down}, CASE WHEN {_name} = 0 THEN 0 ELSE {_name} END {up}",
            CellKind.Integer when IsAddress => $"{_name} > {LargestSigned} {down}, {_name} {up}",
            _ => $"{_name} {up}",
        };
    }

    /// <summary>The lowest, or the highest, of some values; null where the column's order is not that of plain numbers.</summary>
    public string? Outermost(bool lowest) => ResultReader.Kind(column.Type) == CellKind.Integer && !IsAddress ? $"{(lowest ? "MIN" : "MAX")}({_name})" : null;

    /// <summary>A condition for values from a number on in one direction.</summary>
    public string From(long number, bool isDown) => $"{_name} {(isDown ? "<=" : ">=")} {Literal((decimal)number)}";

    private string Real(NumberRange range)
    {
        List<string> parts = [$"NOT isnan({_name})"];
        if (range.Min is { } min)
            parts.Add($"{_name} >= {Literal((double)min)}");
        if (range.Max is { } max)
            parts.Add($"{_name} <= {Literal((double)max)}");
        return string.Join(" AND ", parts);
    }

    private string Integer(NumberRange range)
    {
        decimal min = Math.Max(range.Min is { } lowest ? decimal.Ceiling(lowest) : long.MinValue, long.MinValue);
        decimal max = Math.Min(range.Max is { } highest ? decimal.Floor(highest) : long.MaxValue, long.MaxValue);
        if (min > max)
            return "false";
        if (!IsAddress)
            return Between(min > long.MinValue ? min : null, max < long.MaxValue ? max : null);
        if (min >= 0)
            return Between(min, max);
        return max < 0
            ? Between(min + UnsignedRange, max + UnsignedRange)
            : $"({Between(null, max)} OR {Between(min + UnsignedRange, null)})";
    }

    private string Between(decimal? min, decimal? max) => (min, max) switch
    {
        (null, null) => $"{_name} IS NOT NULL",
        (null, { } most) => $"{_name} <= {Literal(most)}",
        ({ } least, null) => $"{_name} >= {Literal(least)}",
        ({ } least, { } most) when least == most => $"{_name} = {Literal(least)}",
        ({ } least, { } most) => $"{_name} BETWEEN {Literal(least)} AND {Literal(most)}",
    };

    private static string Literal(decimal number) => number.ToString("0", CultureInfo.InvariantCulture);

    private static string Literal(double number) => $"CAST('{number.ToString("R", CultureInfo.InvariantCulture)}' AS DOUBLE)";
}
