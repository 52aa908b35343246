namespace Fathom.Query.Comparing;

/// <summary>A small bar for each run, side by side.</summary>
public static class TrendBars
{
    /// <summary>So many runs have bars; of more, the newest ones.</summary>
    public const int Most = 24;

    private const char Unknown = '?';
    private const char Nothing = '.';
    private const string Bars = "▁▂▃▄▅▆▇█";

    /// <summary>The bars, of which the highest is that of the largest value; <c>.</c> for 0 and less, <c>?</c> for what is not known.</summary>
    /// <param name="values">The value of each run, the oldest first.</param>
    public static string Of(IReadOnlyList<double?> values)
    {
        double highest = values.Max() ?? 0;
        return string.Concat(values.Skip(Math.Max(0, values.Count - Most)).Select(value => value switch
        {
            null => Unknown,
            <= 0 => Nothing,
            { } number => Bars[Math.Min(Bars.Length - 1, (int)(number / highest * Bars.Length))],
        }));
    }
}
