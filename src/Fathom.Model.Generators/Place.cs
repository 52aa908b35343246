using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Fathom.Model.Generators;

/// <summary>A place in a source file, without a hold on the syntax tree.</summary>
internal sealed record Place(string File, TextSpan Span, LinePositionSpan Lines)
{
    public static Place Of(Location location)
    {
        FileLinePositionSpan lines = location.GetLineSpan();
        return new(lines.Path, location.SourceSpan, lines.Span);
    }

    public Location ToLocation() => Location.Create(File, Span, Lines);
}
