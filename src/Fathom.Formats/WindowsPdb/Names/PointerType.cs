using System.Text;

namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>A pointer or reference.</summary>
/// <param name="target">What it points to.</param>
/// <param name="sign">*, &amp; or &amp;&amp;.</param>
/// <param name="owner">The class whose members it points to; null for none.</param>
internal sealed class PointerType(DecoratedType target, string sign, string? owner) : DecoratedType
{
    /// <summary>What it points to.</summary>
    public DecoratedType Target => target;

    /// <summary>The class whose members it points to; null for none.</summary>
    public string? Owner => owner;

    /// <inheritdoc/>
    public override void Before(StringBuilder text)
    {
        if (IsFull(text))
            return;
        if (target is FunctionType function)
            function.Before(text, withConvention: false);
        else
            target.Before(text);
        Space(text);
        if (Qualifiers.HasFlag(DecoratedQualifiers.Unaligned))
            text.Append("__unaligned ");
        if (target is ArrayType)
            text.Append('(');
        else if (target is FunctionType called)
            text.Append('(').Append(called.Convention).Append(' ');
        if (owner is not null)
            text.Append(owner).Append("::");
        text.Append(sign);
        Qualify(text, isPointer: true);
    }

    /// <inheritdoc/>
    public override void Behind(StringBuilder text)
    {
        if (IsFull(text))
            return;
        if (target is ArrayType or FunctionType)
            text.Append(')');
        target.Behind(text);
    }
}
