namespace Fathom.Serializers.Plans;

/// <summary>How long a plan will take: an estimate from what it asks for, made before anything is known of the serializers.</summary>
public static class ExpectedDuration
{
    // A process starts, makes the data and checks it; compilation comes to rest; a sample takes 20 ms.
    private static readonly TimeSpan s_start = TimeSpan.FromMilliseconds(600);
    private static readonly TimeSpan s_settle = TimeSpan.FromMilliseconds(900);
    private static readonly TimeSpan s_sample = TimeSpan.FromMilliseconds(20);

    /// <summary>The time, without building the programs.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="launches">Processes that are to run.</param>
    public static TimeSpan Of(SuitePlan plan, int launches)
    {
        TimeSpan warm = plan.WarmupLimit < s_settle ? plan.WarmupLimit : s_settle;
        return launches * (s_start + (2 * plan.Lanes.Count * (warm + (plan.Samples * s_sample))));
    }
}
