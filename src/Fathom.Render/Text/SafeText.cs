using System.Globalization;
using System.Text;

namespace Fathom.Render.Text;

/// <summary>
/// Makes text from a target safe to show: control characters, escape sequences and direction marks are written as <c>\u001b</c>, so that a type
/// name or a command line can neither steer a terminal nor break a line.
/// </summary>
public static class SafeText
{
    /// <summary>The text itself where nothing in it needs to be replaced.</summary>
    public static string Of(string text)
    {
        for (int i = 0; i < text.Length; i++)
        {
            if (IsUnsafe(text[i]))
                return Escape(text);
        }

        return text;
    }

    /// <summary>The same for a piece of text of several lines, whose line ends and tabulators stay.</summary>
    public static string OfLines(string text) => Escape(text, "\n\t");

    private static string Escape(string text, string kept = "")
    {
        StringBuilder safe = new(text.Length + 16);
        foreach (char c in text)
        {
            if (IsUnsafe(c) && !kept.Contains(c, StringComparison.Ordinal))
                safe.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:x4}");
            else
                safe.Append(c);
        }

        return safe.ToString();
    }

    // Below '~' only the control characters are unsafe, so that almost every character takes one comparison.
    private static bool IsUnsafe(char c) => c < ' ' || (c > '~' && IsUnsafe(char.GetUnicodeCategory(c)));

    private static bool IsUnsafe(UnicodeCategory category) => category
        is UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;
}
