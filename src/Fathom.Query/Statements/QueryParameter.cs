using System.Globalization;
using Fathom.Model;
using Fathom.Model.Results;

namespace Fathom.Query.Statements;

/// <summary>A value for <c>$Name</c> in a query.</summary>
/// <param name="Name">Without the sign.</param>
/// <param name="Value">Bound as BIGINT, DOUBLE, BOOLEAN, VARCHAR or NULL, as its kind says.</param>
public sealed record QueryParameter(string Name, Cell Value)
{
    /// <summary>A number for a parameter.</summary>
    public static QueryParameter Of(string name, long value) => new(name, Cell.Of(value));

    /// <summary>A truth value for a parameter.</summary>
    public static QueryParameter Of(string name, bool value) => new(name, Cell.Of(value));

    /// <summary>Reads <c>name=value</c> of a command line: a number where the value is one, a truth value for true and false, else a text.</summary>
    /// <exception cref="FathomException">There is no <c>=</c>, or no name before it.</exception>
    public static QueryParameter Parse(string assignment)
    {
        int equals = assignment.IndexOf('=', StringComparison.Ordinal);
        string name = equals < 0 ? "" : assignment[..equals].Trim().TrimStart('$');
        if (name.Length == 0)
            throw FathomException.Usage($"'{assignment}' is not a parameter.", "write NAME=VALUE, and $NAME in the query");
        string value = assignment[(equals + 1)..];
        if (long.TryParse(value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long integer))
            return new QueryParameter(name, Cell.Of(integer));
        if (double.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out double real) && double.IsFinite(real))
            return new QueryParameter(name, Cell.Of(real));
        return new QueryParameter(name, bool.TryParse(value, out bool truth) ? Cell.Of(truth) : Cell.Of(value));
    }
}
