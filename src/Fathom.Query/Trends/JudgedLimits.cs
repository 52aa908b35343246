using Fathom.Model.Conditions;

namespace Fathom.Query.Trends;

/// <summary>What limits on the metrics of a process come to.</summary>
/// <param name="OnValues">Those on newest values.</param>
/// <param name="OnGrowth">Those on slopes.</param>
public readonly record struct JudgedLimits(LimitVerdict OnValues, LimitVerdict OnGrowth)
{
    /// <summary>Whether any is broken.</summary>
    public bool IsBroken => OnValues.Broken.Count + OnGrowth.Broken.Count > 0;

    /// <summary>Whether any could not be judged.</summary>
    public bool IsOpen => OnValues.NotJudged.Count + OnGrowth.NotJudged.Count > 0;
}
