namespace Fathom.Query.Trends;

/// <summary>A series and its verdict.</summary>
/// <param name="Line">The series.</param>
/// <param name="Judgement">The verdict.</param>
public readonly record struct TrendFinding(TrendLine Line, TrendJudgement Judgement);
