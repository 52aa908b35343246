using System.Globalization;
using System.Text;

namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>An array.</summary>
/// <param name="element">Its elements.</param>
/// <param name="lengths">How many, of each dimension; 0 where that is open.</param>
internal sealed class ArrayType(DecoratedType element, IReadOnlyList<long> lengths) : DecoratedType
{
    /// <inheritdoc/>
    public override void Before(StringBuilder text)
    {
        element.Before(text);
        Qualify(text, isPointer: false);
    }

    /// <inheritdoc/>
    public override void Behind(StringBuilder text)
    {
        foreach (long length in lengths)
            text.Append(CultureInfo.InvariantCulture, $"[{(length == 0 ? "" : length)}]");
        element.Behind(text);
    }
}
