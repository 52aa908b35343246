namespace Fathom.Model.Threads;

/// <summary>The thread pool of a process at one moment.</summary>
/// <param name="MinThreads">Workers that it starts at once.</param>
/// <param name="MaxThreads">Most workers.</param>
/// <param name="GoalThreads">Workers that it wants.</param>
/// <param name="ThreadCount">Workers that exist.</param>
/// <param name="WorkingCount">Workers that process work.</param>
/// <param name="PendingCount">Work items in all queues.</param>
public sealed record ThreadPoolFacts(int MinThreads, int MaxThreads, int GoalThreads, int ThreadCount, int WorkingCount, long PendingCount);
