using System.Diagnostics;
using Fathom.Model;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.Threads.Stops;

/// <summary>
/// Does on the running target what the stop will do, and drops what it finds: it loads and compiles what the stop needs, and its time is the estimate. Stacks
/// are left out: following one while other threads run ends this program inside of the data access library, even where its own thread is held.
/// </summary>
internal static class StopRehearsal
{
    private const long SampleBytes = 16 * 1024 * 1024;

    /// <summary>Rehearses.</summary>
    /// <param name="target">The running target, whose runtime has been asked nothing yet: so it is in the stop.</param>
    /// <param name="plan">What was made ready.</param>
    /// <param name="pace">How many times as long as on a quiet machine it takes to read the target.</param>
    /// <returns>
    /// Null where it went wrong: the running target may show anything, and the data access library answers nonsense with errors of any kind. What is really
    /// wrong shows again in the stop.
    /// </returns>
    public static StopTimes? TryRun(LiveTarget target, StackPlan plan, double pace)
    {
        try
        {
            return Run(target, plan, pace);
        }
        catch (Exception e) when (e is not (OperationCanceledException or FathomException))
        {
            return null;
        }
    }

    private static StopTimes Run(LiveTarget target, StackPlan plan, double pace)
    {
        long start = Stopwatch.GetTimestamp();
        HeapMap map = HeapMapReader.Read(target.Runtime);
        plan.Roots?.Rehearse(target.Runtime, target.Memory, new DacTurn(plan.Catalog.Gate, target.Due));
        TimeSpan tables = Stopwatch.GetElapsedTime(start);
        TimeSpan copying = plan.Copy is { } copy ? Copying(copy, map, target.Due) : TimeSpan.Zero;
        return new StopTimes(StackPause.Stacks(target.Runtime.Threads.Length, pace), tables, copying);
    }

    private static TimeSpan Copying(HeapCopy copy, HeapMap map, CancellationToken due)
    {
        HeapMap sample = HeapRehearsal.Sample(map, SampleBytes);
        long start = Stopwatch.GetTimestamp();
        copy.TryTake(sample, due);
        return Stopwatch.GetElapsedTime(start) * (map.AllocatedBytes / (double)Math.Max(1, sample.AllocatedBytes));
    }
}
