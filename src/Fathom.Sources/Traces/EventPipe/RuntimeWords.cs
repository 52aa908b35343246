using Fathom.Sources.Events;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>What things of the thread pool and of the compiler are called in tables.</summary>
internal static class RuntimeWords
{
    public static string Of(ThreadPoolWorkerChange change) => change switch
    {
        ThreadPoolWorkerChange.Start => "worker start",
        ThreadPoolWorkerChange.Stop => "worker stop",
        _ => "worker wait",
    };

    public static string Of(ThreadPoolAdjustmentReason reason) => reason switch
    {
        ThreadPoolAdjustmentReason.Warmup => "warmup",
        ThreadPoolAdjustmentReason.Initializing => "initializing",
        ThreadPoolAdjustmentReason.RandomMove => "random move",
        ThreadPoolAdjustmentReason.ClimbingMove => "climbing move",
        ThreadPoolAdjustmentReason.ChangePoint => "change point",
        ThreadPoolAdjustmentReason.Stabilizing => "stabilizing",
        ThreadPoolAdjustmentReason.Starvation => "starvation",
        ThreadPoolAdjustmentReason.ThreadTimedOut => "thread timed out",
        ThreadPoolAdjustmentReason.CooperativeBlocking => "cooperative blocking",
        _ => $"reason {(int)reason}",
    };

    public static string Of(MethodTier tier) => tier switch
    {
        MethodTier.Minimal => "minimal",
        MethodTier.Optimized => "optimized",
        MethodTier.Tier0 => "tier 0",
        MethodTier.Tier1 => "tier 1",
        MethodTier.Tier1Osr => "tier 1 osr",
        MethodTier.Tier0Instrumented => "tier 0 instrumented",
        MethodTier.Tier1Instrumented => "tier 1 instrumented",
        _ => "unknown",
    };
}
