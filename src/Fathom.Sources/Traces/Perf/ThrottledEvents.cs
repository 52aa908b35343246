using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Sources.Traces.Perf;

/// <summary>When the kernel stopped events of processors because they came too often: nothing was sampled meanwhile.</summary>
internal sealed class ThrottledEvents
{
    private readonly Dictionary<(PerfEvent Event, int Cpu), long> _stopped = [];
    private readonly List<ThrottledSpan> _spans = [];

    /// <summary>Those that are over.</summary>
    public IReadOnlyList<ThrottledSpan> Spans => _spans;

    /// <summary>Takes a record of a stop, or of its end. A stop in a stop means that an end is lost.</summary>
    public void On(in PerfRecord record)
    {
        long timeNs = new ThrottleRecord(record).TimeNs;
        if (record.Type == PerfRecordType.Throttle)
            _stopped.TryAdd((record.Event, record.Cpu), timeNs);
        else if (_stopped.Remove((record.Event, record.Cpu), out long fromNs))
            _spans.Add(new ThrottledSpan(record.Event.Name, record.Cpu, fromNs, timeNs));
    }

    /// <summary>The trace ended.</summary>
    public void End(long timeNs)
    {
        foreach (((PerfEvent from, int cpu), long fromNs) in _stopped)
            _spans.Add(new ThrottledSpan(from.Name, cpu, fromNs, timeNs));
        _stopped.Clear();
    }
}
