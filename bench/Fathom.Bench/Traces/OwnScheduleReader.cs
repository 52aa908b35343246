using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Records;
using Fathom.Model.Scheduling;
using Fathom.Sources.Traces.Perf;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Bench.Traces;

/// <summary>Fathom's reader with every stack interned and the life of every thread split into states.</summary>
internal sealed class OwnScheduleReader : IPerfDataSink, ISchedulingSink, ITraceStacks
{
    private readonly CallchainTable<ulong> _stacks = new();
    private readonly PerfSchedule _schedule;
    private long _sliceNs;
    private long _lifeNs;

    private OwnScheduleReader(PerfDataReader reader) => _schedule = new PerfSchedule(reader, this, this);

    /// <summary>Reads a recording.</summary>
    /// <returns>Distinct stacks, waits, and the time of all threads by their slices and by their lives, which must be equal.</returns>
    public static (int Stacks, long Waits, long SliceNs, long LifeNs) Read(string file)
    {
        using PerfDataReader reader = PerfDataReader.Open(file);
        OwnScheduleReader own = new(reader);
        reader.Read(own, CancellationToken.None);
        own._schedule.End();
        return (own._stacks.Count, own.Waits, own._sliceNs, own._lifeNs);
    }

    private long Waits { get; set; }

    public void OnSample(in PerfSample sample)
    {
        // Switches and wakings intern their own.
        if (!sample.Event.IsTracepoint)
            _stacks.Intern(sample.Callchain);
        _schedule.OnSample(in sample);
    }

    public int Intern(in PerfSample sample) => _stacks.Intern(sample.Callchain);

    public void OnRecord(in PerfRecord record) => _schedule.OnRecord(in record);

    public void OnSlice(in ThreadSlice slice) => _sliceNs += slice.DurationNs;

    public void OnWait(in ThreadWait wait) => Waits++;

    public void OnThread(in ThreadLife thread) => _lifeNs += thread.LifeNs;

    public void OnGap(in SchedulingGap gap)
    {
    }
}
