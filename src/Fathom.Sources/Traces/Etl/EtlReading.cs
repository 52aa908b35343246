using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Universal;

namespace Fathom.Sources.Traces.Etl;

/// <summary>One Windows trace on its way into a recording.</summary>
internal sealed class EtlReading : IDisposable
{
    private const string NoSwitches = "it has no context switches, which 'wpr -start GeneralProfile' and PerfView with 'Thread Time' record.";

    private readonly List<EtlInput> _inputs = [];
    private readonly EtlTrace _trace;
    private readonly StackShares _shares;

    /// <summary>Opens it, and looks through all of it once.</summary>
    /// <exception cref="Model.FathomException">It is no such file.</exception>
    public EtlReading(IReadOnlyList<string> paths, TraceOptions options, IProgress<Progress> progress, CancellationToken stop)
    {
        _ = options;
        try
        {
            List<EtlPart> parts = [];
            foreach (string path in paths)
            {
                IReadOnlyList<EtlInput> opened = EtlInput.Open(path);
                _inputs.AddRange(opened);
                parts.AddRange(opened.Select(one => new EtlPart(one.Read, one.Length, opened.Count > 1 ? one.Name : path)));
            }

            progress.Report(new Progress("looking through the trace", 0, Bytes));
            _trace = new EtlTrace(parts, stop);
            _shares = new StackShares(_trace.Header.PointerSize);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Whether its switches tell when threads waited.</summary>
    public bool HasSwitches => _trace.HasSwitches;

    /// <summary>Whether Windows has 64 bits, and so follows stacks by the tables of programs.</summary>
    public bool IsOf64Bits => _trace.Header.PointerSize == 8;

    /// <summary>The zips that it lies in.</summary>
    public IReadOnlyList<string> Zips => [.. _inputs.Select(static input => input.Zip).OfType<string>().Distinct()];

    /// <summary>Reads all events.</summary>
    /// <param name="sink">Gets the rows, all but those of frames.</param>
    /// <param name="traceId">Number of the trace in the recording.</param>
    /// <param name="stacks">Gets the stacks.</param>
    /// <param name="waits">Keeps the times of managed waits.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Ends it.</param>
    public void Read(IRecordingSink sink, uint traceId, EventStacks stacks, RuntimeWaits waits, IProgress<Progress> progress,
        CancellationToken stop)
    {
        NetTraceHeader clock = _trace.Clock;
        long originNs = clock.Nanoseconds(clock.StartTicks);
        WindowsProcessTable? processes = null;
        WindowsSampleTable? samples = null;
        WindowsScheduleTable? schedule = null;
        WindowsFileTable? calls = null;
        WindowsDiskTable? disks = null;
        WindowsNetworkTable? network = null;
        WindowsDnsTable? lookups = null;
        WindowsCallTable? systemCalls = null;
        WindowsFaultTable? faults = null;
        WindowsCounterTable? counters = null;
        WindowsInterruptTable? interrupts = null;
        WindowsRegistryTable? registry = null;
        WindowsMemoryTable? memory = null;
        KernelPlaces? places = null;
        WindowsMachineTable? machine = null;
        WindowsRequestTable? requests = null;
        DrivePaths drives = new(_trace.Volumes);
        WindowsPaths paths = new(drives, sink);
        TracedFiles files = new();
        NetTraceSink events = new(
            clock, stacks, sink, new TraceNumbers(), originNs, new TracedTimes(CountsSamples: true, CountsSwitches: true), waits, files,
            (now, all) =>
            [
                processes = new WindowsProcessTable(now, all, drives, _trace, files),
                schedule = new WindowsScheduleTable(now, all, _trace.ProcessOf, _trace.HasSwitches, sink),
                samples = new WindowsSampleTable(now, all, stacks, sink),
                calls = new WindowsFileTable(now, _trace, paths, sink),
                disks = new WindowsDiskTable(now, _trace, paths, sink),
                network = new WindowsNetworkTable(now, all, _trace, sink),
                lookups = new WindowsDnsTable(now, sink),
                faults = new WindowsFaultTable(now, _trace, paths, sink),
                counters = new WindowsCounterTable(now, stacks, sink),
                systemCalls = new WindowsCallTable(now, places = new KernelPlaces(now, all, _trace.KernelFiles, stacks, sink), sink),
                interrupts = new WindowsInterruptTable(now, _trace, places, sink),
                registry = new WindowsRegistryTable(now, _trace, sink),
                memory = new WindowsMemoryTable(now, all, sink),
                machine = new WindowsMachineTable(sink),
                requests = new WindowsRequestTable(now, sink),
                new WindowsMarkTable(now, sink),
            ]);
        _trace.Read(new ProgressEvents(events, _trace, _shares, progress), stop);
        events.End();
        long durationNs = Math.Max(0, events.EndNs);
        IReadOnlyList<TracedProcess> found = [.. events.Processes];
        new WindowsProcessRows(sink, processes!, StartUnixNs, durationNs).Write(found, schedule!.WithLives);
        machine!.Write(_trace.Header);
        new ProcessRows(sink, 0, durationNs).WriteCollections(found);
        files.Write(sink, originNs, stop);
        EtlLosses.Write(sink, Name, _trace, events, processes!, samples!, schedule!);
        EtlLosses.Write(sink, Name, _trace, calls!, disks!);
        EtlLosses.Write(sink, Name, network!, lookups!);
        EtlLosses.Write(sink, Name, systemCalls!, faults!);
        EtlLosses.Write(sink, Name, counters!);
        EtlLosses.Write(sink, Name, interrupts!, registry!, memory!, _trace);
        EtlLosses.Write(sink, Name, places!);
        EtlLosses.Write(sink, Name, requests!);
        EtlEnds.Write(sink, _trace, originNs);
        WriteTrace(sink, traceId, originNs, durationNs, events, waits.Count > 0, machine);
    }

    /// <summary>Writes how many stacks are whole.</summary>
    public void WriteShares(IRecordingSink sink) => _shares.Write(sink);

    /// <inheritdoc/>
    public void Dispose() => _inputs.ForEach(static input => input.Dispose());

    private string Name => string.Join(" + ", _inputs.Select(static input => input.Name));

    private long Bytes => _inputs.Sum(static input => input.Length);

    private long? StartUnixNs => _trace.Header.StartUtc == DateTime.UnixEpoch ? null
        : (_trace.Header.StartUtc - DateTime.UnixEpoch).Ticks * 100;

    private void WriteTrace(IRecordingSink sink, uint traceId, long originNs, long durationNs, NetTraceSink events, bool tellsWaits,
        WindowsMachineTable machine)
    {
        TraceRow row = new(
            traceId,
            sink.Ids.Text(EtlExtractor.FormatName),
            sink.Ids.Text(Name),
            Bytes,
            sink.Ids.Text(machine.Machine?.Name),
            sink.Ids.Text($"{machine.Product ?? "Windows"} {_trace.Header.Windows}"),
            sink.Ids.Text(machine.Machine?.Architecture),
            sink.Ids.Text("Event Tracing for Windows"),
            TextId.None,
            sink.Ids.Text("unknown"),
            originNs,
            durationNs,
            StartUnixNs,
            _trace.HasSamples || _trace.HasSwitches,
            events.Count,
            _trace.Header.EventsLost,
            0,
            _trace.HasSwitches || tellsWaits ? TextId.None : sink.Ids.Text(NoSwitches));
        sink.Write(new ReadOnlySpan<TraceRow>(in row));
        foreach ((string name, EventCost cost) in events.Costs)
        {
            if (cost.Count == 0)
                continue;
            TraceEventRow one = new(traceId, sink.Ids.Text(name), cost.Count, cost.Addresses, cost.Addresses * _trace.Header.PointerSize,
                cost.FieldBytes);
            sink.Write(new ReadOnlySpan<TraceEventRow>(in one));
        }
    }
}
