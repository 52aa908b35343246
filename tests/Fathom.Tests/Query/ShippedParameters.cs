using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Query.Statements;

namespace Fathom.Tests.Query;

/// <summary>A value for each parameter that a query declares, such as fits a recording with rows in every table.</summary>
internal static class ShippedParameters
{
    public static QueryParameter[] Of(string query) => [.. NamedQuery.Of(query).Header.Parameters.Select(static parameter => new QueryParameter(parameter.Name, Value(parameter)))];

    private static Cell Value(HeaderParameter parameter) => (parameter.Name, parameter.Kind) switch
    {
        ("kind", _) => Cell.Of("kind 7"),
        ("items", _) => Cell.Of(20),
        ("rec" or "a" or "b", _) => Cell.Of(0),
        (_, CellKind.Text) => Cell.Of("1"),
        (_, CellKind.Boolean) => Cell.Of(true),
        _ => Cell.Of(1),
    };
}
