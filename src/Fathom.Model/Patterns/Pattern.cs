namespace Fathom.Model.Patterns;

/// <summary>
/// A text with wildcards: <c>*</c> stands for any run of characters, also none, <c>?</c> for exactly one. Case does not matter and the whole
/// value must fit. A text that a table has shortened fits what it stands for: its <c>…</c> is any run of characters too.
/// </summary>
public sealed class Pattern
{
    private readonly string _upper;

    /// <summary>Wraps a text; every text is a pattern.</summary>
    public Pattern(string text)
    {
        Text = text;
        _upper = text.ToUpperInvariant().Replace('…', '*');
        IsName = text.AsSpan().IndexOfAny('*', '?') < 0;
    }

    /// <summary>As it was written.</summary>
    public string Text { get; }

    /// <summary>Whether it has no wildcards, so that it names one thing.</summary>
    public bool IsName { get; }

    /// <summary>Whether the whole value fits.</summary>
    /// <remarks>Only the last star is ever retried, so the time is at most the product of both lengths and nothing is allocated.</remarks>
    public bool Matches(ReadOnlySpan<char> value)
    {
        ReadOnlySpan<char> pattern = _upper;
        int p = 0;
        int v = 0;
        int star = -1;
        int retry = 0;
        while (v < value.Length)
        {
            if (p < pattern.Length && pattern[p] == '*')
            {
                star = p++;
                retry = v;
            }
            else if (p < pattern.Length && (pattern[p] == '?' || pattern[p] == char.ToUpperInvariant(value[v])))
            {
                p++;
                v++;
            }
            else if (star >= 0)
            {
                p = star + 1;
                v = ++retry;
            }
            else
            {
                return false;
            }
        }

        return pattern[p..].IndexOfAnyExcept('*') < 0;
    }

    /// <inheritdoc/>
    public override string ToString() => Text;
}
