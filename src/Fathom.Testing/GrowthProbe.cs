using System.Diagnostics;

namespace Fathom.Testing;

/// <summary>Runs an action and counts all live objects between, in rounds, until it is known whether it leaves any behind.</summary>
/// <param name="action">The action.</param>
/// <param name="wait">Waits as the caller may: on its thread, or not.</param>
internal sealed class GrowthProbe(Func<Task> action, Func<TimeSpan, Task> wait)
{
    // A step without the action lasts as long as one with it, so that the rest of the process has the same time in both. This long it need not be.
    private static readonly TimeSpan s_longestPause = TimeSpan.FromSeconds(5);

    // A quick action would leave others less time than they have in a pause; a slow one is told by its runs.
    private static readonly TimeSpan s_shortestPause = TimeSpan.FromMilliseconds(1);

    private TimeSpan _inRuns;
    private long _runs;

    /// <summary>Runs the action.</summary>
    /// <param name="iterations">Runs, where the first round tells. A quarter of them is the warm-up.</param>
    /// <param name="allowedBytesPerIteration">Growth that is allowed.</param>
    /// <returns>What grows, or null.</returns>
    /// <exception cref="InvalidOperationException">The runtime does not tell its objects.</exception>
    public async Task<string?> Find(int iterations, double allowedBytesPerIteration)
    {
        int step = iterations * 3 / 4 / GrowthRound.Pairs;
        Dictionary<ulong, HeapTypeFacts> types = [];
        using HeapCount one = new(types), other = new(types);
        (HeapCount last, HeapCount now) = (one, other);
        // The first counts make objects that stay.
        Settle(now);
        await Run(iterations - step * GrowthRound.Pairs).ConfigureAwait(false);
        Settle(last);
        GrowthVerdict verdict = new(allowedBytesPerIteration);
        while (true)
        {
            GrowthRound round = new(step);
            for (int pair = 0; pair < GrowthRound.Pairs; pair++)
            {
                // In a random order: nothing that happens at regular times falls into one kind of step only.
                bool isFirst = Random.Shared.Next(2) == 0;
                for (int half = 0; half < 2; half++)
                {
                    bool isWith = isFirst == (half == 0);
                    await (isWith ? Run(round.Runs[pair]) : Pause(round.Runs[pair])).ConfigureAwait(false);
                    Settle(now);
                    round.Add(pair, isWith, last.Objects, now.Objects);
                    (last, now) = (now, last);
                }
            }

            if (verdict.Judge(round, last.IsOwn) is { } grows)
                return grows ? GrowthReport.Of(round, verdict, last, allowedBytesPerIteration) : null;
            step *= 2;
        }
    }

    private async Task Run(int times)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < times; i++)
            await action().ConfigureAwait(false);
        _inRuns += Stopwatch.GetElapsedTime(start);
        _runs += times;
    }

    private Task Pause(int times)
    {
        TimeSpan length = _inRuns * times / _runs;
        return wait(length < s_shortestPause ? s_shortestPause : length > s_longestPause ? s_longestPause : length);
    }

#pragma warning disable RS0030 // A test asks for the collection: what is live cannot be known without.
    // What only a finalizer still holds, and what that held, is not live.
    private static void Settle(HeapCount count)
    {
        for (int i = 0; i < 2; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        count.Read();
    }
#pragma warning restore RS0030
}
