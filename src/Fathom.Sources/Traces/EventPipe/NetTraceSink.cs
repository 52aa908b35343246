using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Traces;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Assemblies;
using Fathom.Sources.Events.Maps;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Universal;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Turns the events of a runtime into rows. Each event is one: of a table of its own, of a sampler, of the names of methods, or of all others with its fields.</summary>
internal sealed class NetTraceSink : INetTraceSink
{
    private const string ProcessProvider = "Microsoft-DotNETCore-EventPipe";

    private readonly IRecordingSink _sink;
    private readonly TracedClock _clock;
    private readonly long _startNs;
    private readonly EventStacks _stacks;
    private readonly EventRows _events;
    private readonly EventTexts _texts;
    private readonly RowBatch<GcPauseRow> _pauses;
    private readonly RowBatch<ExceptionThrownRow> _exceptions;
    private readonly RowBatch<AllocationSampleRow> _allocations;
    private readonly TracedMoment _now = new();
    private readonly AssemblyTable _assemblies;
    private readonly SampleTable _samples;
    private readonly InliningTable _inlining;
    private readonly MachineTable _machine;
    private readonly EventTable[] _own;
    private readonly EventConsumer[] _tables;
    private readonly EventConsumer[] _kept;
    private readonly EventConsumer[] _names;
    private readonly Dictionary<string, EventCost> _costs = [];
    private readonly TracedProcesses _processes;
    private readonly LastIlMap _map = new();
    private readonly TracedFiles _files;

    /// <summary>Begins.</summary>
    /// <param name="header">The stream.</param>
    /// <param name="stacks">Gets the stacks.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="numbers">Gives processes and threads their numbers.</param>
    /// <param name="originNs">Time of the stream's clock at which time stamps of the recording begin.</param>
    /// <param name="times">Which times are taken from it.</param>
    /// <param name="waits">Keeps the times of managed waits; null where nobody asks.</param>
    /// <param name="files">Told of the files that processes have loaded.</param>
    /// <param name="further">Makes tables of what else the stream has; null for none.</param>
    public NetTraceSink(
        NetTraceHeader header, EventStacks stacks, IRecordingSink sink, ITraceNumbers numbers, long originNs, TracedTimes times, IManagedWaits? waits,
        TracedFiles files, Func<TracedMoment, TracedProcesses, IEnumerable<EventTable>>? further = null)
    {
        (_clock, _stacks, _sink, _processes) = (new(header), stacks, sink, new TracedProcesses(_now, numbers, stacks.MethodNames));
        _files = files;
        _now.OriginNs = originNs;
        _startNs = _clock.StartNs - originNs;
        _now.BeginNs = _startNs;
        _texts = new EventTexts(sink);
        _events = new EventRows(sink);
        _pauses = new RowBatch<GcPauseRow>(sink);
        (_exceptions, _allocations) = (new(sink), new(sink));
        (_assemblies, _samples, _inlining) = (new(_now, sink, _texts, files), new(_now, sink), new(_now));
        _machine = new MachineTable(_now, sink, header, _processes, times);
        RequestTable requests = new(_now, sink, _texts);
        _own =
        [
            new ContentionTable(_now, sink, waits),
            new WaitHandleTable(_now, sink, waits),
            new ThreadPoolTable(_now, sink),
            new CompiledMethodTable(_now, sink, _texts),
            _inlining,
            _assemblies,
            requests,
            new LookupTable(_now, sink, _texts),
            new MarkerTable(_now, sink),
            _machine,
            .. times.CountsSamples ? [_samples] : Array.Empty<EventTable>(),
            .. further?.Invoke(_now, _processes) ?? [],
        ];
        _tables =
        [
            .. _own.Select(static table => table.Consumer),
            requests.ServedConsumer,
            new ExceptionConsumer(OnException),
            new AllocationConsumer(OnAllocation),
            new AllocationConsumer(OnAllocation, AllocationSampling.Ticks),
        ];
        _kept =
        [
            new GcConsumer
            {
                OnStart = (in EventOrigin _, in GcStarted gc) => _now.Process!.Collections.Start(_now.Ns, gc),
                OnEnd = (in EventOrigin _, in GcEnded gc) => _now.Process!.Collections.End(_now.Ns, gc),
                OnHeapStats = (in EventOrigin _, in GcHeapStats heap) => _now.Process!.Collections.Heap(heap),
                OnPause = OnPause,
            },
            new MethodConsumer { OnUnloaded = OnMethodGone },
            new ModuleConsumer(OnModule),
            new AssemblyNameConsumer(OnLastAssembly),
        ];
        _names = [new MethodRundownConsumer(OnLastMethod), new IlMapConsumer(OnMap)];
    }

    /// <summary>What events cost, by their name.</summary>
    public IReadOnlyDictionary<string, EventCost> Costs => _costs;

    /// <summary>The processes that events were of.</summary>
    public IEnumerable<TracedProcess> Processes => _processes.All;

    /// <summary>Time of the last event since the begin.</summary>
    public long EndNs => _now.EndNs;

    /// <summary>What a machine-wide recorder told.</summary>
    public MachineTable Machine => _machine;

    /// <summary>Events.</summary>
    public long Count { get; private set; }

