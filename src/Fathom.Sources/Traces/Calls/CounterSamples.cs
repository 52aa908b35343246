using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Model.Counters;
using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.Calls;

/// <summary>
/// Turns samples of counters into rows: those of processors, and those of the kernel that count no time and no page faults.
/// </summary>
/// <param name="sink">Gets the rows.</param>
/// <param name="events">All events of the recording.</param>
internal sealed class CounterSamples(IRecordingSink sink, IReadOnlyList<PerfEvent> events)
{
    // Numbers of linux/perf_event.h; all above are kinds of the machine itself, such as the cores of hybrid processors.
    private const uint Cache = 3;
    private const uint Raw = 4;
    private const uint FirstOfMachine = 6;
    private const ulong ContextSwitches = 3;
    private const ulong Migrations = 4;
    private const ulong AlignmentFaults = 7;
    private const ulong EmulationFaults = 8;
    private const ulong ControlGroupSwitches = 11;

    // A sample stands for far fewer; more is damage, of which some would overflow a sum.
    private const ulong MostCount = 1UL << 40;

    private readonly RowBatch<CounterSampleRow> _rows = new(sink);
    private readonly Dictionary<int, TextId> _names = [];

    /// <summary>Whether samples of an event are those of a counter.</summary>
    public static bool Has(PerfEvent from) => from.Format is null && from.Attributes.Type switch
    {
        PerfEventAttributes.HardwareType or Cache or Raw => true,
        PerfSoftware.Type => from.Attributes.Config is ContextSwitches or Migrations or AlignmentFaults or EmulationFaults
            or ControlGroupSwitches,
        _ => from.Attributes.Type >= FirstOfMachine,
    };

    /// <summary>A sample.</summary>
    /// <param name="sample">The sample.</param>
    /// <param name="at">Who, when, and where.</param>
    public void On(in PerfSample sample, in CallMoment at)
    {
        if (!_names.TryGetValue(sample.Event.Index, out TextId name))
            _names[sample.Event.Index] = name = sink.Ids.Text(CounterName.Of(sample.Event, events));
        _rows.Add(new CounterSampleRow(Math.Max(0, at.TimeNs - at.OriginNs), at.Process, at.Thread, name, CountOf(in sample), at.Stack));
    }

    /// <summary>The recording ended.</summary>
    public void End() => _rows.Flush();

    // At a rate the distance of samples changes, and only the sample itself tells it.
    private static long? CountOf(in PerfSample sample)
    {
        bool isTold = !sample.Event.Attributes.IsFrequency || sample.Event.Attributes.SampleFields.HasFlag(PerfSampleFields.Period);
        return isTold && sample.Period is > 0 and < MostCount ? (long)sample.Period : null;
    }
}
