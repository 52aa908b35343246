using System.Globalization;
using Fathom.Model.Statistics;

namespace Fathom.Query.Serializers.Contests;

/// <summary>Figures and names inside of the sentences of a conclusion.</summary>
internal static class ConclusionWords
{
    private const int MostNames = 4;

    /// <summary>"A, B and C"; of many the first ones and how many more.</summary>
    public static string Names(IReadOnlyList<string> names) => names.Count switch
    {
        0 => "none",
        1 => names[0],
        <= MostNames => $"{string.Join(", ", names.Take(names.Count - 1))} and {names[^1]}",
        _ => $"{string.Join(", ", names.Take(MostNames - 1))} and {names.Count - MostNames + 1} others",
    };

    /// <summary>"1.31 times (1.22 to 1.41)"; without bounds where there are none.</summary>
    public static string Times(Estimate ratio) => ratio.HasBounds && Factor(ratio.Low) != Factor(ratio.High)
        ? string.Create(CultureInfo.InvariantCulture, $"{Factor(ratio.Median)} times ({Factor(ratio.Low)} to {Factor(ratio.High)})")
        : $"{Factor(ratio.Median)} times";

    /// <summary>A ratio in three figures.</summary>
    public static string Factor(double value) => value.ToString(value >= 100 ? "#,##0" : value >= 10 ? "0.0" : "0.00", CultureInfo.InvariantCulture);

    /// <summary>A time in three figures.</summary>
    public static string Time(double ns) => ns switch
    {
        >= 1e9 => $"{Factor(ns / 1e9)} s",
        >= 1e6 => $"{Factor(ns / 1e6)} ms",
        >= 1e3 => $"{Factor(ns / 1e3)} us",
        _ => $"{Factor(ns)} ns",
    };

    /// <summary>A size: exact below 1,000 bytes.</summary>
    public static string Size(double bytes) => bytes switch
    {
        >= 1 << 20 => $"{Factor(bytes / (1 << 20))} MiB",
        >= 1000 => $"{Factor(bytes / 1024)} KiB",
        _ => string.Create(CultureInfo.InvariantCulture, $"{bytes:0} B"),
    };

    /// <summary>"1 attack", "8 attacks".</summary>
    public static string Count(long number, string what) => string.Create(CultureInfo.InvariantCulture, $"{number:#,##0} {what}{(number == 1 ? "" : "s")}");
}