    /// <summary>Texts of events that found no room.</summary>
    public long TextsWithoutRoom => _texts.WithoutRoom;

    /// <summary>Events whose fields were cut.</summary>
    public long CutEvents => _events.CutEvents;

    /// <inheritdoc cref="EventRows.ContradictedEvents"/>
    public long ContradictedEvents => _events.ContradictedEvents;

    /// <summary>Events whose time makes no sense; they are left out.</summary>
    public long WithoutTime { get; private set; }

    /// <summary>Samples of a thread that the trace does not tell.</summary>
    public long SamplesOfNobody => _samples.OfNobody + _machine.OfNobody;

    /// <summary>Methods of which it is not kept what was inlined into them.</summary>
    public long InliningsWithoutRoom => _inlining.Overflows;

    /// <summary>Events of threads and processes beyond those that are kept.</summary>
    public long WithoutThread => _processes.WithoutRoom;

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
        if (!_clock.TrySinceStart(at.Header.Ticks, out long since))
        {
            WithoutTime++;
            return;
        }

        _now.Ns = _startNs + since;
        _now.EndNs = Math.Max(_now.EndNs, _now.Ns);
        _now.Process = _processes.Of(at.ProcessId);
        _now.Thread = at.Header.ThreadId == 0 ? null : _processes.ThreadOf(at.Header.ThreadId);
        if (_now.Thread is { } thread)
            thread.LastNs = _now.Ns;
        if (_now.Thread is { Name: null } && at.ThreadName is { Length: > 0 } threadName)
            _now.Thread.Name = threadName;
        _now.Stack = _stacks.Intern(_now.Process, stack, _now.ClockNs);
        _now.IsTaken = _now.IsOfMachine = false;
        kind.Reaction?.Invoke(at);
        _now.Process.HasEvents |= !_now.IsOfMachine;
        // One whose fields are too short for its table is told as it is.
        if (kind.IsRow || !_now.IsTaken)
            _events.Add(in at, kind.Name, _now.Ns, _now.ProcessNumber, _now.ThreadNumber, _now.Stack);
    }

    /// <summary>The stream ended.</summary>
    public void End()
    {
        foreach (EventTable table in _own)
            table.End();
        _events.Flush();
        _pauses.Flush();
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

    private void OnPause(in EventOrigin at, in GcPause pause)
    {
        int? number = _now.Process!.Collections.Paused(_now.Ns, pause);
        _pauses.Add(new GcPauseRow(_now.ProcessNumber, _now.Ns - pause.DurationNs, pause.DurationNs, pause.StandstillNs, _sink.Ids.Text(GcWords.Of(pause.Reason)), number));
    }

    private void OnProcess(in NetTraceEvent at) => _now.Process!.CommandLine ??= at.Fields().Text().ToString();

    private void OnMethodGone(in EventOrigin at, in MethodCode code) => _now.Process!.Methods.Unload(code, _now.ClockNs);

    private void OnMap(in EventOrigin at, in IlMap map)
    {
        _now.IsTaken = true;
        _map.Keep(in map, _now.ProcessNumber);
    }

    private void OnLastMethod(in EventOrigin at, in MethodCode code)
    {
        _now.IsTaken = true;
        IlPieces? pieces = _map.Is(code.MethodId, _now.ProcessNumber) && _stacks.HasFrames(_now.Process!, code.Start, code.SizeBytes) ? _map.Pieces() : null;
        _now.Process!.Methods.AddLast(code, pieces);
        _now.Process.Inlined.Add(in code);
        _files.AddMethod(_now.ProcessNumber, code.ModuleId);
    }

    private void OnModule(in EventOrigin at, in TracedModule module)
    {
        _now.Process!.Methods.AddModule(module.ModuleId, new ManagedModule(module.FileName.ToString(), module.Path.ToString(), module.PdbId, module.PdbPath.ToString()));
        _assemblies.AddModule(module.AssemblyId, module.Path);
        _files.AddModule(_now.ProcessNumber, module.ModuleId, module.AssemblyId, module.Path.ToString(), module.PdbId);
    }

    private void OnLastAssembly(in EventOrigin at, in AssemblyLoaded assembly) =>
        _files.Load(_now.ProcessNumber, assembly.AssemblyId, assembly.Name.ToString(), null);

    private void OnException(in EventOrigin at, in ExceptionThrown thrown)
    {
        _now.IsTaken = true;
        ExceptionThrownRow row = new(_now.Ns, _now.ProcessNumber, _now.ThreadNumber, _texts.Of(thrown.Type), _sink.Raw<ExceptionThrownRow>(thrown.Message), thrown.HResult, _now.Stack,
            thrown.Traits.HasFlag(ExceptionTraits.Rethrown));
        _exceptions.Add(row, thrown.Message.Length);
    }

    private void OnAllocation(in EventOrigin at, in AllocationSample sample)
    {
        _now.IsTaken = true;
        _allocations.Add(new AllocationSampleRow(
            _now.Ns, _now.ProcessNumber, _now.ThreadNumber, _texts.Of(sample.Type), _sink.Ids.Text(GcWords.Of(sample.Place)),
            sample.ObjectBytes == 0 ? null : sample.ObjectBytes, sample.EstimatedBytes, _now.Stack));
    }
}
