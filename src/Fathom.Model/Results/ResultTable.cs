namespace Fathom.Model.Results;

/// <summary>The rows of an answer. Console, CSV, JSON and Markdown show the same one; no renderer computes.</summary>
/// <param name="Columns">Columns in the order they are shown.</param>
/// <param name="Rows">Rows in the order they are shown; each has one cell per column.</param>
public sealed record ResultTable(IReadOnlyList<ResultColumn> Columns, IReadOnlyList<Cell[]> Rows)
{
    /// <summary>A table without rows.</summary>
    public static ResultTable Empty(params ResultColumn[] columns) => new(columns, []);

    /// <summary>The position of a column, or -1.</summary>
    public int IndexOf(string column)
    {
        for (int i = 0; i < Columns.Count; i++)
        {
            if (Columns[i].Name == column)
                return i;
        }

        return -1;
    }

    /// <summary>The same table without one of its columns.</summary>
    /// <param name="column">Its name.</param>
    public ResultTable Without(string column)
    {
        int at = IndexOf(column);
        return at < 0 ? this : new([.. Columns.Where((_, i) => i != at)], [.. Rows.Select(row => (Cell[])[.. row.Where((_, i) => i != at)])]);
    }

    /// <summary>
    /// The same table where no two columns have one name: a later one gets its number, <c>a</c> and <c>a_2</c>. JSON and conditions need that.
    /// </summary>
    public ResultTable WithDistinctNames()
    {
        HashSet<string> names = [];
        ResultColumn[] columns = new ResultColumn[Columns.Count];
        for (int i = 0; i < columns.Length; i++)
        {
            string name = Columns[i].Name;
            for (int number = 2; !names.Add(name); number++)
                name = string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{Columns[i].Name}_{number}");
            columns[i] = name == Columns[i].Name ? Columns[i] : Columns[i] with { Name = name };
        }

        return this with { Columns = columns };
    }
}
