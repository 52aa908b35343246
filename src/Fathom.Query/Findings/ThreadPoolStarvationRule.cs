using Fathom.Model.Findings;
using Fathom.Model.Threads;
using Fathom.Query.Stacks;

namespace Fathom.Query.Findings;

/// <summary>Work waits in the thread pool's queues while all its workers block, so that the work, and often what they wait for, does not get done.</summary>
internal sealed class ThreadPoolStarvationRule : ThreadRule
{
    private const int MaxPlaces = 3;

    /// <inheritdoc/>
    public override string Name => "thread-pool-starvation";

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ThreadLook look)
    {
        if (look.Pool is not { PendingCount: > 0 } pool || pool.ThreadCount < pool.GoalThreads)
            yield break;
        ThreadFacts[] workers = [.. look.Threads.Where(static thread => thread.Kind == ThreadKinds.Pool)];
        Dictionary<uint, LockFacts> waits = look.Locks.Where(static entry => !entry.Owns).GroupBy(static entry => entry.ThreadId)
            .ToDictionary(static group => group.Key, static group => group.First());
        LockFacts?[] blocked = [.. workers.Select(worker => waits.GetValueOrDefault(worker.ThreadId))];
        if (workers.Length == 0 || Array.Exists(blocked, static wait => wait is null || wait.Kind == LockKinds.Work))
            yield break;

        IEnumerable<string> places = workers.Zip(blocked, static (worker, wait) => $"{wait!.Kind} in {worker.OwnMethod}")
            .GroupBy(static place => place)
            .OrderByDescending(static group => group.Count())
            .ThenBy(static group => group.Key, StringComparer.Ordinal)
            .Select(static group => $"{group.Count()} wait for a {group.Key}");
        yield return new Finding(
            Name,
            pool.ThreadCount >= pool.MaxThreads ? Severity.Error : Severity.Warning,
            "thread pool",
            $"all {workers.Length} workers block while {pool.PendingCount} work items wait (limits {pool.MinThreads} to {pool.MaxThreads}); {string.Join("; ", places.Take(MaxPlaces))}");
    }
}
