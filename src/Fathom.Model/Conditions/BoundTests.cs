using Fathom.Model.Results;

namespace Fathom.Model.Conditions;

/// <summary>Tests with the positions that their columns have in one table.</summary>
internal sealed class BoundTests
{
    private readonly (CellTest Test, int Position)[] _tests;

    public BoundTests(IReadOnlyList<CellTest> tests, ResultTable table)
    {
        _tests = new (CellTest, int)[tests.Count];
        for (int i = 0; i < tests.Count; i++)
        {
            int position = table.IndexOf(tests[i].Column.Name);
            if (position < 0)
                throw new InvalidOperationException($"The result has no column '{tests[i].Column.Name}', which its shape promised.");
            _tests[i] = (tests[i], position);
        }
    }

    public bool Hold(Cell[] row)
    {
        foreach ((CellTest test, int position) in _tests)
        {
            if (!test.Holds(row[position]))
                return false;
        }

        return true;
    }

    /// <summary>The values that the tests looked at.</summary>
    public IEnumerable<LimitValue> Values(Cell[] row)
    {
        foreach ((CellTest test, int position) in _tests)
            yield return new LimitValue(test.Part.Name, test.Column.Unit, row[position]);
    }
}
