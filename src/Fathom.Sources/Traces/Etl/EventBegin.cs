using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>When something began whose event was written as it ended.</summary>
internal static class EventBegin
{
    private const long MostNs = 3_600_000_000_000;

    /// <summary>Its begin since the begin of the recording, in ns; null where that makes no sense: behind its end, or more than an hour before.</summary>
    /// <param name="trace">Has the clock.</param>
    /// <param name="now">Its end.</param>
    /// <param name="at">The event.</param>
    /// <param name="beginTicks">The begin that it tells; 0 for none.</param>
    public static long? Of(EtlTrace trace, TracedMoment now, in NetTraceEvent at, long beginTicks)
    {
        if (beginTicks <= 0 || beginTicks > at.Header.Ticks)
            return null;
        long told = trace.Clock.Nanoseconds(beginTicks) - now.OriginNs;
        return told >= now.Ns - MostNs ? Math.Clamp(told, 0, now.Ns) : null;
    }
}
