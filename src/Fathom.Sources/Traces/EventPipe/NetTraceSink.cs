using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Turns the events of a runtime into rows. Each event is one: of a table of its own, of a sampler, of the names of methods, or of all others with its fields.</summary>
internal sealed class NetTraceSink : INetTraceSink
{
    // A trace of years is a damaged one, and no sampler sleeps for seconds.
    private const long MostNs = 365L * 24 * 3600 * 1_000_000_000;
    private const long MostWeightNs = 10_000_000_000;
    private const int MostProcesses = 4096;
    private const int MostThreads = 1 << 20;

    private const string ProcessProvider = "Microsoft-DotNETCore-EventPipe";

    private readonly IRecordingSink _sink;
    private readonly NetTraceHeader _header;
    private readonly ITraceNumbers _numbers;
    private readonly long _startNs;
    private readonly long _originNs;
    private readonly EventStacks _stacks;
    private readonly EventRows _events;
    private readonly EventTexts _texts;
    private readonly RowBatch<GcPauseRow> _pauses;
    private readonly RowBatch<CpuSampleRow> _samples;
    private readonly RowBatch<ThreadSampleRow> _others;
    private readonly RowBatch<ExceptionThrownRow> _exceptions;
    private readonly RowBatch<AllocationSampleRow> _allocations;
    private readonly EventConsumer[] _tables;
    private readonly EventConsumer[] _kept;
    private readonly EventConsumer[] _names;
    private readonly Dictionary<string, EventCost> _costs = [];
    private readonly Dictionary<ulong, TracedProcess> _processes = [];
    private TracedProcess? _process;
    private ulong _pid;
    private TracedThread? _thread;
    private uint _stack;
    private bool _isRead;
    private int _threadCount;
    private long _ns;
    private long _clockNs;

    /// <summary>Begins.</summary>
    /// <param name="header">The stream.</param>
    /// <param name="stacks">Gets the stacks.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="numbers">Gives processes and threads their numbers.</param>
    /// <param name="originNs">Time of the stream's clock at which time stamps of the recording begin.</param>
    /// <param name="countsSamples">Whether samples of the runtime's sampler stand for processor time; where another trace tells that, they are events as all others.</param>
    public NetTraceSink(NetTraceHeader header, EventStacks stacks, IRecordingSink sink, ITraceNumbers numbers, long originNs, bool countsSamples)
    {
        (_header, _stacks, _sink, _numbers) = (header, stacks, sink, numbers);
        _originNs = originNs;
        _startNs = header.Nanoseconds(header.StartTicks) - originNs;
        _texts = new EventTexts(sink);
        _events = new EventRows(sink, _texts);
        _pauses = new RowBatch<GcPauseRow>(sink);
        (_samples, _others, _exceptions, _allocations) = (new(sink), new(sink), new(sink), new(sink));
        _tables =
        [
            new ExceptionConsumer(OnException),
            new AllocationConsumer(OnAllocation),
            new AllocationConsumer(OnAllocation, AllocationSampling.Ticks),
            .. countsSamples ? [new CpuSampleConsumer(OnSample)] : Array.Empty<EventConsumer>(),
        ];
        _kept =
        [
            new GcConsumer
            {
                OnStart = (in EventOrigin _, in GcStarted gc) => _process!.Collections.Start(_ns, gc),
                OnEnd = (in EventOrigin _, in GcEnded gc) => _process!.Collections.End(_ns, gc),
                OnHeapStats = (in EventOrigin _, in GcHeapStats heap) => _process!.Collections.Heap(heap),
                OnPause = OnPause,
            },
            new MethodConsumer { OnLoaded = OnMethod, OnUnloaded = OnMethodGone },
            new ModuleConsumer(OnModule),
        ];
        _names = [new MethodRundownConsumer(OnLastMethod)];
    }

    /// <summary>What events cost, by their name.</summary>
    public IReadOnlyDictionary<string, EventCost> Costs => _costs;

    /// <summary>The processes that events were of.</summary>
    public IEnumerable<TracedProcess> Processes => _processes.Values;

    /// <summary>Time of the last event since the begin.</summary>
    public long EndNs { get; private set; }

    /// <summary>Events.</summary>
    public long Count { get; private set; }

    /// <summary>Texts of events that found no room.</summary>
    public long TextsWithoutRoom => _texts.WithoutRoom;

    /// <summary>Events whose time makes no sense; they are left out.</summary>
    public long WithoutTime { get; private set; }

    /// <summary>Samples of a thread that the trace does not tell.</summary>
    public long SamplesOfNobody { get; private set; }

    /// <summary>Events of threads and processes beyond those that are kept.</summary>
    public long WithoutThread { get; private set; }

    /// <inheritdoc/>
    public void OnMetadata(EventMetadata metadata)
    {
        string shape = EventShape.Of(metadata).Name;
        string name = $"{metadata.Provider}/{(shape.Length > 0 ? shape : $"Event{metadata.EventId}")}";
        if (!_costs.TryGetValue(name, out EventCost? cost))
            _costs.Add(name, cost = new EventCost());
        EventReaction? own = Bind(_tables, metadata), names = Bind(_names, metadata);
        metadata.Tag = new TracedKind(_sink.Ids.Text(name), cost, own ?? names ?? Bind(_kept, metadata) ?? Known(metadata), own is null && names is null);
    }

