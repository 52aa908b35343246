using Fathom.Model.Units;

namespace Fathom.Render.Formats;

/// <summary>How tables for people look.</summary>
/// <param name="Width">Columns to fit into; null for no limit, as for files and pipes, where nothing is left out, shortened or broken.</param>
/// <param name="Colour">Whether headings are emphasised with escape codes.</param>
/// <param name="Unit">The unit of <c>--unit</c>; null lets each number choose.</param>
public sealed record TableStyle(int? Width, bool Colour, MeasureUnit? Unit)
{
    /// <summary>For files and pipes.</summary>
    public static TableStyle Plain { get; } = new(null, false, null);

    /// <summary>Lines of the terminal that rows are left out for; null where all are wanted.</summary>
    public int? Height { get; init; }

    /// <summary>Whether names of types are written with their namespaces, as the runtime has them.</summary>
    public bool FullNames { get; init; }
}
