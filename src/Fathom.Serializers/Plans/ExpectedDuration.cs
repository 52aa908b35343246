namespace Fathom.Serializers.Plans;

/// <summary>How long a plan will take: an estimate from what it asks for, made before anything is known of the serializers.</summary>
public static class ExpectedDuration
{
    // A process starts, makes the data and checks it; compilation of both operations comes to rest; a sample takes 20 ms. Those are made ready side by side.
    private static readonly TimeSpan s_start = TimeSpan.FromMilliseconds(600);
    private static readonly TimeSpan s_settle = TimeSpan.FromMilliseconds(2500);
    private static readonly TimeSpan s_sample = TimeSpan.FromMilliseconds(20);

    // Switching events on, and naming all methods at the end.
    private static readonly TimeSpan s_events = TimeSpan.FromMilliseconds(400);

    /// <summary>The time of profiles, without building the programs: each operation runs as long without events as with them.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="cells">Serializers and cases that are to be profiled.</param>
    public static TimeSpan OfProfiles(SuitePlan plan, int cells) =>
        cells * (s_start + (2 * plan.Lanes.Count * (WarmUp(plan) + s_events + (2 * plan.ProfiledTime.GetValueOrDefault()))));

    /// <summary>The time, without building the programs.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="launches">Processes that are to run.</param>
    /// <param name="processors">How many are made ready at the same time.</param>
    public static TimeSpan Of(SuitePlan plan, int launches, int processors) =>
        launches * (((s_start + (plan.Lanes.Count * WarmUp(plan))) / processors) + (2 * plan.Lanes.Count * plan.Threads.Count * plan.Samples * s_sample));

    private static TimeSpan WarmUp(SuitePlan plan) => plan.WarmupLimit < s_settle ? plan.WarmupLimit : s_settle;
}