    /// <inheritdoc/>
    public void OnEvent(in NetTraceEvent at)
    {
        TracedKind kind = (TracedKind)at.Metadata.Tag!;
        StackAddresses stack = at.Stack;
        kind.Cost.Add(stack.Depth, at.Payload.Length);
        Count++;
        Int128 since = ((Int128)at.Header.Ticks - _header.StartTicks) * 1_000_000_000 / _header.TicksPerSecond;
        if (since < -MostNs || since > MostNs)
        {
            WithoutTime++;
            return;
        }

        _ns = _startNs + (long)since;
        _clockNs = _ns + _originNs;
        EndNs = Math.Max(EndNs, _ns);
        _process = ProcessOf(at.ProcessId);
        _thread = at.Header.ThreadId == 0 ? null : ThreadOf(at.Header.ThreadId);
        if (_thread is { Name: null } && at.ThreadName is { Length: > 0 } threadName)
            _thread.Name = threadName;
        _stack = _stacks.Intern(_process, stack, _clockNs);
        _isRead = false;
        kind.Reaction?.Invoke(at);
        // One whose fields are too short for its table is told as it is.
        if (kind.IsRow || !_isRead)
            _events.Add(in at, kind.Name, _ns, _process.Number, _thread?.Number ?? 0, _stack);
    }

    /// <summary>The stream ended.</summary>
    public void End()
    {
        _events.Flush();
        _pauses.Flush();
        _samples.Flush();
        _others.Flush();
        _exceptions.Flush();
        _allocations.Flush();
    }

    private static EventReaction? Bind(EventConsumer[] consumers, EventMetadata metadata)
    {
        EventReaction? all = null;
        foreach (EventConsumer consumer in consumers)
            all += consumer.Bind(metadata);
        return all;
    }

    private EventReaction? Known(EventMetadata metadata) => metadata is { Provider: ProcessProvider, EventId: 1 } ? OnProcess : null;

    private TracedProcess ProcessOf(ulong pid)
    {
        if (_process is not null && pid == _pid)
            return _process;
        _pid = pid;
        if (_processes.Count == MostProcesses && !_processes.ContainsKey(pid))
        {
            WithoutThread++;
            return _processes.Values.First();
        }

        if (!_processes.TryGetValue(pid, out TracedProcess? process))
            _processes.Add(pid, process = new TracedProcess(_numbers.ProcessOf((int)pid, _clockNs, out bool isNew), (int)pid, isNew));
        return process;
    }

    private TracedThread? ThreadOf(ulong tid)
    {
        if (_process!.Known(tid, _clockNs) is { } known)
            return known;
        if (_threadCount == MostThreads)
        {
            WithoutThread++;
            return null;
        }

        _threadCount++;
        return _process.Meet(tid, _clockNs, _numbers);
    }

    private void OnPause(in EventOrigin at, in GcPause pause)
    {
        int? number = _process!.Collections.Paused(_ns, pause);
        _pauses.Add(new GcPauseRow(_process.Number, _ns - pause.DurationNs, pause.DurationNs, pause.StandstillNs, _sink.Ids.Text(GcWords.Of(pause.Reason)), number));
    }

    private void OnProcess(in NetTraceEvent at) => _process!.CommandLine ??= at.Fields().Text().ToString();

    private void OnMethod(in EventOrigin at, in MethodCode code)
    {
        _isRead = true;
        _process!.Methods.Load(code, code.IsCompiledInProcess ? _clockNs : null);
    }

    private void OnMethodGone(in EventOrigin at, in MethodCode code) => _process!.Methods.Unload(code, _clockNs);

    private void OnLastMethod(in EventOrigin at, in MethodCode code)
    {
        _isRead = true;
        _process!.Methods.AddLast(code);
    }

    private void OnModule(in EventOrigin at, in TracedModule module) => _process!.Methods.AddModule(module.ModuleId, module.FileName.ToString());

    private void OnException(in EventOrigin at, in ExceptionThrown thrown)
    {
        _isRead = true;
        _exceptions.Add(new ExceptionThrownRow(_ns, _process!.Number, _thread?.Number ?? 0, _texts.Of(thrown.Type), _texts.Of(thrown.Message), thrown.HResult, _stack));
    }

    private void OnAllocation(in EventOrigin at, in AllocationSample sample)
    {
        _isRead = true;
        _allocations.Add(new AllocationSampleRow(
            _ns, _process!.Number, _thread?.Number ?? 0, _texts.Of(sample.Type), _sink.Ids.Text(GcWords.Of(sample.Place)), sample.ObjectBytes == 0 ? null : sample.ObjectBytes, sample.EstimatedBytes, _stack));
    }

    private void OnSample(in EventOrigin at, in bool isManaged)
    {
        _isRead = true;
        if (_thread is not { } thread)
        {
            SamplesOfNobody++;
            return;
        }

        long? weight = _ns - thread.SampledNs is { } since and >= 0 and <= MostWeightNs ? since : null;
        thread.SampledNs = Math.Max(_ns, thread.SampledNs ?? _ns);
        if (isManaged)
            _samples.Add(new CpuSampleRow(_ns, thread.Number, null, _stack, weight));
        else
            _others.Add(new ThreadSampleRow(_ns, thread.Number, _stack, weight));
    }
}
