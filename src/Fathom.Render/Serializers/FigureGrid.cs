using Fathom.Render.Formats;
using Fathom.Render.Text;

namespace Fathom.Render.Serializers;

/// <summary>Lines of figures below their heads. Words stand to the left, figures to the right; where a line is too wide, names are shortened.</summary>
/// <param name="heads">The heads of the columns.</param>
/// <param name="words">So many of the first columns hold words; the last of these holds the names.</param>
internal sealed class FigureGrid(string[] heads, int words)
{
    private const int LeastName = 12;
    private const string Gap = "  ";

    /// <summary>How wide the lines are when names are as short as they may be.</summary>
    public int Needed(string[][] lines)
    {
        int[] widths = Widths(lines);
        widths[words - 1] = Math.Min(LeastName, widths[words - 1]);
        return Sum(widths);
    }

    /// <summary>Writes the heads and the lines.</summary>
    /// <param name="lines">The cells, safe to show.</param>
    /// <param name="to">Where to.</param>
    /// <param name="style">Width and emphasis.</param>
    public void Write(string[][] lines, TextWriter to, TableStyle style)
    {
        int[] widths = Widths(lines);
        int excess = Sum(widths) - style.Width!.Value;
        if (excess > 0)
            widths[words - 1] = Math.Min(widths[words - 1], Math.Max(LeastName, widths[words - 1] - excess));
        to.WriteLine($"{(style.Colour ? "\e[1m" : "")}{Line(heads)}{(style.Colour ? "\e[0m" : "")}");
        foreach (string[] line in lines)
            to.WriteLine(Line(line));

        string Line(string[] cells) => string.Join(Gap, cells.Select((cell, column) =>
        {
            string text = TextWidth.Clip(cell, widths[column]);
            string room = new(' ', widths[column] - TextWidth.Of(text));
            return column < words ? text + room : room + text;
        })).TrimEnd();
    }

    private static int Sum(int[] widths) => widths.Sum() + (Gap.Length * (widths.Length - 1));

    private int[] Widths(string[][] lines) => [.. heads.Select((head, column) => lines.Select(line => TextWidth.Of(line[column])).Append(head.Length).Max())];
}
