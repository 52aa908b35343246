using Fathom.Model.Results;

namespace Fathom.Query.Trends;

/// <summary>Verdicts as rows.</summary>
public static class TrendTable
{
    /// <summary>One row per verdict, with the columns of <see cref="TrendShapes.Verdicts"/>.</summary>
    /// <param name="findings">The verdicts.</param>
    /// <param name="per">What the slope is per: "h" or "iteration".</param>
    /// <param name="says">Makes the sentence of a row.</param>
    public static ResultTable Of(IReadOnlyList<TrendFinding> findings, string per, Func<TrendFinding, string> says) =>
        new(TrendShapes.Verdicts(isForPeople: false).Columns, [.. findings.Select(finding => Row(finding, per, says(finding)))]);

    /// <summary>The verdict as JSON, CSV and conditions name it.</summary>
    public static string NameOf(TrendVerdict verdict) => verdict switch
    {
        TrendVerdict.Grows => "grows",
        TrendVerdict.DoesNotGrow => "does not grow",
        TrendVerdict.Paging => "paging",
        _ => "too short to tell",
    };

    /// <summary>The reason as JSON, CSV and conditions name it.</summary>
    public static string NameOf(TrendReason reason) => reason switch
    {
        TrendReason.Steady => "steady",
        TrendReason.NoRise => "no rise",
        TrendReason.Falls => "falls",
        TrendReason.Constant => "constant",
        TrendReason.Immaterial => "immaterial",
        TrendReason.Settled => "settled",
        TrendReason.FewValues => "few values",
        TrendReason.LongSwings => "long swings",
        TrendReason.WithinSwings => "within swings",
        TrendReason.Slowing => "slowing",
        TrendReason.LateJump => "late jump",
        TrendReason.Swapped => "swapped",
        TrendReason.NoCollection => "no collection",
        TrendReason.Hidden => "hidden by swings",
        TrendReason.SmallSoFar => "small so far",
        TrendReason.OwnSession => "own session",
        _ => "unsure",
    };

    private static Cell[] Row(TrendFinding finding, string per, string says)
    {
        (TrendLine line, TrendJudgement judgement) = finding;
        TrendSeries series = line.Series;
        bool isCut = judgement.WarmUpEnd > series.FirstTime && judgement.Reason is not TrendReason.FewValues;
        return
        [
            Cell.Of(line.Subject.Pid),
            Cell.Of(line.Subject.Name),
            Cell.Of(line.Metric),
            Cell.Of(line.Item),
            Cell.Of(NameOf(judgement.Verdict)),
            Cell.Of(NameOf(judgement.Reason)),
            judgement.Reason is TrendReason.FewValues ? default : Cell.Of(judgement.Slope),
            Cell.Of(per),
            judgement.Reason is TrendReason.FewValues ? default : Cell.Of(judgement.Confidence * 100),
            judgement.Reason is TrendReason.FewValues ? default : Cell.Of(judgement.Tau),
            Cell.Of(series.First),
            Cell.Of(series.Last),
            Cell.Of(series.Highest),
            Cell.Of(series.Samples),
            Cell.Of(isCut ? judgement.WarmUpEnd - series.FirstTime : 0),
            Cell.Of(says),
        ];
    }
}
