using Fathom.Files;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;
using Fathom.Sources.Traces.Universal;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>One file of runtime events on its way into a recording, alone or beside others.</summary>
internal sealed class NetTraceReading : IDisposable
{
    private const int BufferBytes = 1 << 20;
    private const long Nanoseconds = 1_000_000_000;
    private const string OwnEvents = "Microsoft-DotNETCore-EventPipe/";
    private const string NoWaits = "it has events of .NET programs, but neither their waits for locks and handles nor when their threads had a processor.";
    private const string NoSwitches = "it has samples of processors, but no context switches, which 'dotnet-trace collect-linux' records with '--profile thread-time'.";

    private readonly string _path;
    private readonly FileStream _file;
    private readonly NetTraceReader _reader;
    private NetTraceSink? _trace;

    /// <summary>Opens it; the head is read.</summary>
    /// <exception cref="Model.FathomException">It is no such file.</exception>
    public NetTraceReading(string path)
    {
        _path = path;
        _file = RegularFile.OpenRead(path, BufferBytes);
        try
        {
            _reader = new NetTraceReader(_file, path);
        }
        catch
        {
            _file.Dispose();
            throw;
        }
    }

    /// <summary>Whether a file without any event, but for those of the session itself, is no trace of the recording.</summary>
    public bool IsLeftOutIfEmpty { get; init; }

    /// <summary>Told of the files that processes have loaded.</summary>
    public TracedFiles Files { get; init; } = new();

    /// <summary>Its begin on its own clock.</summary>
    public long StartNs => _reader.Header.Nanoseconds(_reader.Header.StartTicks);

    /// <summary>Its begin, nanoseconds since 1970-01-01 UTC.</summary>
    public long StartUnixNs => (_reader.Header.StartUtc - DateTime.UnixEpoch).Ticks * 100;

    /// <summary>Whether its clock is CLOCK_MONOTONIC: on Linux the ticks are its nanoseconds.</summary>
    public bool IsMonotonic => _reader.Header.TicksPerSecond == Nanoseconds;

    /// <summary>Whether its switches told when threads waited. Known when it was read.</summary>
    public bool HasSwitches => _trace!.Machine.HasSwitches;

    /// <summary>The processes whose events were read.</summary>
    public IEnumerable<TracedProcess> Processes => _trace!.Processes;

    /// <summary>Reads all events.</summary>
    /// <param name="sink">Gets the rows, all but those of frames.</param>
    /// <param name="traceId">Number of the trace in the recording.</param>
    /// <param name="stacks">Gets the stacks.</param>
    /// <param name="numbers">Gives processes and threads their numbers.</param>
    /// <param name="originNs">Time of its clock at which time stamps of the recording begin.</param>
    /// <param name="times">Which times are taken from it.</param>
    /// <param name="waits">Keeps the times of managed waits; null where nobody asks.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Ends it.</param>
    public void Read(
        IRecordingSink sink, uint traceId, EventStacks stacks, ITraceNumbers numbers, long originNs, TracedTimes times, IManagedWaits? waits, IProgress<Progress> progress, CancellationToken stop)
    {
        int waitsBefore = (waits as RuntimeWaits)?.Count ?? 0;
        _trace = new NetTraceSink(_reader.Header, stacks, sink, numbers, originNs, times, waits, Files);
        NetTraceTotals totals = _reader.ReadInOrder(new TellingSink(_trace, _reader, _file.Length, progress), stop);
        _trace.End();
        long durationNs = Math.Max(0, _trace.EndNs - (StartNs - originNs));
        new ProcessRows(sink, StartNs - originNs, durationNs).Write(_trace.Processes);
        NetTraceLosses.Write(sink, Path.GetFileName(_path), totals, _trace);
        if (IsLeftOutIfEmpty && _trace.Costs.All(static one => one.Value.Count == 0 || one.Key.StartsWith(OwnEvents, StringComparison.Ordinal)))
            return;
        WriteTrace(sink, traceId, durationNs, waits is RuntimeWaits { Count: var count } && count > waitsBefore);
        foreach ((string name, EventCost cost) in _trace.Costs)
        {
            if (cost.Count == 0)
                continue;
            TraceEventRow row = new(traceId, sink.Ids.Text(name), cost.Count, cost.Addresses, cost.Addresses * _reader.Header.PointerSize, cost.FieldBytes);
            sink.Write(new ReadOnlySpan<TraceEventRow>(in row));
        }
    }

    /// <summary>Reads only what runtimes tell of their code.</summary>
    /// <param name="path">The file.</param>
    /// <param name="names">Keeps the names of methods.</param>
    /// <param name="byPid">Gets the code of each process.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="Model.FathomException">It is no such file.</exception>
    public static void ReadCode(string path, MethodNames names, Dictionary<int, MethodMap> byPid, CancellationToken stop)
    {
        using NetTraceReading reading = new(path);
        reading._reader.ReadInOrder(new CodeToldSink(reading._reader.Header, names, byPid), stop);
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private void WriteTrace(IRecordingSink sink, uint traceId, long durationNs, bool tellsWaits)
    {
        TraceRow row = new(
            traceId,
            sink.Ids.Text(NetTraceExtractor.FormatName),
            sink.Ids.Text(Path.GetFileName(_path)),
            _file.Length,
            TextId.None,
            TextId.None,
            TextId.None,
            sink.Ids.Text($"{(_trace!.Machine.IsThere ? TraceFacts.MachineEvents : "EventPipe")}, version {_reader.Header.Version} of the format"),
            TextId.None,
            sink.Ids.Text(IsMonotonic ? "monotonic" : "unknown"),
            StartNs,
            durationNs,
            StartUnixNs,
            false,
            _trace.Count,
            _reader.Totals.DroppedEvents,
            0,
            tellsWaits || HasSwitches ? TextId.None : sink.Ids.Text(_trace.Machine.IsThere ? NoSwitches : NoWaits));
        sink.Write(new ReadOnlySpan<TraceRow>(in row));
    }
}
