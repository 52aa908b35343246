namespace Fathom.Serializers.Kit.Measuring;

/// <summary>How a warm-up ended.</summary>
/// <param name="Calls">Operations that it ran.</param>
/// <param name="DurationNs">Its time.</param>
/// <param name="IsSettled">Whether tiered compilation came to rest; false when the time limit ended it.</param>
/// <param name="CompiledMethods">Methods that the process has compiled.</param>
/// <param name="BackgroundCompilations">Batches of the background compiler that were seen to end.</param>
/// <param name="CallsPerSlice">Operations that take about 20 ms.</param>
/// <param name="Sum">What the operations returned.</param>
public readonly record struct WarmupResult(
    long Calls, long DurationNs, bool IsSettled, int CompiledMethods, long BackgroundCompilations, long CallsPerSlice, long Sum);
