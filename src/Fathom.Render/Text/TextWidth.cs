using System.Buffers;
using System.Globalization;
using System.Text;

namespace Fathom.Render.Text;

/// <summary>How many columns of a terminal a text takes, and how to shorten it.</summary>
internal static class TextWidth
{
    private const string Ellipsis = "…";
    private static readonly SearchValues<char> s_breaks = SearchValues.Create(" .,<>[]()/\\:+-_=&;");

    // East Asian wide and full-width characters, and emoji, in blocks.
    private static readonly (int First, int Last)[] s_wide =
    [
        (0x1100, 0x115F), (0x2E80, 0xA4CF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE30, 0xFE6F), (0xFF00, 0xFF60), (0xFFE0, 0xFFE6),
        (0x1F300, 0x1FAFF), (0x20000, 0x3FFFD),
    ];

    /// <summary>Columns: none for combining marks, two for East Asian wide characters and emoji, one for the rest.</summary>
    public static int Of(string text)
    {
        if (Ascii.IsValid(text))
            return text.Length;
        int width = 0;
        foreach (Rune rune in text.EnumerateRunes())
            width += Of(rune);
        return width;
    }

    /// <summary>Columns of the widest of a column's texts. Without LINQ: each table asks, and LINQ over numbers is compiled at each start.</summary>
    public static int OfWidest(string heading, IEnumerable<string> cells)
    {
        int widest = Of(heading);
        foreach (string cell in cells)
            widest = Math.Max(widest, Of(cell));
        return widest;
    }

    /// <summary>Shortens a text in its middle, or at its start where the end is what tells it from others.</summary>
    public static string Clip(string text, int width, bool keepEnd = false)
    {
        if (Of(text) <= width)
            return text;
        if (keepEnd)
            return Ellipsis + End(text, width - 1);
        int tail = (width - 1) / 2;
        return string.Concat(Start(text, width - 1 - tail), Ellipsis, End(text, tail));
    }

    /// <summary>Breaks a text between words into lines of at most some columns; a longer word has a line of its own.</summary>
    public static IReadOnlyList<string> Wrap(string text, int width) => Wrap(text, width, width);

    /// <summary>The same with another width for the lines behind the first.</summary>
    public static IReadOnlyList<string> Wrap(string text, int first, int further)
    {
        if (Of(text) <= first)
            return [text];
        List<string> lines = [];
        string line = "";
        foreach (string word in text.Split(' '))
        {
            if (line.Length > 0 && Of(line) + 1 + Of(word) > (lines.Count == 0 ? first : further))
            {
                lines.Add(line);
                line = word;
            }
            else
            {
                line = line.Length == 0 ? word : $"{line} {word}";
            }
        }

        lines.Add(line);
        return lines;
    }

    /// <summary>Breaks a text that need not have blanks, such as a name or a path, into lines of at most some columns: behind a sign, or where a line ends.</summary>
    public static IReadOnlyList<string> Break(string text, int width) => Break(text, width, width);

    /// <summary>The same with another width for the lines behind the first.</summary>
    public static IReadOnlyList<string> Break(string text, int first, int further)
    {
        List<string> lines = [];
        int width = Math.Max(1, first);
        while (Of(text) > width)
        {
            string start = Start(text, width);
            if (start.Length == 0)
                break;
            int sign = start.AsSpan().LastIndexOfAny(s_breaks);
            int end = sign > start.Length / 3 ? sign + 1 : start.Length;
            lines.Add(text[..end].TrimEnd(' '));
            text = text[end..].TrimStart(' ');
            width = Math.Max(1, further);
        }

        if (text.Length > 0 || lines.Count == 0)
            lines.Add(text);
        return lines;
    }

    private static int Of(Rune rune)
    {
        if (Rune.GetUnicodeCategory(rune) is UnicodeCategory.NonSpacingMark or UnicodeCategory.EnclosingMark)
            return 0;
        foreach ((int first, int last) in s_wide)
        {
            if (rune.Value >= first && rune.Value <= last)
                return 2;
        }

        return 1;
    }

    private static string Start(string text, int width)
    {
        int end = 0;
        foreach (Rune rune in text.EnumerateRunes())
        {
            width -= Of(rune);
            if (width < 0)
                break;
            end += rune.Utf16SequenceLength;
        }

        return text[..end];
    }

    private static string End(string text, int width)
    {
        int start = text.Length;
        while (start > 0)
        {
            Rune.DecodeLastFromUtf16(text.AsSpan(0, start), out Rune rune, out int length);
            width -= Of(rune);
            if (width < 0)
                break;
            start -= length;
        }

        return text[start..];
    }
}
