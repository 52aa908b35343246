using Fathom.Model.Results;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Statements;

/// <summary>Binds values to the parameters of a statement; both sides must name the same ones.</summary>
internal static class ParameterBinder
{
    /// <summary>Says what does not fit between the parameters of a statement and the values given, or null where all does.</summary>
    public static string? Mismatch(DuckDbStatement statement, ReadOnlySpan<QueryParameter> parameters)
    {
        HashSet<string> open = new(statement.Parameters, StringComparer.OrdinalIgnoreCase);
        foreach (QueryParameter parameter in parameters)
        {
            if (!open.Remove(parameter.Name))
                return statement.PositionOf(parameter.Name) == 0 ? $"The query has no parameter ${parameter.Name}." : $"Parameter ${parameter.Name} has two values.";
        }

        return open.Count == 0 ? null : $"The query needs a value for ${open.Order(StringComparer.Ordinal).First()}.";
    }

    /// <summary>Binds every parameter.</summary>
    /// <exception cref="ArgumentException">Parameters and values do not fit.</exception>
    public static void Bind(DuckDbStatement statement, ReadOnlySpan<QueryParameter> parameters)
    {
        if (Mismatch(statement, parameters) is { } mismatch)
            throw new ArgumentException(mismatch, nameof(parameters));
        foreach (QueryParameter parameter in parameters)
            Bind(statement, statement.PositionOf(parameter.Name), parameter.Value);
    }

    private static void Bind(DuckDbStatement statement, int position, Cell value)
    {
        switch (value.Kind)
        {
            case CellKind.Integer:
                statement.Bind(position, value.Integer);
                break;
            case CellKind.Real:
                statement.Bind(position, value.Number);
                break;
            case CellKind.Boolean:
                statement.Bind(position, value.Boolean);
                break;
            case CellKind.Text:
                statement.Bind(position, value.Text);
                break;
            default:
                statement.BindNull(position);
                break;
        }
    }
}
