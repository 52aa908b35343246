using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Tracepoints;

namespace Fathom.Bench.Traces;

/// <summary>Fathom's reader: time, threads, every address, and the fields of switches and wakings.</summary>
internal sealed class OwnTraceReader : IPerfDataSink
{
    private long _samples;
    private long _addresses;
    private ulong _sum;

    public static TraceTotals Read(string file)
    {
        using PerfDataReader reader = PerfDataReader.Open(file);
        OwnTraceReader sink = new();
        PerfDataTotals totals = reader.Read(sink, CancellationToken.None);
        return totals.End == PerfDataEnd.Complete ? new TraceTotals(sink._samples, sink._addresses, sink._sum) : throw new InvalidOperationException(totals.EndReason);
    }

    public void OnSample(in PerfSample sample)
    {
        _samples++;
        ReadOnlySpan<ulong> chain = sample.Callchain;
        _addresses += chain.Length;
        foreach (ulong address in chain)
            _sum += address;
        _sum += (ulong)sample.TimeNs + (ulong)sample.Tid + (ulong)sample.Cpu;
        object? fields = sample.Event.Tag;
        if (fields is null && sample.Event.Format is { } format)
            sample.Event.Tag = fields = (object?)SchedSwitchFields.Bind(format) ?? SchedWakingFields.Bind(format);
        if (fields is SchedSwitchFields switches && switches.TryRead(sample.Raw, out SchedSwitch switched))
            _sum += (ulong)switched.PreviousTid + (ulong)switched.NextTid + (ulong)switched.PreviousState;
        else if (fields is SchedWakingFields wakings && wakings.TryRead(sample.Raw, out SchedWaking waking))
            _sum += (ulong)waking.Tid;
    }

    public void OnRecord(in PerfRecord record) => _sum += (ulong)record.TimeNs;
}
