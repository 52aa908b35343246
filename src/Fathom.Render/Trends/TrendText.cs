using System.Globalization;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Trends;

/// <summary>Says verdicts in words.</summary>
public static class TrendText
{
    private const double MinutesPerHour = 60;

    /// <summary>The sentence of a verdict.</summary>
    /// <param name="facts">What is said.</param>
    public static string Of(TrendFacts facts) => facts.Verdict switch
    {
        "grows" => $"grows by {Rate(facts)} ({Confidence(facts)}): {Move(facts)}{Cut(facts)}",
        "paging" => $"paging: the kernel moved memory to swap, so resident memory is no evidence; check swap_bytes. {Move(facts)}",
        "does not grow" => $"does not grow{Why(facts)}: {Move(facts)}{Cut(facts)}",
        _ => $"too short to tell: {WhyShort(facts)}",
    };

    /// <summary>A slope with its unit: "5.2 MiB per hour".</summary>
    public static string Rate(TrendFacts facts) => $"{Value(facts.Growth, facts.Unit)} per {(facts.Per == "h" ? "hour" : facts.Per)}";

    private static string Why(TrendFacts facts) => facts.Reason switch
    {
        "falls" => $", it falls by {Value(-facts.Growth, facts.Unit)} per {(facts.Per == "h" ? "hour" : facts.Per)}",
        "constant" => ", it never changed",
        "immaterial" => " by an amount that matters",
        "settled" => ", it has settled",
        _ => "",
    };

    private static string WhyShort(TrendFacts facts) => facts.Reason switch
    {
        "few values" => string.Create(CultureInfo.InvariantCulture, $"{facts.Samples} values, and at least {facts.LeastSamples} are needed"),
        "long swings" => $"it swings so slowly that few swings fit into {Span(facts)}; {Move(facts)}",
        "within swings" => $"it grows, but by less than it swings; {Move(facts)}",
        "slowing" => $"its growth slows down; {Move(facts)}",
        "no collection" => $"no garbage collection ran, so garbage cannot be distinguished from live objects; {Move(facts)}",
        "hidden by swings" => $"no growth is visible, but its swings could hide {Hidden(facts)}; {Move(facts)}",
        "small so far" => $"growth is likely ({Confidence(facts)}), but so far too small to matter; {Move(facts)}",
        "own session" => $"it grows by no more than the {Value(facts.SessionBytes, ColumnUnit.Bytes)} that the event session of the watch may use; {Move(facts)}",
        "late jump" => $"most of the growth came late; {Move(facts)}",
        _ => $"growth is likely ({Confidence(facts)}), but chance is not ruled out; {Move(facts)}",
    };

    private static string Hidden(TrendFacts facts) => double.IsFinite(facts.AtMost)
        ? $"one of up to {Value(facts.AtMost, facts.Unit)} per {(facts.Per == "h" ? "hour" : facts.Per)}"
        : "one";

    private static string Move(TrendFacts facts) => $"{Value(facts.First, facts.Unit)} to {Value(facts.Last, facts.Unit)} in {Span(facts)}";

    private static string Cut(TrendFacts facts) => facts.WarmUp > 0 ? $", the first {Time(facts.WarmUp, facts.Per)} left out as warm-up" : "";

    private static string Span(TrendFacts facts) => Time(facts.Span, facts.Per);

    private static string Time(double time, string per) => per == "h"
        ? time * MinutesPerHour < 2 ? Text(time * MinutesPerHour * MinutesPerHour, "0.#", "s") : time < 2 ? Text(time * MinutesPerHour, "0.#", "min") : Text(time, "0.#", "h")
        : Text(time, "0.##", per + "s");

    private static string Text(double value, string format, string unit) => $"{value.ToString(format, CultureInfo.InvariantCulture)} {unit}";

    // Never "100 %": no test is that sure.
    private static string Confidence(TrendFacts facts) =>
        string.Create(CultureInfo.InvariantCulture, $"confidence {Math.Min(99.9, Math.Floor(facts.ConfidencePercent * 10) / 10):0.0} %");

    private static string Value(double value, ColumnUnit unit) => ReadableNumber.Of(unit == ColumnUnit.Count ? Math.Round(value, 2) : value, unit);
}
