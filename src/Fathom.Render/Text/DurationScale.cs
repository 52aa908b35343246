using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Units;

namespace Fathom.Render.Text;

/// <summary>How all durations of a column are written: in the unit of the largest, so that a longer one looks longer.</summary>
internal sealed class DurationScale
{
    private const double LeastShown = 0.0005;
    // No minutes: they are hard to compare with seconds. Hours only where seconds have more digits than anybody reads.
    private static readonly (string Unit, long From)[] s_units = [("h", 100_000 * 1_000_000_000L), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)];

    private readonly MeasureUnit _unit;
    private readonly bool _isWhole;

    private DurationScale(MeasureUnit unit, bool isWhole)
    {
        _unit = unit;
        _isWhole = isWhole;
    }

    /// <summary>The scale of a column.</summary>
    /// <param name="table">The rows that are shown.</param>
    /// <param name="position">The column, in nanoseconds.</param>
    public static DurationScale Of(ResultTable table, int position)
    {
        double largest = 0;
        foreach (Cell[] row in table.Rows)
        {
            if (IsDuration(row[position]))
                largest = Math.Max(largest, Math.Abs(row[position].Number));
        }

        string name = Array.Find(s_units, unit => largest >= unit.From).Unit ?? "ns";
        MeasureUnit chosen = MeasureUnit.Find(name)!;
        return new DurationScale(chosen, table.Rows.All(row => !IsDuration(row[position]) || Math.IEEERemainder(row[position].Number, chosen.Factor) == 0));
    }

    /// <summary>A duration: two decimals from 10 on, else three; none where no duration of the column has any. Only zero is <c>0</c>.</summary>
    /// <param name="nanoseconds">The duration, finite.</param>
    public string Text(double nanoseconds)
    {
        if (nanoseconds == 0)
            return "0";
        double value = nanoseconds / _unit.Factor;
        if (Math.Abs(value) < LeastShown)
            return $"{(value > 0 ? "<" : ">-")}0.001 {_unit.Name}";
        string format = _isWhole ? "#,##0" : Math.Abs(value) >= 10 ? "#,##0.00" : "#,##0.000";
        return $"{value.ToString(format, CultureInfo.InvariantCulture)} {_unit.Name}";
    }

    /// <summary>Whether a cell has a duration that a scale can show.</summary>
    public static bool IsDuration(Cell cell) => cell.Kind is CellKind.Integer or CellKind.Real && double.IsFinite(cell.Number);

    /// <summary>The texts, with blanks behind them that bring their decimal points below each other where they end together; an absent value gets none.</summary>
    public static string[] Align(string[] texts)
    {
        int longest = texts.Max(static text => TailOf(text)) ?? 0;
        return Array.ConvertAll(texts, text => TailOf(text) is { } tail ? text + new string(' ', longest - tail) : text);
    }

    // Characters from the decimal point or the unit on; null without a digit.
    private static int? TailOf(string text) => text.AsSpan().IndexOfAnyInRange('0', '9') < 0 ? null
        : text.AsSpan().IndexOfAny('.', ' ') is >= 0 and int end ? text.Length - end : 0;
}
