using Fathom.Model.Results;
using Fathom.Render.Formats;
using Fathom.Render.Text;

namespace Fathom.Render.Serializers;

/// <summary>
/// What the serializers of a case get through and allocate, below their ranking and in its order. MB/s is the size of the output over the time of one operation; 1
/// MB is 1,000,000 bytes.
/// </summary>
internal static class CaseRates
{
    private static readonly FigureGrid s_grid = new(["serializer", "serialize MB/s", "allocated", "deserialize MB/s", "allocated"], words: 1);

    /// <summary>A line per serializer, and nothing where no row was timed.</summary>
    /// <param name="rows">What was timed.</param>
    /// <param name="name">The name of a row, safe to show.</param>
    /// <param name="to">Where to.</param>
    /// <param name="style">Width and emphasis.</param>
    public static void Write(IEnumerable<ComparisonRow> rows, Func<ComparisonRow, string> name, TextWriter to, TableStyle style)
    {
        string[][] lines = [.. rows.Select(row => (string[])[name(row), Rate(row, "serialize"), Allocated(row, "serialize"), Rate(row, "deserialize"), Allocated(row, "deserialize")])];
        if (lines.Length == 0)
            return;
        to.WriteLine();
        s_grid.Write(lines, to, style);
    }

    private static string Rate(ComparisonRow row, string operation) =>
        row.Number("size_bytes") is { } size && row.Number($"{operation}_ns") is > 0 and { } ns ? ComparisonText.Figures(size * 1000 / ns) : CellText.Absent;

    private static string Allocated(ComparisonRow row, string operation) =>
        row.Number($"{operation}_allocated_bytes") is { } bytes ? ReadableNumber.Of(Math.Round(bytes), ColumnUnit.Bytes) : CellText.Absent;
}
