using System.Globalization;
using Fathom.Model.Conditions;
using Fathom.Model.Results;

namespace Fathom.Render.Text;

/// <summary>
/// Sentences about limits, for standard error and for the notes of JSON: the limit as it was written, and the values that broke it.
/// </summary>
public static class LimitText
{
    /// <summary>One sentence per limit that is broken or could not be judged.</summary>
    public static IReadOnlyList<string> Of(LimitVerdict verdict) =>
        [.. verdict.Broken.Select(Of), .. verdict.NotJudged.Select(limit => $"limit not judged: {limit}")];

    private static string Of(BrokenLimit broken)
    {
        string rows = string.Join("; ", broken.Evidence.Select(row => string.Join(", ", row.Select(Of))));
        long more = broken.Rows - broken.Evidence.Count;
        return $"limit broken: {broken.Limit}: {rows}{(more > 0 ? $"; and {Exact(more)} more rows" : "")}";
    }

    private static string Of(LimitValue value)
    {
        string name = SafeText.Of(value.Name);
        switch (value.Value.Kind)
        {
            case CellKind.Integer when value.Unit is ColumnUnit.Bytes or ColumnUnit.Nanoseconds:
                return $"{name} is {Exact(value.Value.Integer)} ({ReadableNumber.Of(value.Value.Integer, value.Unit)})";
            case CellKind.Integer:
                return $"{name} is {ReadableNumber.Of(value.Value.Integer, value.Unit)}";
            case CellKind.Real:
                return $"{name} is {ReadableNumber.Of(value.Value.Number, value.Unit)}";
            default:
                return $"{name} is {SafeText.Of(value.Value.ToString())}";
        }
    }

    private static string Exact(long number) => number.ToString("#,##0", CultureInfo.InvariantCulture);
}
