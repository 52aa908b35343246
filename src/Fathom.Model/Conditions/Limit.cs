using Fathom.Model.Results;

namespace Fathom.Model.Conditions;

/// <summary>One condition of <c>--fail-if</c>, bound to the columns it names.</summary>
internal sealed class Limit(string text)
{
    private static readonly FoundRows s_nothing = new(0, []);
    private readonly List<CellTest> _rows = [];
    private readonly List<CellTest> _totals = [];

    /// <summary>As the user wrote it.</summary>
    public string Text => text;

    /// <summary>Its parts about rows; none for a limit on totals only.</summary>
    public IReadOnlyList<CellTest> RowTests => _rows;

    /// <summary>Adds a part of the condition.</summary>
    /// <exception cref="FathomException">Its column or totals row does not exist, or its value does not fit (<see cref="ExitCode.Usage"/>).</exception>
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

    /// <summary>The rows that meet its parts about rows.</summary>
    public FoundRows Find(ResultTable rows)
    {
        if (_rows.Count == 0)
            return s_nothing;
        BoundTests tests = new(_rows, rows);
        List<IReadOnlyList<LimitValue>> first = [];
        long count = 0;
        foreach (Cell[] row in rows.Rows)
        {
            if (tests.Hold(row) && count++ < LimitCheck.MaxEvidence)
                first.Add([.. tests.Values(row)]);
        }

        return new FoundRows(count, first);
    }

    /// <summary>What broke the limit, or null.</summary>
    /// <param name="found">The rows that meet its parts about rows.</param>
    /// <param name="totals">The totals, where the verb has some.</param>
    public BrokenLimit? Judge(FoundRows found, ResultTable? totals)
    {
        List<LimitValue> values = [];
        foreach (CellTest test in _totals)
        {
            Cell cell = TotalsCell(test, totals);
            if (!test.Holds(cell))
                return null;
            values.Add(new LimitValue(test.Part.Name, test.Column.Unit, cell));
        }

        if (_rows.Count == 0)
            return new BrokenLimit(text, [values], 1);
        return found.Count == 0 ? null : new BrokenLimit(text, [.. found.First.Select(row => (IReadOnlyList<LimitValue>)[.. row, .. values])], found.Count);
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
