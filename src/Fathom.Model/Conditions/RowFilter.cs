using Fathom.Model.Results;

namespace Fathom.Model.Conditions;

/// <summary>Keeps the rows that meet every condition of <c>--where</c>.</summary>
public sealed class RowFilter
{
    private readonly List<CellTest> _tests = [];

    /// <summary>Binds conditions to the columns of a result that is not computed yet.</summary>
    /// <exception cref="FathomException">A column that does not exist or does not fit its value, or a totals row (<see cref="ExitCode.Usage"/>).</exception>
    public RowFilter(IEnumerable<Condition> conditions, ResultShape shape)
    {
        foreach (Condition condition in conditions)
        {
            foreach (ConditionPart part in condition.Parts)
            {
                if (part.Row is not null)
                    throw FathomException.Usage(
                        $"'{part.Name}' {condition.Where} names a totals row, and only rows are filtered.",
                        $"write {part.Column}={part.Value}, or use --fail-if");
                _tests.Add(new CellTest(part, ColumnNames.Find(shape.Columns, part.Column, condition.Where), condition.Where));
            }
        }
    }

    /// <summary>What a row must meet, all of it.</summary>
    public IReadOnlyList<CellTest> Tests => _tests;

    /// <summary>The rows that are kept, in their order.</summary>
    public ResultTable Apply(ResultTable table)
    {
        if (_tests.Count == 0)
            return table;
        BoundTests tests = new(_tests, table);
        return table with { Rows = [.. table.Rows.Where(tests.Hold)] };
    }
}
