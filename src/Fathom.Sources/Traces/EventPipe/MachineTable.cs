using System.Globalization;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Universal;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>
/// Takes what a machine-wide recorder tells (One-collect, as in <c>dotnet-trace collect-linux</c>): processes, the code that they have mapped, its
/// symbols, samples and switches.
/// </summary>
internal sealed class MachineTable : EventTable
{
    private const string System = "Universal.System";
    private const string Events = "Universal.Events";
    private const string Interval = "ExpectedCPUSamplingRate";
    private const long UsualIntervalNs = 1_000_000;
    private const long MostWeightNs = 10_000_000_000;

    private readonly TracedMoment _now;
    private readonly NetTraceHeader _header;
    private readonly TracedProcesses _processes;
    private readonly TracedTimes _times;
    private readonly long _intervalNs;
    private readonly RowBatch<CpuSampleRow> _samples;
    private readonly SwitchRows _switches;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="header">The stream.</param>
    /// <param name="processes">Its processes.</param>
    /// <param name="times">Which times are taken from it.</param>
    public MachineTable(TracedMoment now, IRecordingSink sink, NetTraceHeader header, TracedProcesses processes, TracedTimes times)
    {
        (_now, _header, _processes, _times) = (now, header, processes, times);
        (_samples, _switches) = (new(sink), new(sink));
        Consumer = new Kinds(this);
        bool isTold = long.TryParse(header.Values.GetValueOrDefault(Interval), NumberStyles.None, CultureInfo.InvariantCulture, out long told);
        _intervalNs = isTold && told is > 0 and <= MostWeightNs ? told : UsualIntervalNs;
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Whether the stream is of such a recorder.</summary>
    public bool IsThere { get; private set; }

    /// <summary>Whether its switches are taken.</summary>
    public bool HasSwitches { get; private set; }

    /// <summary>Samples and switches of an unknown thread.</summary>
    public long OfNobody { get; private set; }

    /// <summary>The code that is mapped.</summary>
    public MachineCode Code { get; } = new();

    /// <inheritdoc/>
    public override void End()
    {
        foreach (TracedProcess process in _processes.All)
        {
            foreach (TracedThread thread in process.Threads)
            {
                if (thread.Switches is { } switches)
                    _switches.End(switches, process.ExitNs ?? _now.EndNs);
            }
        }

        _samples.Flush();
        _switches.Flush();
    }

    private EventReaction? Bind(EventMetadata metadata)
    {
        EventReaction? reaction = (metadata.Provider, metadata.Name) switch
        {
            (System, "ExistingProcess") => Reads(metadata, OnExisting, UniversalField.Name),
            (System, "ProcessCreate") => Reads(metadata, OnCreated, UniversalField.Name),
            (System, "ProcessExit") => Reads(metadata, OnExit),
            (System, "ProcessMapping") => Reads(metadata, OnMapping, UniversalField.Id, UniversalField.StartAddress, UniversalField.EndAddress),
            (System, "ProcessMappingMetadata") => Reads(metadata, OnFacts, UniversalField.Id),
            (System, "ProcessSymbol") => Reads(metadata, OnSymbol, UniversalField.MappingId, UniversalField.StartAddress, UniversalField.EndAddress, UniversalField.Name),
            (Events, "cpu") when _times.CountsSamples => Reads(metadata, OnSample, UniversalField.Value),
            (Events, "cswitch") when _times.CountsSwitches => Reads(metadata, OnSwitch, UniversalField.Value),
            _ => null,
        };
        IsThere |= reaction is not null;
        HasSwitches |= reaction is not null && metadata.Name == "cswitch";
        return reaction;
    }

    private EventReaction? Reads(EventMetadata metadata, Handler handler, params ReadOnlySpan<UniversalField> needed)
    {
        if (UniversalLayout.Of(metadata, needed) is not { } layout)
            return null;
        return (in NetTraceEvent at) =>
        {
            UniversalEvent told = layout.Read(in at);
            _now.IsTaken = _now.IsOfMachine = told.IsWhole;
            if (told.IsWhole)
                handler(in at, in told);
        };
    }

    private void OnExisting(in NetTraceEvent at, in UniversalEvent told) => _now.Process!.Name = UniversalEvent.Text(told.Name);

    private void OnCreated(in NetTraceEvent at, in UniversalEvent told)
    {
        _now.Process = _processes.Begin(at.ProcessId);
        _now.Process.Name = UniversalEvent.Text(told.Name);
        // One whose threads were seen before was there before.
        if (_now.Process.Threads.Count == 0)
            _now.Process.StartNs ??= _now.Ns;
    }

    private void OnExit(in NetTraceEvent at, in UniversalEvent told) => _now.Process!.ExitNs = _now.Ns;

    private void OnMapping(in NetTraceEvent at, in UniversalEvent told) => Code.Map(_now.Process!.Code ??= new MappedCode(), _now.Process.Pid, in told);

    private void OnFacts(in NetTraceEvent at, in UniversalEvent told) => Code.Describe(in told);

    private void OnSymbol(in NetTraceEvent at, in UniversalEvent told) => Code.Name(in told);

    private void OnSample(in NetTraceEvent at, in UniversalEvent told)
    {
        if (ThreadOf(in at) is not { } thread)
            return;
        long? weight = told.Value > 0 && told.Value <= (ulong)(MostWeightNs / _intervalNs) ? (long)told.Value * _intervalNs : null;
        _samples.Add(new CpuSampleRow(_now.Ns, thread.Number, (int)at.Header.Processor, _now.Stack, weight));
        SwitchesOf(thread).SampledNs = _now.Ns;
    }

    private void OnSwitch(in NetTraceEvent at, in UniversalEvent told)
    {
        if (ThreadOf(in at) is not { } thread)
            return;
        ulong withoutNs = told.Value > long.MaxValue ? told.Value : (ulong)_header.Nanoseconds((long)told.Value);
        _switches.Come(SwitchesOf(thread), _now.Ns, withoutNs, (int)at.Header.Processor, _now.Stack);
    }

    // The idle threads, whose numbers are 0, are no threads here.
    private TracedThread? ThreadOf(in NetTraceEvent at)
    {
        if (_now.Thread is null && at.ProcessId != 0)
            OfNobody++;
        // A thread that ends is seen a little longer.
        if (_now.Process!.ExitNs < _now.Ns)
            _now.Process.ExitNs = _now.Ns;
        return _now.Thread;
    }

    private SwitchedThread SwitchesOf(TracedThread thread) => thread.Switches ??= new SwitchedThread(thread.Number, _now.Process!.StartNs ?? _now.BeginNs);

    private delegate void Handler(in NetTraceEvent at, in UniversalEvent told);

    private sealed class Kinds(MachineTable table) : EventConsumer
    {
        public override IReadOnlyList<EventProvider> Providers => [];

        internal override EventReaction? Bind(EventMetadata metadata) => table.Bind(metadata);
    }
}
