using Fathom.Model.Patterns;
using Fathom.Model.Results;

namespace Fathom.Model.Conditions;

/// <summary>A part of a condition, read as what its column holds: a pattern for text, a range for numbers, <c>true</c> or <c>false</c>.</summary>
public sealed class CellTest
{
    private readonly PatternList? _patterns;
    private readonly NumberRange _range;
    private readonly bool _truth;

    internal CellTest(ConditionPart part, ResultColumn column, string where)
    {
        Part = part;
        Column = column;
        switch (column.Kind)
        {
            case CellKind.Integer or CellKind.Real:
                _range = NumberRange.Parse(part.Value, column.Unit, where);
                break;
            case CellKind.Boolean:
                if (!bool.TryParse(part.Value, out _truth))
                    throw FathomException.Usage($"'{part.Value}' {where} is neither true nor false.", $"write {part.Name}=true or {part.Name}=false");
                break;
            default:
                _patterns = new PatternList(part.Value) { AreTypes = TypeColumns.Has(column) };
                break;
        }
    }

    /// <summary>As the user wrote it.</summary>
    public ConditionPart Part { get; }

    /// <summary>The column that it tests.</summary>
    public ResultColumn Column { get; }

    /// <summary>What a text must fit; null for a column of another kind.</summary>
    public PatternList? Patterns => _patterns;

    /// <summary>Where a number must lie.</summary>
    public NumberRange Range => _range;

    /// <summary>What a truth value must be.</summary>
    public bool Truth => _truth;

    /// <summary>Whether a cell meets it. An absent text is an empty one; an absent number or truth value meets nothing.</summary>
    public bool Holds(Cell cell) => cell.Kind switch
    {
        CellKind.Null => _patterns is not null && _patterns.Matches(""),
        CellKind.Text => _patterns is not null && _patterns.Matches(cell.Text),
        CellKind.Integer => _patterns is null && _range.Contains(cell.Integer),
        CellKind.Real => _patterns is null && _range.Contains(cell.Number),
        _ => _patterns is null && cell.Boolean == _truth,
    };
}
