using System.Text;

namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>A type with a name.</summary>
/// <param name="name">The name.</param>
internal sealed class NamedType(string name) : DecoratedType
{
    /// <inheritdoc/>
    public override void Before(StringBuilder text)
    {
        if (IsFull(text))
            return;
        text.Append(name);
        Qualify(text, isPointer: false);
    }
}
