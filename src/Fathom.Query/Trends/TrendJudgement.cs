namespace Fathom.Query.Trends;

/// <summary>A verdict with what it rests on.</summary>
/// <param name="Verdict">The verdict.</param>
/// <param name="Reason">Why.</param>
/// <param name="Slope">Theil-Sen slope after the warm-up cut, per unit of time.</param>
/// <param name="Confidence">Mann-Kendall confidence of a rise, between 0 and 1; of a fall where the slope is negative.</param>
/// <param name="Tau">Kendall's tau of the blocks.</param>
/// <param name="WarmUpEnd">Time of the first point that was judged.</param>
/// <param name="Blocks">Independent blocks that the points make.</param>
public readonly record struct TrendJudgement(TrendVerdict Verdict, TrendReason Reason, double Slope, double Confidence, double Tau, double WarmUpEnd, int Blocks)
{
    /// <summary>The slope that the true one is not above, 95 % sure; not a number where nothing was ruled out.</summary>
    public double AtMost { get; init; } = double.NaN;
}
