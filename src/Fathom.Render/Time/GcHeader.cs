using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Render.Text;

namespace Fathom.Render.Time;

/// <summary>The lines above and below the garbage collections of a trace.</summary>
public static class GcHeader
{
    private const string Blocking = "blocking";

    /// <summary>A line for each process with what is known: "48 collections in 16.4 s: 5.29 s of pauses = 32 % of the time".</summary>
    /// <param name="sums">The processes.</param>
    public static IEnumerable<string> Sums(IReadOnlyList<GcSum> sums) =>
        ProcessLines.Of(sums, static sum => (sum.Process, sum.Pid), static sum => string.Join("; ", Parts(sum)), "collections");

    /// <summary>The collections with the longest pauses, a line each; none where there is one collection or none.</summary>
    /// <param name="longest">The collections.</param>
    /// <param name="showsProcess">Whether they are of several processes.</param>
    public static IEnumerable<string> Longest(IReadOnlyList<LongPause> longest, bool showsProcess)
    {
        if (longest.Count == 0)
            yield break;
        string[] numbers = [.. longest.Select(static pause => string.Create(CultureInfo.InvariantCulture, $"#{pause.Number}"))];
        string[] pauses = [.. longest.Select(static pause => ReadableNumber.Of(pause.PauseNs, ColumnUnit.Nanoseconds))];
        string[] starts = [.. longest.Select(static pause => (pause.StartNs / 1e9).ToString("0.000", CultureInfo.InvariantCulture) + " s")];
        yield return "The longest pauses (--each lists all collections):";
        for (int i = 0; i < longest.Count; i++)
        {
            LongPause pause = longest[i];
            string kind = pause.Kind == Blocking ? "" : $", {pause.Kind.Replace($"{Blocking} ", "", StringComparison.Ordinal)}";
            string process = showsProcess ? $", {pause.Process}" : "";
            string when = $"  {Right(pauses, i)}  {Right(numbers, i)}  at {Right(starts, i)}";
            yield return string.Create(CultureInfo.InvariantCulture, $"{when}  generation {pause.Generation}{kind}: {pause.Reason}{process}");
        }
    }

    private static string Right(string[] texts, int at) => texts[at].PadLeft(texts.Max(static text => text.Length));

    private static IEnumerable<string> Parts(GcSum sum)
    {
        string count = string.Create(CultureInfo.InvariantCulture, $"{sum.Count:#,##0} {(sum.Count == 1 ? "collection" : "collections")}");
        string span = sum.SpanNs is { } ns ? $" in {ReadableNumber.Of(ns, ColumnUnit.Nanoseconds)}" : "";
        string pauses = sum.PauseNs is { } pause ? $": {ReadableNumber.Of(pause, ColumnUnit.Nanoseconds)} of pauses" : "";
        string share = sum.PausePercent is { } percent ? $" = {ShareText.Of(percent)} of the time" : "";
        yield return $"{count}{span}{pauses}{share}";
        if (sum.LongestNs is { } longest)
            yield return $"longest {ReadableNumber.Of(longest, ColumnUnit.Nanoseconds)}";
        if (sum.UnknownPauses > 0)
            yield return string.Create(CultureInfo.InvariantCulture, $"{sum.UnknownPauses:#,##0} without a known pause");
        if (sum.AllocatedPerSecond is { } rate)
            yield return $"{ReadableNumber.Of(rate, ColumnUnit.Bytes)}/s allocated (estimate)";
    }
}
