using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Which samples stand for processor time, and for how much of it.</summary>
/// <remarks>
/// The clocks of the kernel count nanoseconds, so the period of a sample is time. Cycles that are recorded at a rate stand for the time between two of them;
/// of those that are recorded each nth time nobody knows how long that took. Of several such events one counts, or time would be counted several times. A machine with two
/// kinds of cores has an event of one kind for each, with the number of the kind in the upper half.
/// </remarks>
internal sealed class SampleClock
{
    private const ulong NsPerSecond = 1_000_000_000;

    private readonly uint _type;
    private readonly uint _config;

    private SampleClock(PerfEventAttributes attributes) => (_type, _config) = (attributes.Type, (uint)attributes.Config);

    /// <summary>The best that was recorded: cpu-clock, else task-clock, else cycles; null where there is none.</summary>
    public static SampleClock? Best(IReadOnlyList<PerfEvent> events) =>
        events.Where(static each => RankOf(each.Attributes) is not null).MinBy(static each => RankOf(each.Attributes)) is { } best ? new SampleClock(best.Attributes) : null;

    /// <summary>Whether samples of an event stand for processor time.</summary>
    public bool Counts(PerfEvent from) => from.Attributes.Type == _type && (uint)from.Attributes.Config == _config;

    /// <summary>Processor time that a sample stands for; null where it is not known.</summary>
    public long? WeightNs(in PerfSample sample)
    {
        PerfEventAttributes attributes = sample.Event.Attributes;
        long? between = attributes is { IsFrequency: true, Period: > 0 } ? (long)(NsPerSecond / attributes.Period) : null;
        bool hasPeriod = between is null || attributes.SampleFields.HasFlag(PerfSampleFields.Period);
        return _type == PerfSoftware.Type && hasPeriod && sample.Period is > 0 and < long.MaxValue ? (long)sample.Period : between;
    }

    /// <summary>
    /// The longest time for which a thread runs and is not seen by a clock of processors; 0 where there is none, or it does not see all. Timers come late now and then, so it is a quarter more.
    /// </summary>
    public static long SeenEachNs(IReadOnlyList<PerfEvent> events)
    {
        PerfEventAttributes? clock = events.FirstOrDefault(SeesAll)?.Attributes;
        long periodNs = clock is null ? 0 : (long)Math.Min(clock.IsFrequency ? NsPerSecond / clock.Period : clock.Period, NsPerSecond);
        return periodNs + (periodNs / 4);
    }

    /// <summary>Whether an event is a clock that sees each thread that runs, if it runs long enough.</summary>
    public static bool SeesAll(PerfEvent from) =>
        from.Attributes is { Type: PerfSoftware.Type, Config: PerfSoftware.CpuClock, Period: > 0 } clock
            && (clock.Flags & (ulong)PerfEventBits.ExcludeKernel) == 0;

    private static int? RankOf(PerfEventAttributes attributes) => (attributes.Type, (uint)attributes.Config) switch
    {
        (PerfSoftware.Type, (uint)PerfSoftware.CpuClock) => 0,
        (PerfSoftware.Type, (uint)PerfSoftware.TaskClock) => 1,
        (PerfEventAttributes.HardwareType, 0) => 2,
        _ => null,
    };
}
