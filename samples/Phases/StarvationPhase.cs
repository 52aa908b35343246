using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Phases;

/// <summary>More work items block than the pool has threads, so the others wait in its queue.</summary>
internal static class StarvationPhase
{
    private const int Workers = 2;
    private const int BlockedMs = 100;

    public static void Run(Phase phase, int count)
    {
        ThreadPool.GetMinThreads(out int workers, out int io);
        ThreadPool.GetMaxThreads(out int most, out int mostIo);
        ThreadPool.SetMinThreads(Workers, 1);
        ThreadPool.SetMaxThreads(Workers, 1);
        phase.Run(_ =>
        {
            long queuedNs = 0;
            using CountdownEvent open = new(count);
            for (int i = 0; i < count; i++)
            {
                long queued = Stopwatch.GetTimestamp();
                ThreadPool.UnsafeQueueUserWorkItem(_ =>
                {
                    Interlocked.Add(ref queuedNs, Stopwatch.GetTimestamp() - queued);
                    Block();
                    open.Signal();
                }, null);
            }

            open.Wait();
            phase.Fact("items", count);
            phase.Fact("queued_ns", queuedNs);
        });
        ThreadPool.SetMaxThreads(most, mostIo);
        ThreadPool.SetMinThreads(workers, io);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Block() => Thread.Sleep(BlockedMs);
}
