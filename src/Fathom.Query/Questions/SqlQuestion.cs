using Fathom.Model.Results;
using Fathom.Query.Statements;

namespace Fathom.Query.Questions;

/// <summary>A shipped query with values for its parameters, and what is shown of its answer.</summary>
/// <param name="Query">Its name, such as "heap/types".</param>
/// <param name="Values">A value for each of its parameters.</param>
public sealed record SqlQuestion(string Query, params IReadOnlyList<QueryParameter> Values)
{
    private readonly string? _totals = NamedQuery.Of(Query).Header.Totals;

    /// <summary>Columns and totals of the answer, known before anything is read.</summary>
    public ResultShape Shape { get; private init; } = NamedQuery.Of(Query).Shape;

    /// <summary>What asks for the totals of the answer, with those of its values that it has a parameter for; null where it has none.</summary>
    public SqlQuestion? Totals =>
        _totals is null ? null : new SqlQuestion(_totals, [.. Values.Where(value => NamedQuery.Of(_totals).Header.Parameters.Any(parameter => parameter.Name == value.Name))]);

    /// <summary>The recordings that it is about, by their positions.</summary>
    public IEnumerable<int> Recordings
    {
        get
        {
            foreach (QueryParameter value in Values)
            {
                if (value.Name is "rec" or "a" or "b")
                    yield return (int)value.Value.Integer;
            }
        }
    }

    /// <summary>A question about one recording.</summary>
    /// <param name="query">The query.</param>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="more">Values of other parameters.</param>
    public static SqlQuestion About(string query, int rec = 0, params ReadOnlySpan<QueryParameter> more) => new(query, [QueryParameter.Of("rec", rec), .. more]);

    /// <summary>A comparison of two recordings, B minus A.</summary>
    /// <param name="query">The query.</param>
    /// <param name="a">Position of A.</param>
    /// <param name="b">Position of B.</param>
    /// <param name="more">Values of other parameters.</param>
    public static SqlQuestion Between(string query, int a = 0, int b = 1, params ReadOnlySpan<QueryParameter> more) => new(query, [QueryParameter.Of("a", a), QueryParameter.Of("b", b), .. more]);

    /// <summary>The same question with hidden columns shown.</summary>
    public SqlQuestion Showing(params ReadOnlySpan<string> columns) => this with { Shape = Shape.Showing(columns) };

    /// <summary>The same question with the totals of another query.</summary>
    public SqlQuestion WithTotals(string query) => new(this, query);

    private SqlQuestion(SqlQuestion other, string totals)
        : this(other)
    {
        _totals = totals;
        Shape = other.Shape.WithTotals(NamedQuery.Of(totals).Shape);
    }
}
