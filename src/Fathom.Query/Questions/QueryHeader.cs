using Fathom.Model.Results;
using Fathom.Query.Statements;

namespace Fathom.Query.Questions;

/// <summary>The comment that a shipped query begins with. <see cref="HeaderReader"/> has its grammar.</summary>
/// <param name="File">The file, for messages.</param>
/// <param name="Parameters">What must be given.</param>
/// <param name="Columns">What the answer has, in the order of the SELECT.</param>
public sealed record QueryHeader(string File, IReadOnlyList<HeaderParameter> Parameters, IReadOnlyList<HeaderColumn> Columns)
{
    /// <summary>Where the rows are totals: the values of <see cref="ResultShape.TotalsKey"/> that limits may name. Else empty.</summary>
    public IReadOnlyList<string> Rows { get; init; } = [];

    /// <summary>The query with the totals of these rows; null for none.</summary>
    public string? Totals { get; init; }

    /// <summary>Whether an answer is one moment of a series: <see cref="ResultShape.IsSnapshot"/>.</summary>
    public bool IsSnapshot { get; init; }

    /// <summary>Whether the rows are few and made of many, so that it costs less to count them while they are shown than to make them once more.</summary>
    public bool IsSums { get; init; }

    /// <summary>How its rows are compared between recordings; null where they are not.</summary>
    public ComparedColumns? Compared { get; init; }

    /// <summary>What makes it a rule of findings; null for other queries.</summary>
    public RuleHeader? Rule { get; init; }

    /// <summary>Compares the values that were given with the parameters that are declared.</summary>
    /// <exception cref="ArgumentException">One is missing, too many or of another kind.</exception>
    internal void Check(ReadOnlySpan<QueryParameter> values)
    {
        foreach (QueryParameter value in values)
        {
            if (!Parameters.Any(parameter => parameter.Name == value.Name))
                throw new ArgumentException($"{File} has no parameter ${value.Name}.", nameof(values));
        }

        foreach (HeaderParameter parameter in Parameters)
        {
            int count = 0;
            foreach (QueryParameter value in values)
                count += value.Name == parameter.Name && (value.Value.IsNull || value.Value.Kind == parameter.Kind) ? 1 : 0;
            if (count != 1)
                throw new ArgumentException($"{File} needs one value for ${parameter.Name}, of kind {parameter.Kind}.", nameof(values));
        }
    }

    /// <summary>An answer of the engine with the columns that are declared, after both were compared.</summary>
    /// <param name="answer">The answer.</param>
    /// <param name="isPart">Whether it has some of the columns only, in any order.</param>
    /// <exception cref="InvalidDataException">The SELECT has other columns than the header.</exception>
    internal ResultTable Declare(ResultTable answer, bool isPart)
    {
        ResultColumn[] columns = new ResultColumn[answer.Columns.Count];
        for (int i = 0; i < columns.Length; i++)
        {
            ResultColumn given = answer.Columns[i];
            ResultColumn? declared = isPart ? Columns.FirstOrDefault(column => column.Column.Name == given.Name)?.Column : i < Columns.Count ? Columns[i].Column : null;
            columns[i] = declared?.Name == given.Name && declared.Kind == given.Kind ? declared : throw Differs(i, declared, given);
        }

        return isPart || columns.Length == Columns.Count ? answer with { Columns = columns } : throw Differs(columns.Length, Columns[columns.Length].Column, null);
    }

    private InvalidDataException Differs(int position, ResultColumn? declared, ResultColumn? given) =>
        new($"{File}: column {position + 1} is {Words(declared)} in the header and {Words(given)} in the SELECT.");

    private static string Words(ResultColumn? column) => column is null ? "none" : ColumnWords.Of(column);
}
