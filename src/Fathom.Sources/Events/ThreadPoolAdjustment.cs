namespace Fathom.Sources.Events;

/// <summary>The thread pool has decided how many worker threads it wants.</summary>
/// <param name="Throughput">Work items per second that it saw.</param>
/// <param name="Workers">Worker threads that it wants.</param>
/// <param name="Reason">Why.</param>
public readonly record struct ThreadPoolAdjustment(double Throughput, int Workers, ThreadPoolAdjustmentReason Reason);
