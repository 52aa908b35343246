using Fathom.Model.Conditions;
using Fathom.Model.Results;

namespace Fathom.Model.Shaping;

/// <summary>
/// The choice of <c>--columns a,!b,+c</c>: plain names are the columns to show, in that order; without plain names it starts with the verb's own
/// choice. <c>+c</c> adds a column at the end and <c>!b</c> takes one away.
/// </summary>
public sealed class ColumnChoice
{
    private static readonly ColumnChoice s_all = new([]);

    // Empty for every column there is: the names of a user's query need not be distinct.
    private readonly List<string> _names;

    private ColumnChoice(List<string> names) => _names = names;

    /// <summary>The names of the columns, in their order; none for every column there is.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>Reads the value of <c>--columns</c>.</summary>
    /// <param name="text">The value, or null where the option was not given.</param>
    /// <param name="shape">The columns that there are.</param>
    /// <exception cref="FathomException">A column does not exist, or none is left (<see cref="ExitCode.Usage"/>).</exception>
    public static ColumnChoice Parse(string? text, ResultShape shape)
    {
        if (text is null && shape.Hidden.Count == 0)
            return s_all;
        string[] items = text is null ? [] : text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        string where = $"in '--columns {text}'";
        List<string> names = [.. items.Where(item => item[0] is not ('!' or '+'))];
        if (names.Count == 0)
            names = [.. shape.Columns.Select(column => column.Name).Except(shape.Hidden)];
        else
            names = [.. names.Select(name => ColumnNames.Find(shape.Columns, name, where).Name).Distinct()];
        foreach (string item in items)
        {
            if (item[0] is not ('!' or '+'))
                continue;
            string name = ColumnNames.Find(shape.Columns, item[1..], where).Name;
            names.Remove(name);
            if (item[0] == '+')
                names.Add(name);
        }

        if (names.Count == 0)
            throw FathomException.Usage(
                $"'--columns {text}' leaves no column.", $"the columns are {string.Join(", ", shape.Columns.Select(column => column.Name))}");
        return new ColumnChoice(names);
    }

    /// <summary>The table with the chosen columns only, in the chosen order.</summary>
    public ResultTable Apply(ResultTable table)
    {
        if (_names.Count == 0)
            return table;
        int[] positions = [.. _names.Select(table.IndexOf)];
        if (positions.Contains(-1))
            throw new InvalidOperationException($"The result has no column '{_names[Array.IndexOf(positions, -1)]}', which its shape promised.");
        return new ResultTable(
            [.. positions.Select(position => table.Columns[position])],
            [.. table.Rows.Select(row => Array.ConvertAll(positions, position => row[position]))]);
    }
}
