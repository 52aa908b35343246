using Fathom.Model.Results;

namespace Fathom.Model.Conditions;

/// <summary>One condition of <c>--fail-if</c>, bound to the columns it names.</summary>
internal sealed class Limit(string text)
{
    private readonly List<CellTest> _rows = [];
    private readonly List<CellTest> _totals = [];

    /// <summary>As the user wrote it.</summary>
    public string Text => text;

    /// <summary>Adds a part of the condition.</summary>
    /// <exception cref="FathomException">Its column or totals row does not exist, or its value does not fit (exit 2).</exception>
    public void Add(ConditionPart part, ResultShape shape, string where)
    {
        if (part.Row is null)
        {
            _rows.Add(new CellTest(part, ColumnNames.Find(shape.Columns, part.Column, where), where));
            return;
        }

        if (!shape.TotalsRows.Contains(part.Row))
            throw UnknownTotalsRow(part, shape, where);
        _totals.Add(new CellTest(part, ColumnNames.Find(shape.TotalsColumns, part.Column, where), where));
    }

    /// <summary>What the limit needs and is not certain, as the beginning of a sentence; or null.</summary>
    public string? Uses(Uncertainty uncertainty) => _totals.Find(test => uncertainty.Totals.Contains(test.Part.Row)) is { } total
        ? $"{total.Part.Name} is not known"
        : uncertainty.Rows && _rows.Count > 0 ? "the rows are not known"
        : uncertainty.RowColumn is { } column && Names(uncertainty.Columns) && UncertainRow(uncertainty.RowKeys, column) is { } key ? $"'{key}' is not known" : null;

    private bool Names(IReadOnlyList<string> columns) => columns.Count == 0 ? _rows.Count > 0 : _rows.Exists(test => columns.Contains(test.Column.Name));

    // The first of the rows that are not certain to which the limit may refer.
    private string? UncertainRow(IReadOnlyList<string> keys, string column) =>
        keys.FirstOrDefault(key => _rows.TrueForAll(test => test.Column.Name != column || test.Holds(Cell.Of(key))));

    /// <summary>The name of a total that the limit needs and the result leaves empty, or null.</summary>
    public string? MissingTotal(ResultTable? totals) => _totals.Find(test => TotalsCell(test, totals).IsNull)?.Part.Name;

    /// <summary>What broke the limit, or null.</summary>
    public BrokenLimit? Judge(ResultTable rows, ResultTable? totals)
    {
        List<LimitValue> values = [];
        foreach (CellTest test in _totals)
        {
            Cell cell = TotalsCell(test, totals);
            if (!test.Holds(cell))
                return null;
            values.Add(new LimitValue(test.Part.Name, test.Column.Unit, cell));
        }

        return _rows.Count == 0 ? new BrokenLimit(text, [values], 1) : JudgeRows(rows, values);
    }

    private BrokenLimit? JudgeRows(ResultTable rows, List<LimitValue> totals)
    {
        BoundTests tests = new(_rows, rows);
        List<IReadOnlyList<LimitValue>> evidence = [];
        int count = 0;
        foreach (Cell[] row in rows.Rows)
        {
            if (tests.Hold(row) && count++ < LimitCheck.MaxEvidence)
                evidence.Add([.. tests.Values(row), .. totals]);
        }

        return count == 0 ? null : new BrokenLimit(text, evidence, count);
    }

    private static Cell TotalsCell(CellTest test, ResultTable? totals)
    {
        if (totals is not null)
        {
            int key = totals.IndexOf(ResultShape.TotalsKey);
            int column = totals.IndexOf(test.Column.Name);
            foreach (Cell[] row in totals.Rows)
            {
                if (row[key].Text == test.Part.Row)
                    return row[column];
            }
        }

        throw new InvalidOperationException($"The result has no totals row '{test.Part.Row}', which its shape promised.");
    }

    private static FathomException UnknownTotalsRow(ConditionPart part, ResultShape shape, string where)
    {
        string rows = string.Join(", ", shape.TotalsRows);
        return FathomException.Usage(
            $"There is no totals row '{part.Row}' {where}.",
            shape.TotalsRows.Count == 0 ? "this verb has no totals; name a column of its rows" : $"the totals rows are {rows}");
    }
}
