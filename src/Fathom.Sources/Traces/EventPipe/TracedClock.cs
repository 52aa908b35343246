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
    private readonly bool _isNanoseconds = header.TicksPerSecond == Nanoseconds;

    /// <summary>Start of the stream on its clock.</summary>
    public long StartNs { get; } = header.Nanoseconds(header.StartTicks);

    /// <summary>Time since the begin of the stream; false where that makes no sense: before it, or years behind it.</summary>
    public bool TrySinceStart(long ticks, out long ns)
    {
        ns = unchecked(ticks - _startTicks);
        bool isOverflow = ((ticks ^ _startTicks) & (ticks ^ ns)) < 0;
        if (!_isNanoseconds || isOverflow)
        {
            Int128 wide = ((Int128)ticks - _startTicks) * Nanoseconds / header.TicksPerSecond;
            ns = wide < -MostNs || wide > MostNs ? long.MaxValue : (long)wide;
        }

        return ns is >= 0 and <= MostNs;
    }
}
