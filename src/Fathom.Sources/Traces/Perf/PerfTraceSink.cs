using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Model.Catalog;
using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Calls;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Turns the records of perf into rows: samples of processors, states and waits of threads, and what each event costs.</summary>
/// <param name="reader">The recording.</param>
/// <param name="processes">Who runs.</param>
/// <param name="stacks">Their stacks.</param>
/// <param name="sink">Gets the rows.</param>
/// <param name="numbers">Told of the numbers of threads; null where nobody asks.</param>
/// <param name="log">Keeps the times of waits; null where nobody asks.</param>
/// <param name="leftOut">Threads that have no rows; null for none.</param>
/// <param name="tids">Numbers of threads.</param>
internal sealed class PerfTraceSink(
    PerfDataReader reader, TraceProcesses processes, TraceStacks stacks, IRecordingSink sink, TraceNumbers? numbers, WaitLog? log, LeftOutThreads? leftOut, KernelTids tids) : IPerfDataSink
{
    private const string OwnName = "fathom";

    private readonly RowBatch<CpuSampleRow> _samples = new(sink);
    private readonly PoolThreads _pool = new();
    private readonly long[] _records = new long[reader.Events.Count];
    private EventCost?[] _costs = [];
    private ScheduleRows? _rows;
    private PerfSchedule? _schedule;
    private SampleClock? _clock;
    private FileCalls? _calls;
    private DiskRequests? _disks;
    private NetworkSockets? _network;
    private SystemCalls? _systemCalls;
    private PageFaults? _faults;
    private CounterSamples? _counters;

    /// <summary>The first time stamp; null where there is none.</summary>
    public long? StartNs { get; private set; }

    /// <summary>The last time stamp.</summary>
    public long EndNs { get; private set; }

    /// <summary>What each event has cost that the trace has.</summary>
    public IEnumerable<(PerfEvent From, EventCost Cost)> Costs => _costs.Index().Where(static cost => cost.Item is not null).Select(cost => (reader.Events[cost.Index], cost.Item!));

    /// <summary>How many samples and records the trace has of each event, by its name.</summary>
    public Dictionary<string, long> Kept() => reader.Events.Index().GroupBy(static each => each.Item.Name)
        .ToDictionary(static named => named.Key, named => named.Sum(each => _records.ElementAtOrDefault(each.Index) + (_costs.ElementAtOrDefault(each.Index)?.Count ?? 0)));

    /// <summary>The tables that lack an event where it was lost, by its name: the clock of the samples can have any.</summary>
    public string TablesOf(string eventName)
    {
        PerfEvent[] named = [.. reader.Events.Where(each => each.Name == eventName)];
        return (named.Any(each => _clock?.Counts(each) == true), named.Any(CounterSamples.Has)) switch
        {
            (true, true) => $"{LossTables.Samples},{LossTables.Counters}",
            (true, false) => LossTables.Samples,
            (false, true) => LossTables.Counters,
            _ => LossTables.OfEvent(eventName),
        };
    }

    /// <summary>Events whose fields are too short.</summary>
    public long DamagedEvents => (_schedule?.DamagedEvents ?? 0) + (_calls?.Damaged ?? 0) + (_disks?.Damaged ?? 0)
        + (_network?.Damaged ?? 0) + (_systemCalls?.Damaged ?? 0) + (_faults?.Damaged ?? 0);

    /// <summary>Open sockets that were forgotten, as too many were open.</summary>
    public long ForgottenSockets => _network?.Forgotten ?? 0;

    /// <summary>Entries into system calls and returns of which perf kept only some.</summary>
    public long OnlySomeCalls => _systemCalls?.OnlySome ?? 0;

    /// <inheritdoc cref="TraceProcesses.DataWithoutRoom"/>
    public long ForgottenMappings => processes.DataWithoutRoom;

    /// <inheritdoc cref="NetworkSockets.OnlySome"/>
    public long OnlySomeSockets => _network?.OnlySome ?? 0;

    /// <summary>Threads for which an idle processor was woken, of which the kernel told nothing: up to a sample's distance of each is not known.</summary>
    public long UntoldWakes => _schedule?.Totals?.UntoldWakes ?? 0;

    /// <summary>What each processor lost, as the recorder's counters told it second by second.</summary>
    public List<LostSpan> Lost { get; } = [];

    /// <summary>Threads outside the PID namespace of the recorder.</summary>
    public long ThreadsOutside => _rows?.ThreadsOutside ?? 0;

    /// <summary>When the kernel stopped events because they came too often.</summary>
    public ThrottledEvents Throttled { get; } = new();

    /// <summary>Samples that have a row.</summary>
    public long Samples { get; private set; }

    /// <summary>Samples of threads that had ended: the kernel no longer knows their number.</summary>
    public long SamplesOfNobody { get; private set; }

    /// <summary>Samples of threads outside the PID namespace of the recorder, of which it is not known which they are.</summary>
    public long SamplesOutside { get; private set; }

    /// <summary>Samples without a time, which nothing can be told of.</summary>
    public long SamplesWithoutTime { get; private set; }

    /// <inheritdoc/>
    public void OnSample(in PerfSample sample)
    {
        if (sample.TimeNs <= 0)
        {
            SamplesWithoutTime++;
            return;
        }

        PerfSchedule schedule = At(sample.TimeNs);
        CostOf(sample.Event).Add(sample.Callchain.Length, sample.Raw.Length);
        if (_clock is { } clock && schedule.ThreadOf(in sample) is not 0 and var tid && leftOut?.Is(sample.Pid) != true && clock.Counts(sample.Event))
            AddSample(sample, tid, clock, schedule);
        else
            processes.Of(sample.Pid, sample.Tid);
        if (sample.Event.Name is SystemCall.EventName or SystemCall.PlainEventName)
            AddCall(in sample, schedule);
        else if (sample.Event.Format is { System: DiskRequests.System } format)
            (_disks ??= new DiskRequests(sink)).On(format, sample.Raw, MomentOf(in sample, schedule), leftOut?.Is(sample.Pid) != true);
        else if (sample.Event.Format is { } of && NetworkSockets.Is(of))
            (_network ??= new NetworkSockets(sink)).On(of, sample.Raw, MomentOf(in sample, schedule), leftOut?.Is(sample.Pid) != true,
                sample.Event.IsSampledTracepoint);
        else if (sample.Event.Format is { } call && SystemCalls.Has(call) && leftOut?.Is(sample.Pid) != true)
            AddSystemCall(in sample, call, schedule);
        else if (PageFaults.Has(sample.Event) && leftOut?.Is(sample.Pid) != true)
            AddFault(in sample, schedule);
        else if (CounterSamples.Has(sample.Event) && schedule.ThreadOf(in sample) is not 0 && leftOut?.Is(sample.Pid) != true)
            (_counters ??= new CounterSamples(sink, reader.Events)).On(in sample, MomentOf(in sample, schedule));
        schedule.OnSample(in sample);
    }

    /// <inheritdoc/>
    public void OnRecord(in PerfRecord record)
    {
        // A thread whose number comes again ends with the process and the name that it had, and one that gets another name came to its processor with the one that it had.
        if (record.TimeNs > 0)
            At(record.TimeNs).OnRecord(in record);
        if (record.Type is PerfRecordType.Lost or PerfRecordType.LostSamples)
        {
            _systemCalls?.Lost();
            _faults?.Lost();
        }
        else if (record.Event.Index < _records.Length)
            _records[record.Event.Index]++;
        _pool.On(in record);
        if (record is { Type: PerfRecordType.LostSamples, TimeNs: > 0, Cpu: >= 0 })
            Lost.Add(new LostSpan(record.Event.Name, record.Cpu, record.TimeNs - StartNs!.Value, (long)new LostRecord(record).Count));
        else if (record is { Type: PerfRecordType.Throttle or PerfRecordType.Unthrottle, TimeNs: > 0 })
            Throttled.On(in record);
        processes.On(in record);
        if (_calls is not null)
            FollowProcesses(in record);
    }

    /// <summary>The recording ended.</summary>
    public void End()
    {
        _schedule?.End();
        Throttled.End(EndNs);
        _rows?.Flush();
        _samples.Flush();
        _calls?.End();
        _disks?.End();
        _network?.End();
        _systemCalls?.End();
        _faults?.End();
        _counters?.End();
    }

    private EventCost CostOf(PerfEvent from)
    {
        if (from.Index >= _costs.Length)
            Array.Resize(ref _costs, from.Index + 1);
        return _costs[from.Index] ??= new EventCost();
    }

    private void AddSample(in PerfSample sample, int tid, SampleClock clock, PerfSchedule schedule)
    {
        if (schedule.NumberOf(tid, sample.TimeNs) is not (>= 0 and var thread))
        {
            if (sample.Tid == 0)
                SamplesOutside++;
            else
                SamplesOfNobody++;
            return;
        }

        Samples++;
        int stack = stacks.Intern(in sample);
        _samples.Add(new CpuSampleRow(sample.TimeNs - StartNs!.Value, (uint)thread + 1, sample.Cpu < 0 ? null : sample.Cpu, (uint)stack, clock.WeightNs(in sample)));
    }

    private void AddCall(in PerfSample sample, PerfSchedule schedule)
    {
        CallMoment at = MomentOf(in sample, schedule);
        bool hasRow = leftOut?.Is(sample.Pid) != true;
        bool isRead = SystemCall.TryRead(sample.Raw, out SystemCall call);
        if (isRead && call.IsTraced && hasRow)
            SystemCallRows().On(in call, in at);
        if (isRead && !call.IsFollowed && call.IsTraced)
            return;
        _calls ??= new FileCalls(sink, reader.Features.Architecture == "aarch64");
        _calls.On(sample.Raw, in at, hasRow);
    }

    private SystemCalls SystemCallRows() => _systemCalls ??= new SystemCalls(
        sink, [.. reader.Events.Select(static each => each.Format).OfType<TraceFormat>()], reader.Features.Architecture switch
        {
            "aarch64" => true,
            "x86_64" => false,
            _ => null,
        }, reader.Features.PerfVersion?.StartsWith(OwnName, StringComparison.Ordinal) == true);

    private void AddSystemCall(in PerfSample sample, TraceFormat format, PerfSchedule schedule)
    {
        SystemCalls calls = SystemCallRows();
        CallMoment at = MomentOf(in sample, schedule, calls.WantsStack(format, sample.Tid));
        calls.On(format, sample.Raw, sample.Tid, in at, sample.Event.IsSampledTracepoint);
    }

    private void AddFault(in PerfSample sample, PerfSchedule schedule)
    {
        _faults ??= new PageFaults(sink, reader.Events);
        ulong address = _faults.AddressOf(in sample);
        bool isMapped = processes.Of(sample.Pid, sample.Tid).TryFindFile(address, out CodeMapping mapping) && mapping.Image.Path.Length > 0;
        _faults.On(in sample, isMapped ? mapping.Image.Path : null, isMapped ? mapping.PlaceOf(address) : 0,
            MomentOf(in sample, schedule));
    }

    private CallMoment MomentOf(in PerfSample sample, PerfSchedule schedule, bool withStack = true)
    {
        uint thread = schedule.NumberOf(schedule.ThreadOf(in sample), sample.TimeNs) is >= 0 and var number ? (uint)number + 1 : 0;
        return new CallMoment(sample.Pid, processes.Of(sample.Pid, sample.Tid).Number, thread, sample.TimeNs, StartNs!.Value,
            withStack ? (uint)stacks.Intern(in sample) : 0);
    }

    private void FollowProcesses(in PerfRecord record)
    {
        if (record.Type == PerfRecordType.Fork && new TaskRecord(record) is { IsProcess: true } made)
            _calls!.Fork(made.Pid, made.ParentPid);
        else if (record.Type == PerfRecordType.Exit && new TaskRecord(record) is { } ended && ended.Pid == ended.Tid)
            _calls!.Exit(ended.Pid);
        else if (record.Type == PerfRecordType.Comm && new CommRecord(record) is { IsExec: true } named)
            _calls!.Exec(named.Pid);
    }

    private PerfSchedule At(long timeNs)
    {
        EndNs = Math.Max(EndNs, timeNs);
        if (_schedule is null)
        {
            StartNs = timeNs;
            _clock = SampleClock.Best(reader.Events);
            bool hasSwitches = ScheduleEvents.HasStates(reader);
            _rows = new ScheduleRows(sink, processes, timeNs, hasSwitches, sink.Ids.Text(PerfTraceExtractor.FormatName), tids, numbers, log, leftOut);
            _schedule = new PerfSchedule(reader, _rows, stacks, leftOut, tids, ScheduleEvents.LeavesOutTurns(reader.Events) ? _pool : null);
        }

        return _schedule;
    }
}
