using Fathom.Query.Trends;
using Fathom.Render.Trends;

namespace Fathom.Cli.Commands.Watch;

/// <summary>The sentence of a verdict.</summary>
internal static class TrendSentence
{
    /// <summary>Says it.</summary>
    /// <param name="finding">The verdict.</param>
    /// <param name="per">What the slope is per: "h" or "iteration".</param>
    public static string Of(TrendFinding finding, string per)
    {
        (TrendLine line, TrendJudgement judgement) = finding;
        TrendSeries series = line.Series;
        return TrendText.Of(new TrendFacts(TrendTable.NameOf(judgement.Verdict), TrendTable.NameOf(judgement.Reason), line.Unit, per)
        {
            Growth = judgement.Slope,
            AtMost = judgement.AtMost,
            SessionBytes = TrendBook.SessionBytes,
            ConfidencePercent = judgement.Confidence * 100,
            First = series.First,
            Last = series.Last,
            Span = series.LastTime - series.FirstTime,
            WarmUp = Math.Max(0, judgement.WarmUpEnd - series.FirstTime - (series.Count > 1 ? series.Times[0] - series.FirstTime : 0)),
            Samples = series.Samples,
            LeastSamples = TrendJudge.LeastPoints,
        });
    }
}
