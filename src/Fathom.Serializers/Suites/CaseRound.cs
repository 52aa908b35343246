using System.Collections.Concurrent;
using Fathom.Model.Recording;
using Fathom.Serializers.Plans;

namespace Fathom.Serializers.Suites;

/// <summary>
/// One round of a case: a process of each serializer. They are made ready side by side, as many at a time as there are processors, and then timed one at a time,
/// a sample of each in turns, forwards and backwards: a machine that is slow for half a second is so for all of them.
/// </summary>
/// <param name="cells">The serializers with the case.</param>
/// <param name="plan">How they are measured.</param>
internal sealed class CaseRound(IReadOnlyList<CaseMeasurement> cells, SuitePlan plan)
{
    // A process grows while it is measured.
    private const int Growth = 4;

    /// <summary>Runs them. Rows are written when all have ended, so that what was interrupted leaves none.</summary>
    /// <param name="to">Takes the rows.</param>
    /// <param name="progress">Told what is done now.</param>
    /// <param name="ended">Called with each that has ended, when its rows are written.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public async Task RunAsync(IRecordingSink to, Action<string> progress, Action<CaseMeasurement> ended, CancellationToken stop)
    {
        Queue<CaseMeasurement> waiting = new(cells);
        while (waiting.Count > 0)
        {
            ConcurrentDictionary<CaseMeasurement, CaseLaunch> ready = [];
            try
            {
                List<CaseMeasurement> turn = await StartAsync(waiting, ready, to, progress, ended, stop).ConfigureAwait(false);
                CaseLaunch[] launches = [.. turn.Select(cell => ready[cell])];
                await TakeAsync(launches, progress, stop).ConfigureAwait(false);
                foreach (CaseLaunch launch in launches)
                    await launch.CheckAgainAsync(stop).ConfigureAwait(false);
                // All or none: what was interrupted between two of them would leave a round that not all took part in.
                foreach (CaseMeasurement cell in turn)
                    cell.Finish(ready[cell], to);
                foreach (CaseMeasurement cell in turn)
                    ended(cell);
            }
            finally
            {
                foreach (CaseLaunch launch in ready.Values)
                    launch.Dispose();
            }
        }
    }

    // The first one tells how much memory a process takes, and so how many are alive at the same time: half of the machine's at the most.
    private static async Task<List<CaseMeasurement>> StartAsync(
        Queue<CaseMeasurement> waiting, ConcurrentDictionary<CaseMeasurement, CaseLaunch> ready, IRecordingSink to, Action<string> progress, Action<CaseMeasurement> ended, CancellationToken stop)
    {
        List<CaseMeasurement> turn = [];
        long most = 1;
        while (waiting.Count > 0 && turn.Count < most)
        {
            CaseMeasurement cell = waiting.Dequeue();
            if (!cell.IsTried(to))
            {
                ended(cell);
                continue;
            }

            turn.Add(cell);
            if (turn.Count > 1)
                continue;
            progress($"making {cell.Name} ready");
            ready[cell] = await cell.StartAsync(stop).ConfigureAwait(false);
            most = Math.Max(1, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 2 / Math.Max(1, Growth * ready[cell].ResidentBytes));
        }

        ParallelOptions limits = new() { MaxDegreeOfParallelism = Environment.ProcessorCount, CancellationToken = stop };
        await Parallel.ForEachAsync(turn.Skip(1), limits, async (cell, cancelled) =>
        {
            progress($"making {cell.Name} ready");
            ready[cell] = await cell.StartAsync(cancelled).ConfigureAwait(false);
        }).ConfigureAwait(false);
        return turn;
    }

    private async Task TakeAsync(CaseLaunch[] launches, Action<string> progress, CancellationToken stop)
    {
        foreach (string lane in plan.Lanes)
        {
            foreach (string operation in CaseLaunch.Operations)
            {
                foreach (int threads in plan.Threads)
                {
                    // Threads are made for a request, so several of them take all samples at once.
                    int turns = threads == 1 ? plan.Samples : 1;
                    for (int sample = 0; sample < turns; sample++)
                    {
                        progress(turns == 1 ? $"{operation} with {threads} threads" : $"{operation}, sample {sample + 1} of {turns}");
                        foreach (int at in BalancedOrder.Of(launches.Length, sample))
                            await launches[at].TakeAsync(operation, lane, threads, plan.Samples / turns, stop).ConfigureAwait(false);
                    }
                }
            }
        }
    }
}
