using System.Globalization;
using Fathom.Render.Formats;
using Fathom.Render.Text;

namespace Fathom.Render.Serializers;

/// <summary>Lines of figures below their heads. Words stand to the left, figures to the right; where a line is too wide, names are shortened.</summary>
/// <param name="heads">The heads of the columns.</param>
/// <param name="words">So many of the first columns hold words; the last of these holds the names.</param>
/// <param name="optional">Columns that are left out, one after the other, where a line is too wide even so.</param>
internal sealed class FigureGrid(string[] heads, int words, params int[] optional)
{
    private const int LeastName = 24;
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
        widths[words - 1] = Math.Min(LeastName, widths[words - 1]);
        List<int> shown = [.. Enumerable.Range(0, heads.Length)];
        foreach (int column in optional)
        {
            if (Sum(widths, shown) > style.Width!.Value)
                shown.Remove(column);
        }

        widths[words - 1] = Math.Min(Widths(lines)[words - 1], Math.Max(widths[words - 1], widths[words - 1] + style.Width!.Value - Sum(widths, shown)));
        string[] names = [.. lines.Select(line => line[words - 1]).Distinct()];
        bool areClear = names.Select(name => TextWidth.Clip(name, widths[words - 1])).Distinct().Count() == names.Length;
        to.WriteLine($"{(style.Colour ? "\e[1m" : "")}{Line(heads)}{(style.Colour ? "\e[0m" : "")}");
        foreach (string[] line in lines)
            to.WriteLine(Line(line));
        if (shown.Count < heads.Length)
            to.WriteLine(string.Create(CultureInfo.InvariantCulture, $"  … {heads.Length} columns, {shown.Count} shown: a wider terminal, a pipe or --format csv has all"));

        string Line(string[] cells) => string.Join(Gap, shown.Select(column =>
        {
            // Two serializers that the middle tells apart keep their ends.
            string text = column != words - 1 || areClear ? TextWidth.Clip(cells[column], widths[column]) : TextWidth.Clip(cells[column], widths[column], keepEnd: true);
            string room = new(' ', Math.Max(0, widths[column] - TextWidth.Of(text)));
            return column < words ? text + room : room + text;
        })).TrimEnd();
    }

    private static int Sum(int[] widths, List<int> shown) => shown.Sum(column => widths[column]) + (Gap.Length * (shown.Count - 1));

    private static int Sum(int[] widths) => widths.Sum() + (Gap.Length * (widths.Length - 1));

    private int[] Widths(string[][] lines) => [.. heads.Select((head, column) => TextWidth.OfWidest(head, lines.Select(line => line[column])))];
}
