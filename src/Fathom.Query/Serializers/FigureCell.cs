using Fathom.Model.Results;

namespace Fathom.Query.Serializers;

/// <summary>Cells of figures; not a number stands for what nothing tells, and makes an empty cell.</summary>
internal static class FigureCell
{
    /// <summary>The figure as it is.</summary>
    public static Cell Of(double? value) => value is { } number && !double.IsNaN(number) ? Cell.Of(number) : default;

    /// <summary>The figure to three places.</summary>
    public static Cell Rounded(double? value) => value is { } number ? Of(Math.Round(number, 3)) : default;
}
