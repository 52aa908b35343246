using System.Diagnostics;
using System.Globalization;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Surroundings;

/// <summary>When something is done again that may take a part of the time of a processor at most.</summary>
/// <param name="interval">How often, where it takes less.</param>
/// <param name="share">It takes one of so many parts of the time at most.</param>
internal sealed class Pace(TimeSpan interval, int share)
{
    private long _due = Stopwatch.GetTimestamp() + Ticks(interval);

    private TimeSpan _longest;

    /// <summary>The time until it is due.</summary>
    public TimeSpan Left => _due - Stopwatch.GetTimestamp() is > 0 and var ticks ? Stopwatch.GetElapsedTime(0, ticks) : TimeSpan.Zero;

    /// <summary>Does it where it is due.</summary>
    /// <returns>Processor time that it took, in nanoseconds.</returns>
    public long Do(Action work)
    {
        if (Stopwatch.GetTimestamp() < _due)
            return 0;
        long before = ClockCalls.ThreadCpuNs();
        work();
        long took = ClockCalls.ThreadCpuNs() - before;
        TimeSpan pause = interval.TotalNanoseconds >= took * share ? interval : TimeSpan.FromMicroseconds(took * share / 1000.0);
        _longest = pause > _longest ? pause : _longest;
        // What a sleeping machine missed is left out and not made up for.
        _due = Math.Max(_due, Stopwatch.GetTimestamp() - Ticks(pause)) + Ticks(pause);
        return took;
    }

    /// <summary>A sentence where it was done less often than asked for.</summary>
    /// <param name="what">What, with its verb: "the memory of processes was".</param>
    public IEnumerable<string> Slower(string what)
    {
        if (_longest > interval)
            yield return string.Create(CultureInfo.InvariantCulture, $"{what} read every {_longest.TotalSeconds:0.#} s at times, so that it took {100.0 / share:0.##} % of a processor at most");
    }

    private static long Ticks(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);
}
