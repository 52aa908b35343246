using System.Text;

namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>A function: convention, result, parameters.</summary>
internal sealed class FunctionType : DecoratedType
{
    /// <summary>Its calling convention.</summary>
    public string Convention { get; init; } = "";

    /// <summary>Its result; null for none, as of constructors.</summary>
    public DecoratedType? Result { get; init; }

    /// <summary>Its parameters; null where they are not told.</summary>
    public IReadOnlyList<DecoratedType>? Parameters { get; init; }

    /// <summary>Whether more may follow.</summary>
    public bool IsOpen { get; init; }

    /// <summary>Whether it throws nothing.</summary>
    public bool IsNoExcept { get; init; }

    /// <summary>&amp; or &amp;&amp; behind it; empty for none.</summary>
    public string Reference { get; init; } = "";

    /// <inheritdoc/>
    public override void Before(StringBuilder text) => Before(text, withConvention: true);

    /// <summary>Writes result and convention.</summary>
    public void Before(StringBuilder text, bool withConvention)
    {
        if (IsFull(text))
            return;
        if (Result is not null)
        {
            Result.Before(text);
            text.Append(' ');
        }

        if (withConvention)
            text.Append(Convention);
    }

    /// <inheritdoc/>
    public override void Behind(StringBuilder text)
    {
        if (IsFull(text))
            return;
        if (Parameters is not null)
        {
            text.Append('(');
            if (Parameters.Count == 0 && !IsOpen)
                text.Append("void");
            for (int i = 0; i < Parameters.Count && !IsFull(text); i++)
            {
                text.Append(i > 0 ? ", " : "");
                Parameters[i].Before(text);
                Parameters[i].Behind(text);
            }

            if (IsOpen)
                text.Append(Parameters.Count > 0 ? ", ..." : "...");
            text.Append(')');
        }

        Qualify(text, isPointer: false);
        if (Qualifiers.HasFlag(DecoratedQualifiers.Unaligned))
            text.Append(" __unaligned");
        if (IsNoExcept)
            text.Append(" noexcept");
        text.Append(Reference.Length > 0 ? " " : "").Append(Reference);
        Result?.Behind(text);
    }
}
