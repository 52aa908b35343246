using System.Diagnostics;

namespace Fathom.Capture.Watching;

/// <summary>The clock of this machine: CLOCK_MONOTONIC.</summary>
public sealed class SystemWatchClock : IWatchClock
{
    private const long NsPerMs = 1_000_000;

    private readonly long _start = Stopwatch.GetTimestamp();

    /// <inheritdoc/>
    public long NowNs => (long)Stopwatch.GetElapsedTime(_start).TotalNanoseconds;

    /// <inheritdoc/>
    public bool WaitUntil(long ns, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            long left = ns - NowNs;
            if (left <= 0)
                return true;
            stop.WaitHandle.WaitOne((int)Math.Min(int.MaxValue, (left + NsPerMs - 1) / NsPerMs));
        }

        return false;
    }
}
