using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Turns the ticks of a stream into nanoseconds.</summary>
/// <param name="header">The stream.</param>
internal sealed class TracedClock(NetTraceHeader header)
{
    // A trace of years is a damaged one.
    private const long MostNs = 365L * 24 * 3600 * Nanoseconds;
    private const long Nanoseconds = 1_000_000_000;

    private readonly long _startTicks = header.StartTicks;
    private readonly long _ticksPerSecond = header.TicksPerSecond;
    private readonly bool _hasShortTicks = header.TicksPerSecond is > 0 and < long.MaxValue / Nanoseconds;
    private readonly bool _isNanoseconds = header.TicksPerSecond == Nanoseconds;

    // Clocks of Windows have 10 MHz as a rule: a product takes less than two divisions.
    private readonly long _nanosecondsPerTick =
        header.TicksPerSecond is > 0 and <= Nanoseconds && Nanoseconds % header.TicksPerSecond == 0 ? Nanoseconds / header.TicksPerSecond : 0;

    /// <summary>Start of the stream on its clock.</summary>
    public long StartNs { get; } = header.Nanoseconds(header.StartTicks);

    /// <summary>Time since the begin of the stream; false where that makes no sense: before it, or years behind it.</summary>
    public bool TrySinceStart(long ticks, out long ns)
    {
        ns = unchecked(ticks - _startTicks);
        bool isOverflow = ((ticks ^ _startTicks) & (ticks ^ ns)) < 0;
        if (!isOverflow && ns >= 0 && _nanosecondsPerTick > 0 && ns <= MostNs / _nanosecondsPerTick)
        {
            ns *= _nanosecondsPerTick;
        }
        else if (!isOverflow && ns >= 0 && !_isNanoseconds && _hasShortTicks)
        {
            (long seconds, long rest) = Math.DivRem(ns, _ticksPerSecond);
            ns = seconds > MostNs / Nanoseconds ? long.MaxValue : (seconds * Nanoseconds) + (rest * Nanoseconds / _ticksPerSecond);
        }
        else if (!_isNanoseconds || isOverflow)
        {
            Int128 wide = ((Int128)ticks - _startTicks) * Nanoseconds / header.TicksPerSecond;
            ns = wide < -MostNs || wide > MostNs ? long.MaxValue : (long)wide;
        }

        return ns is >= 0 and <= MostNs;
    }
}
