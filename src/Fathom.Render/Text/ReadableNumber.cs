using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Units;

namespace Fathom.Render.Text;

/// <summary>Numbers as tables show them: with a readable unit, thousands separators, three or four figures where a unit was chosen.</summary>
public static class ReadableNumber
{
    // KB, MB and GB are read but not chosen: sizes of memory are powers of two.
    private static readonly string[] s_byteUnits = ["GiB", "MiB", "KiB"];
    private static readonly (string Unit, long From)[] s_timeUnits =
    [
        ("h", 2 * 3_600_000_000_000), ("min", 2 * 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000),
    ];

    /// <summary>A number with the unit that reads best.</summary>
    public static string Of(double value, ColumnUnit unit) => unit switch
    {
        _ when double.IsNaN(value) => CellText.Absent,
        _ when double.IsInfinity(value) => value > 0 ? "inf" : "-inf",
        ColumnUnit.Bytes => Bytes(value),
        ColumnUnit.Nanoseconds => Duration(value),
        ColumnUnit.Percent => $"{Text(value, "#,##0.0")} %",
        ColumnUnit.Address => Address((long)value),
        _ => Text(value, "#,##0.###"),
    };

    /// <summary>An estimate with the unit that reads best: no more figures than an estimate has, two where the first is a 1, else one; two of a size.</summary>
    public static string About(double value, ColumnUnit unit)
    {
        if (!double.IsFinite(value))
            return Of(value, unit);
        string[] parts = Of(value, unit).Split(' ');
        double number = double.Parse(parts[0], NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
        if (number == 0)
            return string.Join(' ', parts);
        double first = Math.Pow(10, Math.Floor(Math.Log10(Math.Abs(number))));
        double step = unit == ColumnUnit.Bytes || Math.Abs(number) < 2 * first ? first / 10 : first;
        return string.Join(' ', [(Math.Round(number / step, MidpointRounding.AwayFromZero) * step).ToString("#,##0.###", CultureInfo.InvariantCulture), .. parts[1..]]);
    }

    /// <summary>A number with the unit that reads best and three figures, where others stand beside it.</summary>
    public static string Brief(double value, ColumnUnit unit)
    {
        string[] parts = Of(value, unit).Split(' ');
        if (value == 0)
            return "0";
        if (!double.IsFinite(value) || !double.TryParse(parts[0], NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out double number))
            return string.Join(' ', parts);
        string format = Math.Abs(number) switch { >= 100 => "#,##0", >= 10 => "0.0", >= 1 => "0.00", _ => "0.###" };
        return string.Join(' ', [number.ToString(format, CultureInfo.InvariantCulture), .. parts[1..]]);
    }

    /// <summary>A whole number with the unit that reads best.</summary>
    public static string Of(long value, ColumnUnit unit) => unit switch
    {
        ColumnUnit.None => value.ToString(CultureInfo.InvariantCulture),
        ColumnUnit.Count => value.ToString("#,##0", CultureInfo.InvariantCulture),
        ColumnUnit.Address => Address(value),
        _ => Of((double)value, unit),
    };

    /// <summary>An address: a number of 64 bits without a sign, in hexadecimal digits with 0x before them, as options take it.</summary>
    public static string Address(long value) => string.Create(CultureInfo.InvariantCulture, $"0x{value:x}");

    /// <summary>A number in a unit that the user chose; the unit is not repeated. What is too small for its digits is not shown as zero.</summary>
    public static string In(double value, MeasureUnit unit)
    {
        const double leastShown = 0.005;
        if (unit.Factor == 1)
            return Text(value, "#,##0.###");
        double shown = value / unit.Factor;
        return shown != 0 && Math.Abs(shown) < leastShown ? shown > 0 ? "<0.01" : ">-0.01" : Text(shown, "#,##0.00");
    }

    private static string Bytes(double value)
    {
        foreach (string name in s_byteUnits)
        {
            long factor = MeasureUnit.Find(name)!.Factor;
            if (Math.Abs(value) >= factor)
                return $"{Text(value / factor, "#,##0.0")} {name}";
        }

        return $"{Text(value, "#,##0.##")} B";
    }

    private static string Duration(double value)
    {
        foreach ((string name, long from) in s_timeUnits)
        {
            if (Math.Abs(value) >= from)
                return $"{Text(value / MeasureUnit.Find(name)!.Factor, "#,##0.0##")} {name}";
        }

        return $"{Text(value, "#,##0.##")} ns";
    }

    private static string Text(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
