using Fathom.Render.Formats;

namespace Fathom.Render.Output;

/// <summary>Where a result goes and how it looks there.</summary>
/// <param name="File">The file of <c>-o</c>, or null for standard output.</param>
/// <param name="Format">The format.</param>
/// <param name="Append">Whether CSV rows are added to the file.</param>
/// <param name="Force">Whether an existing file may be replaced.</param>
/// <param name="Style">How tables look.</param>
public sealed record OutputTarget(string? File, OutputFormat Format, bool Append, bool Force, TableStyle Style)
{
    /// <summary>Whether people read the result as a table, which <c>--top</c> cuts by default.</summary>
    public bool IsForPeople => Format.IsForPeople;
}
