using System.Globalization;
using System.Text;

namespace Fathom.Testing;

/// <summary>Text in columns: the first to the left, the others to the right.</summary>
internal sealed class TextTable
{
    private readonly List<string[]> _rows = [];

    /// <summary>Bytes for people, in units of 1,000.</summary>
    public static string Bytes(double bytes) => Math.Abs(bytes) switch
    {
        < 1e4 => Write($"{bytes:0} B"),
        < 1e6 => Write($"{bytes / 1e3:0.0} KB"),
        < 1e9 => Write($"{bytes / 1e6:0.0} MB"),
        _ => Write($"{bytes / 1e9:0.00} GB"),
    };

    public static string Write(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    public void Add(params string[] cells) => _rows.Add(cells);

    public override string ToString()
    {
        int columns = _rows.Max(row => row.Length);
        // A line of text is a row of one cell.
        int[] widths = [.. Enumerable.Range(0, columns).Select(i => _rows.Max(row => row.Length > 1 && i < row.Length ? row[i].Length : 0))];
        StringBuilder text = new();
        foreach (string[] row in _rows)
        {
            StringBuilder line = new();
            for (int i = 0; i < row.Length; i++)
                line.Append(i == 0 ? row[i].PadRight(widths[i]) : "  " + row[i].PadLeft(widths[i]));
            text.Append(line.ToString().TrimEnd()).Append('\n');
        }

        return text.ToString();
    }
}
