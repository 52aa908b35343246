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
    private const string ProcessProvider = "Microsoft-DotNETCore-EventPipe";

    private readonly IRecordingSink _sink;
    private readonly NetTraceHeader _header;
    private readonly ITraceNumbers _numbers;
    private readonly long _startNs;
    private readonly EventStacks _stacks;
    private readonly EventRows _events;
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
    private TracedThread? _thread;
    private uint _stack;
    private long _ns;

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
        _startNs = header.Nanoseconds(header.StartTicks) - originNs;
        _events = new EventRows(sink);
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
                OnPause = (in EventOrigin _, in GcPause pause) => _process!.Collections.Paused(_ns, pause),
            },
            new MethodConsumer { OnLoaded = OnMethod },
            new ModuleConsumer(OnModule),
        ];
        _names = [new MethodRundownConsumer(OnMethod)];
    }

    /// <summary>What events cost, by their name.</summary>
    public IReadOnlyDictionary<string, EventCost> Costs => _costs;

    /// <summary>The processes that events were of.</summary>
    public IEnumerable<TracedProcess> Processes => _processes.Values;

    /// <summary>Time of the last event since the begin.</summary>
    public long EndNs { get; private set; }

    /// <summary>Events.</summary>
    public long Count { get; private set; }

    /// <summary>Events whose fields found no room.</summary>
    public long WithoutFields => _events.WithoutFields;

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
        _ns = _startNs + _header.Nanoseconds(at.Header.Ticks - _header.StartTicks);
        EndNs = Math.Max(EndNs, _ns);
        _process = ProcessOf(at.ProcessId);
        _thread = at.Header.ThreadId == 0 ? null : _process.ThreadOf(at.Header.ThreadId, _numbers);
        if (_thread is { Name: null } && at.ThreadName is { Length: > 0 } threadName)
            _thread.Name = threadName;
        _stack = _stacks.Intern(_process, stack);
        kind.Reaction?.Invoke(at);
        if (kind.IsRow)
            _events.Add(in at, kind.Name, _ns, _process.Number, _thread?.Number ?? 0, _stack);
    }

    /// <summary>The stream ended.</summary>
    public void End()
    {
        _events.Flush();
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
        if (_process is { } last && last.Pid == (int)pid)
            return last;
        if (!_processes.TryGetValue(pid, out TracedProcess? process))
            _processes.Add(pid, process = new TracedProcess(_numbers.ProcessOf((int)pid, out bool isNew), (int)pid, isNew));
        return process;
    }

    private void OnProcess(in NetTraceEvent at) => _process!.CommandLine ??= at.Fields().Text().ToString();

    private void OnMethod(in EventOrigin at, in MethodCode code) => _process!.Methods.Add(code.Start, code.SizeBytes, code.ModuleId, code.Type, code.Name);

    private void OnModule(in EventOrigin at, in TracedModule module) => _process!.Methods.AddModule(module.ModuleId, module.FileName.ToString());

    private void OnException(in EventOrigin at, in ExceptionThrown thrown) => _exceptions.Add(
        new ExceptionThrownRow(_ns, _process!.Number, _thread?.Number ?? 0, _sink.Ids.Text(thrown.Type), _sink.Ids.Text(thrown.Message), thrown.HResult, _stack));

    private void OnAllocation(in EventOrigin at, in AllocationSample sample) => _allocations.Add(new AllocationSampleRow(
        _ns, _process!.Number, _thread?.Number ?? 0, _sink.Ids.Text(sample.Type), _sink.Ids.Text(GcWords.Of(sample.Place)), sample.ObjectBytes == 0 ? null : sample.ObjectBytes, sample.EstimatedBytes, _stack));

    private void OnSample(in EventOrigin at, in bool isManaged)
    {
        if (_thread is not { } thread)
            return;
        long? weight = _ns - thread.SampledNs;
        thread.SampledNs = _ns;
        if (isManaged)
            _samples.Add(new CpuSampleRow(_ns, thread.Number, null, _stack, weight));
        else
            _others.Add(new ThreadSampleRow(_ns, thread.Number, _stack, weight));
    }
}
