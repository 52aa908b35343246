using System.Text;

namespace Fathom.Query.Statements;

/// <summary>Patterns with <c>*</c> and <c>?</c> as the engine compares them with capital letters: <c>x LIKE … ESCAPE '\'</c>.</summary>
internal static class LikePattern
{
    /// <summary>A text literal.</summary>
    /// <param name="pattern">The pattern.</param>
    public static string Of(string pattern) => SqlText.Literal(Value(pattern));

    /// <summary>The text, as a value for a parameter.</summary>
    /// <param name="pattern">The pattern.</param>
    public static string Value(string pattern)
    {
        StringBuilder like = new(pattern.Length + 8);
        foreach (char sign in pattern.ToUpperInvariant())
        {
            _ = sign switch
            {
                '*' => like.Append('%'),
                '?' => like.Append('_'),
                '%' or '_' or '\\' => like.Append('\\').Append(sign),
                _ => like.Append(sign),
            };
        }

        return like.ToString();
    }
}
