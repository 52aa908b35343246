using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Sources.Traces.Perf;

/// <summary>How much processor time a sample stands for.</summary>
/// <remarks>
/// The clocks of the kernel count nanoseconds, so the period of a sample is time. Other events that are recorded at a rate stand for the time between two of them;
/// of one that is recorded each nth time nobody knows how long that took.
/// </remarks>
internal sealed class SampleClock
{
    private const uint Hardware = 0;
    private const uint Software = 1;
    private const uint Raw = 4;
    private const ulong LastClock = 1;

    private readonly bool _countsTime;
    private readonly long? _betweenNs;

    private SampleClock(PerfEventAttributes attributes)
    {
        _countsTime = attributes.Type == Software;
        _betweenNs = attributes is { IsFrequency: true, Period: > 0 } ? (long)(1_000_000_000 / attributes.Period) : null;
    }

    /// <summary>That of an event; null for one that is no clock and counts no work of a processor.</summary>
    public static SampleClock? Of(PerfEvent from)
    {
        if (from.Tag is null)
            from.Tag = IsClock(from.Attributes) ? new SampleClock(from.Attributes) : s_none;
        return from.Tag as SampleClock;
    }

    /// <summary>Processor time that a sample stands for; null where it is not known.</summary>
    public long? WeightNs(in PerfSample sample) => _countsTime && sample.Period is > 0 and < long.MaxValue && (_betweenNs is null || sample.Event.Attributes.SampleFields.HasFlag(PerfSampleFields.Period))
        ? (long)sample.Period
        : _betweenNs;

    private static readonly object s_none = new();

    // cpu-clock and task-clock; cycles and instructions; what the processor counts by its own number, as perf does on machines with two kinds of cores.
    private static bool IsClock(PerfEventAttributes attributes) =>
        (attributes.Type == Software && attributes.Config <= LastClock) || (attributes.Type == Hardware && attributes.Config <= 1) || attributes.Type == Raw;
}
