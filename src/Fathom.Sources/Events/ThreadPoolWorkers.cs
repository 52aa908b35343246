namespace Fathom.Sources.Events;

/// <summary>A worker thread of the thread pool has begun, ended or waits.</summary>
/// <param name="Change">What it did.</param>
/// <param name="Active">Worker threads that there are now.</param>
public readonly record struct ThreadPoolWorkers(ThreadPoolWorkerChange Change, int Active);
