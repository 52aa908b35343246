using Fathom.Model.Conditions;
using Fathom.Model.Results;

namespace Fathom.Model.Shaping;

/// <summary>
/// The choice of <c>--columns a,!b,+c</c>: plain names are the columns to show, in that order; without plain names it starts with the verb's own
/// choice. <c>+c</c> adds a column at the end and <c>!b</c> takes one away; <c>all</c> stands for all there are.
/// </summary>
public sealed class ColumnChoice
{
    private const string All = "all";

    // Empty for every column there is: the names of a user's query need not be distinct.
    private readonly List<string> _names;
    private readonly HashSet<string> _added;

    private ColumnChoice(List<string> names, HashSet<string> added, int? offered)
    {
        _names = names;
        _added = added;
        OfferedColumns = offered;
    }

    /// <summary>The names of the columns, in their order; none for every column there is.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>How many columns there are, where the verb chose those that are shown; null where the user did.</summary>
    public int? OfferedColumns { get; }

    /// <summary>Reads the value of <c>--columns</c>.</summary>
    /// <param name="text">The value, or null where the option was not given.</param>
    /// <param name="shape">The columns that there are.</param>
    /// <param name="isForPeople">Whether details are left out where they are not asked for.</param>
    /// <exception cref="FathomException">A column does not exist, or none is left (<see cref="ExitCode.Usage"/>).</exception>
    public static ColumnChoice Parse(string? text, ResultShape shape, bool isForPeople = false)
    {
        List<string> usual = [.. shape.Columns.Where(column => !shape.Hidden.Contains(column.Name) && !(isForPeople && column.Rank == ColumnRank.Detail)).Select(static column => column.Name)];
        if (text is null && usual.Count == shape.Columns.Count)
            return new ColumnChoice([], [], shape.Columns.Count);
        string[] items = text is null ? [] : text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        string where = $"in '--columns {text}'";
        List<string> plain = [.. items.Where(item => item[0] is not ('!' or '+'))];
        List<string> names = plain.Count == 0 ? usual : [.. plain.SelectMany(name => Find(name, shape, where)).Distinct()];
        HashSet<string> added = [];
        foreach (string item in items)
        {
            if (item[0] is not ('!' or '+'))
                continue;
            string name = ColumnNames.Find(shape.Columns, item[1..], where).Name;
            names.Remove(name);
            if (item[0] != '+')
                continue;
            names.Add(name);
            added.Add(name);
        }

        if (names.Count == 0)
            throw FathomException.Usage(
                $"'--columns {text}' leaves no column.", $"the columns are {string.Join(", ", shape.Columns.Select(column => column.Name))}");
        return new ColumnChoice(names, added, plain.Count == 0 ? shape.Columns.Count : null);
    }

    /// <summary>The same choice as one of the user's, for a verb without <c>--columns</c>: nothing could bring back what a narrow terminal leaves out.</summary>
    public ColumnChoice AsAsked() => new(_names, _added, null);

    /// <summary>The table with the chosen columns only, in the chosen order.</summary>
    public ResultTable Apply(ResultTable table)
    {
        if (_names.Count == 0)
            return table;
        int[] positions = [.. _names.Select(table.IndexOf)];
        if (positions.Contains(-1))
            throw new InvalidOperationException($"The result has no column '{_names[Array.IndexOf(positions, -1)]}', which its shape promised.");
        return Mark(new ResultTable(
            [.. positions.Select(position => table.Columns[position])],
            [.. table.Rows.Select(row => Array.ConvertAll(positions, position => row[position]))]));
    }

    /// <summary>The table, which has the chosen columns already, with those that were asked for marked: they are not left out where it is too wide.</summary>
    public ResultTable Mark(ResultTable table) => _added.Count == 0
        ? table
        : table with { Columns = [.. table.Columns.Select(column => _added.Contains(column.Name) ? column with { Rank = ColumnRank.Key } : column)] };

    private static IEnumerable<string> Find(string name, ResultShape shape, string where) =>
        name == All && !shape.Columns.Any(static column => column.Name == All) ? shape.Columns.Select(static column => column.Name) : [ColumnNames.Find(shape.Columns, name, where).Name];
}
