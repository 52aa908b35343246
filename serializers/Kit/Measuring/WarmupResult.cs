namespace Fathom.Serializers.Kit.Measuring;

/// <summary>How a warm-up ended.</summary>
/// <param name="Calls">Operations that it ran, over all kinds.</param>
/// <param name="DurationNs">Its time.</param>
/// <param name="IsSettled">Whether tiered compilation came to rest; false when the time limit ended it.</param>
/// <param name="CompiledMethods">Methods that the process has compiled.</param>
/// <param name="BackgroundCompilations">Batches of the background compiler that were seen to end.</param>
/// <param name="CallsPerSlice">Per kind of operation, how many of them take about 20 ms.</param>
/// <param name="Sum">What the operations returned.</param>
public sealed record WarmupResult(
    long Calls, long DurationNs, bool IsSettled, int CompiledMethods, long BackgroundCompilations, IReadOnlyList<long> CallsPerSlice, long Sum);
