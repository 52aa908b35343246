using System.Text.RegularExpressions;
using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Tests.Query;

/// <summary>A value for each parameter of a query, such as fits a recording with rows in every table.</summary>
internal static partial class ShippedParameters
{
    /// <summary>The parameters that stand in a query outside of its comments.</summary>
    public static QueryParameter[] Of(string sql) =>
        [.. ParameterPattern().Matches(CommentPattern().Replace(sql, "")).Select(static match => match.Value[1..]).Distinct().Select(Parameter)];

    private static QueryParameter Parameter(string name) => new(name, name switch
    {
        "kind" => Cell.Of("kind 7"),
        "items" => Cell.Of(20),
        "rec" or "a" or "b" => Cell.Of(0),
        _ => Cell.Of(1),
    });

    [GeneratedRegex(@"\$[a-z_]+")]
    private static partial Regex ParameterPattern();

    [GeneratedRegex("--[^\n]*")]
    private static partial Regex CommentPattern();
}
