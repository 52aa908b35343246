using Fathom.Model.Threads;
using Fathom.Sources.Threads.Stacks;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Stops;

/// <summary>
/// Reads the managed thread pool (the only one on Linux) from its own fields: <c>PortableThreadPool.ThreadPoolInstance</c> has the limits and the counts,
/// <c>ThreadPool.s_workQueue</c> the shared queues, <c>WorkStealingQueueList.s_queues</c> the queues of the workers.
/// </summary>
/// <param name="runtime">Of a target whose heap stands still.</param>
/// <param name="types">Finds the types of the pool.</param>
internal sealed class PoolReader(ClrRuntime runtime, CoreTypes types)
{
    private const int MaxSegments = 1_000_000;

    /// <summary>The state; null where the program has not used the pool, or the runtime keeps it in another way.</summary>
    public ThreadPoolFacts? Read()
    {
        ClrObject pool = Static(CoreTypes.Pool, "ThreadPoolInstance");
        if (!pool.IsValid || !pool.TryReadField("_minThreads", out short min) || !pool.TryReadField("_maxThreads", out short max))
            return null;

        // ThreadCounts packs three 16-bit numbers: workers processing work, workers in all, workers wanted.
        ulong counts = pool.ReadValueTypeField("_separated").ReadValueTypeField("counts").ReadField<ulong>("_data");
        return new ThreadPoolFacts(min, max, (short)(counts >> 32), (short)(counts >> 16), (short)counts, Pending());
    }

    private long Pending()
    {
        ClrObject queues = Static(CoreTypes.ThreadPool, "s_workQueue");
        if (!queues.IsValid)
            return 0;
        long pending = 0;
        foreach (string field in (ReadOnlySpan<string>)["workItems", "highPriorityWorkItems", "lowPriorityWorkItems"])
        {
            if (queues.TryReadObjectField(field, out ClrObject queue))
                pending += CountOf(queue);
        }

        if (queues.TryReadObjectField("_assignableWorkItemQueues", out ClrObject assignable))
            pending += Elements(assignable).Sum(CountOf);
        return pending + Elements(Static(CoreTypes.LocalQueues, "s_queues")).Sum(CountOfLocal);
    }

    // A ConcurrentQueue is a chain of rings. Head and tail only grow; closing a ring for new items adds twice its length to the tail.
    private static long CountOf(ClrObject queue)
    {
        long count = 0;
        if (!queue.IsValid || !queue.TryReadObjectField("_head", out ClrObject segment))
            return 0;
        for (int i = 0; i < MaxSegments && segment.IsValid; i++)
        {
            ClrValueType ends = segment.ReadValueTypeField("_headAndTail");
            int head = ends.ReadField<int>("Head");
            int tail = ends.ReadField<int>("Tail");
            if (segment.TryReadField("_frozenForEnqueues", out bool isClosed) && isClosed && segment.TryReadField("_slotsMask", out int mask))
                tail -= 2 * (mask + 1);
            count += Math.Max(0, tail - head);
            segment.TryReadObjectField("_nextSegment", out ClrObject next);
            segment = next;
        }

        return count;
    }

    private static long CountOfLocal(ClrObject queue) =>
        queue.IsValid && queue.TryReadField("m_headIndex", out int head) && queue.TryReadField("m_tailIndex", out int tail) ? Math.Max(0, tail - head) : 0;

    private static IEnumerable<ClrObject> Elements(ClrObject array)
    {
        if (!array.IsValid || !array.IsArray)
            yield break;
        ClrArray elements = array.AsArray();
        for (int i = 0; i < elements.Length; i++)
            yield return elements.GetObjectValue(i);
    }

    private ClrObject Static(string type, string field)
    {
        ClrStaticField? known = types.Find(runtime, type)?.GetStaticFieldByName(field);
        return known is not null && known.IsInitialized(runtime.AppDomains[0]) ? known.ReadObject(runtime.AppDomains[0]) : default;
    }
}
