using Fathom.Capture.Watching;

namespace Fathom.Tests.Capture;

/// <summary>A clock that is at once where somebody waits for it to be.</summary>
internal sealed class JumpingClock : IWatchClock
{
    private int _waits;

    /// <summary>The wait after which it jumps ahead by a thousand seconds, as a machine that slept does; 0 for none.</summary>
    public int SleepAfter { get; set; }

    /// <summary>Called before each wait with the number of waits before.</summary>
    public Action<int>? BeforeWait { get; set; }

    public long NowNs { get; private set; }

    public bool WaitUntil(long ns, CancellationToken stop)
    {
        BeforeWait?.Invoke(_waits);
        NowNs = Math.Max(NowNs, ns);
        if (_waits++ == SleepAfter && SleepAfter > 0)
            NowNs += 1_000_000_000_000;
        return !stop.IsCancellationRequested;
    }
}
