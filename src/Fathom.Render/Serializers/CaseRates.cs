using Fathom.Model.Results;
using Fathom.Render.Formats;
using Fathom.Render.Text;

namespace Fathom.Render.Serializers;

/// <summary>What the serializers of a case get through and allocate, below their ranking and in its order. MB/s is the size of the output over the time of one operation; 1 MB is 1,000,000 bytes.</summary>
internal static class CaseRates
{
    private const int LeastName = 12;
    private const string Gap = "  ";

    private static readonly string[] s_heads = ["serializer", "serialize MB/s", "allocated", "deserialize MB/s", "allocated"];

    /// <summary>Writes them.</summary>
    /// <param name="rows">What was timed.</param>
    /// <param name="name">The name of a row, safe to show.</param>
    /// <param name="to">Where to.</param>
    /// <param name="style">Width and emphasis.</param>
    public static void Write(IEnumerable<ComparisonRow> rows, Func<ComparisonRow, string> name, TextWriter to, TableStyle style)
    {
        string[][] lines = [.. rows.Select(row => (string[])[name(row), Rate(row, "serialize"), Allocated(row, "serialize"), Rate(row, "deserialize"), Allocated(row, "deserialize")])];
        if (lines.Length == 0)
            return;
        int[] widths = [.. s_heads.Select((head, column) => lines.Select(line => TextWidth.Of(line[column])).Append(head.Length).Max())];
        int excess = widths.Sum() + (Gap.Length * (widths.Length - 1)) - style.Width!.Value;
        if (excess > 0)
            widths[0] = Math.Min(widths[0], Math.Max(LeastName, widths[0] - excess));
        to.WriteLine();
        to.WriteLine($"{(style.Colour ? "\e[1m" : "")}{Line(s_heads)}{(style.Colour ? "\e[0m" : "")}");
        foreach (string[] line in lines)
            to.WriteLine(Line(line));

        string Line(string[] cells) => string.Join(Gap, cells.Select((cell, column) =>
        {
            string text = TextWidth.Clip(cell, widths[column]);
            string room = new(' ', widths[column] - TextWidth.Of(text));
            return column == 0 ? text + room : room + text;
        })).TrimEnd();
    }

    private static string Rate(ComparisonRow row, string operation) =>
        row.Number("size_bytes") is { } size && row.Number($"{operation}_ns") is > 0 and { } ns ? ComparisonText.Figures(size * 1000 / ns) : CellText.Absent;

    private static string Allocated(ComparisonRow row, string operation) =>
        row.Number($"{operation}_allocated_bytes") is { } bytes ? ReadableNumber.Of(Math.Round(bytes), ColumnUnit.Bytes) : CellText.Absent;
}
