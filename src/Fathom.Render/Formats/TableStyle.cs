using Fathom.Model.Units;

namespace Fathom.Render.Formats;

/// <summary>How tables for people look.</summary>
/// <param name="Width">Columns to fit into, long text being shortened; null for no limit, as for files and pipes.</param>
/// <param name="Colour">Whether headings are emphasised with escape codes.</param>
/// <param name="Unit">The unit of <c>--unit</c>; null lets each number choose.</param>
public sealed record TableStyle(int? Width, bool Colour, MeasureUnit? Unit)
{
    /// <summary>For files and pipes.</summary>
    public static TableStyle Plain { get; } = new(null, false, null);
}
