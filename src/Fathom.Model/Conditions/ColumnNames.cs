using Fathom.Model.Results;

namespace Fathom.Model.Conditions;

/// <summary>Looks up columns that a user named.</summary>
public static class ColumnNames
{
    /// <summary>The column of a name, which may be that of its heading: <c>size</c> for <c>size_bytes</c>.</summary>
    /// <param name="columns">The columns there are.</param>
    /// <param name="name">The name as the user wrote it.</param>
    /// <param name="where">Where it was written, for the message: "in '--sort sise_bytes'".</param>
    /// <exception cref="FathomException">There is none (<see cref="ExitCode.Usage"/>); the next step lists those there are.</exception>
    public static ResultColumn Find(IReadOnlyList<ResultColumn> columns, string name, string where)
    {
        foreach (ResultColumn column in columns)
        {
            if (column.Name == name)
                return column;
        }

        foreach (ResultColumn column in columns)
        {
            if (column.ShortName == name)
                return column;
        }

        string all = string.Join(", ", columns.Select(column => column.Name));
        string? near = NearMiss.Find(name, columns.Select(column => column.Name));
        throw FathomException.Usage(
            $"There is no column '{name}' {where}.", near is null ? $"the columns are {all}" : $"did you mean '{near}'? The columns are {all}");
    }
}
