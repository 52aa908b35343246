using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Features;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Sources.Traces.Perf;

/// <summary>One recording of perf on its way into a recording, alone or beside others: first all rows but those of frames, then these with their names.</summary>
internal sealed class PerfTraceReading : IDisposable
{
    private const int MonotonicClock = 1;

    private readonly string _path;
    private readonly TraceOptions _options;
    private readonly PerfDataReader _reader;
    private readonly CodeImages _images = new();
    private readonly TraceProcesses _processes;
    private readonly TraceStacks _stacks;
    private readonly TracedFiles _files;
    private PerfTraceSink? _trace;
    private TraceMachine? _own;
    private CodeNames? _names;

    /// <summary>Opens it; the head is read.</summary>
    /// <exception cref="Model.FathomException">It is no such file.</exception>
    /// <param name="path">The file.</param>
    /// <param name="options">How it is read.</param>
    /// <param name="files">Told of the files that processes have loaded; null where nobody asks.</param>
    public PerfTraceReading(string path, TraceOptions options, TracedFiles? files = null)
    {
        (_path, _options, _files) = (path, options, files ?? new TracedFiles());
        Lines = new ManagedLines(options.SymbolFolders);
        _reader = PerfDataReader.Open(path);
        _processes = new TraceProcesses(_images, _files);
        _stacks = new TraceStacks(_processes, _images, new DumpedStacks(new TraceFrameFiles(BuildIdOf, options.SymbolFolders, () => Own.OwnStartUnixNs)));
    }

    /// <summary>Its first time stamp; null where it has none, and before it was read.</summary>
    public long? StartNs => _trace?.StartNs;

    /// <summary>The same, nanoseconds since 1970-01-01 UTC; null where the file does not tell.</summary>
    public long? StartUnixNs => _reader.Features.Clock is { } at && StartNs is { } start ? (long)at.WallNs + (start - (long)at.ClockNs) : null;

    /// <summary>Whether the file says that its clock is CLOCK_MONOTONIC: in what perf adds at its end, or, where perf did not come to that, for each event.</summary>
    public bool IsMonotonic => _reader.Features.Clock is { } clock
        ? clock.ClockId == MonotonicClock
        : _reader.Events.Count > 0 && _reader.Events.All(static each => each.Attributes.ClockId == MonotonicClock);

    /// <summary>Whether samples of it stand for processor time.</summary>
    public bool CountsTime => SampleClock.Best(_reader.Events) is not null;

    /// <summary>Whether it has rows of waits, by its switches.</summary>
    public bool HasSwitches => ScheduleEvents.HasStates(_reader);

    /// <summary>Stacks; known when it was read.</summary>
    public int StackCount => _stacks.Count;

    /// <summary>Finds source lines of managed code.</summary>
    public ManagedLines Lines { get; }

    /// <summary>Reads all records.</summary>
    /// <param name="sink">Gets the rows, all but those of frames.</param>
    /// <param name="traceId">Number of the trace in the recording.</param>
    /// <param name="numbers">Told of the numbers that processes and threads have; null where nobody asks.</param>
    /// <param name="reused">Where processes had code of several methods at one address, by their numbers, as their runtimes tell.</param>
    /// <param name="log">Keeps the times of waits; null where nobody asks.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Ends it.</param>
    public void Read(
        IRecordingSink sink, uint traceId, TraceNumbers? numbers, IReadOnlyDictionary<int, ReusedCode> reused, WaitLog? log, IProgress<Progress> progress, CancellationToken stop)
    {
        _stacks.Reused = reused;
        KernelTids tids = KernelTids.Read(_path, stop);
        _processes.HasOthers = tids.Differ;
        _trace = new PerfTraceSink(_reader, _processes, _stacks, sink, numbers, log, _options.LeftOutProcess is { } own ? new LeftOutThreads(own, _processes) : null, tids);
        long size = Size();
        PerfDataTotals totals = _reader.Read(new ProgressSink(_trace, _reader, size, progress), stop);
        _trace.End();
        WriteProcesses(sink, numbers);
        WriteTrace(sink, traceId, size);
        foreach ((PerfEvent from, EventCost cost) in _trace.Costs)
        {
            TraceEventRow row = new(traceId, sink.Ids.Text(from.Name), cost.Count, cost.Addresses, cost.Addresses * sizeof(ulong), cost.FieldBytes);
            sink.Write(new ReadOnlySpan<TraceEventRow>(in row));
        }

        TraceLosses.Write(sink, totals, _trace, _stacks);
    }

    /// <summary>Whether stacks have frames in compiled code, by the number of its process in the recording, its start and its size. Known when all records were read.</summary>
    public Func<uint, ulong, uint, bool> FramesOf()
    {
        Dictionary<int, SeenCode> byPid = _stacks.SeenByPid();
        Dictionary<uint, int> pids = _processes.All.ToDictionary(static process => process.Number, static process => process.Pid);
        return (process, start, size) => pids.TryGetValue(process, out int pid) && byPid.TryGetValue(pid, out SeenCode? seen) && seen.WasSeen(start, size);
    }

    /// <summary>All processes, and the share of addresses at which each had code when it ended; null where nothing that it mapped is known.</summary>
    /// <param name="addresses">The addresses.</param>
    public IEnumerable<(int Pid, uint Number, double? Share)> SharesOf(IReadOnlyList<ulong> addresses) =>
        _processes.All.Where(static process => process.Pid > 0).Select(process => (process.Pid, process.Number, process.Space.ShareOf(addresses)));

    /// <summary>Writes frames with their names, and stacks.</summary>
    /// <param name="rows">Gets them.</param>
    /// <param name="traceId">Number of the trace in the recording.</param>
    /// <param name="runtime">What the runtimes of processes told; null where none was asked.</param>
    /// <param name="stop">Ends it.</param>
    public void WriteFrames(FrameRows rows, uint traceId, IRuntimeNames? runtime, CancellationToken stop)
    {
        Dictionary<string, string> buildIds = [];
        foreach (BuildIdEntry entry in _reader.Features.BuildIds)
            buildIds.TryAdd(entry.Path, entry.BuildId);
        CompiledMaps maps = new(_options.SymbolFolders, () => Own.OwnStartUnixNs is null ? null : TraceMachine.BootUnixNs);
        _names = new CodeNames(_stacks, _images, buildIds, Own, runtime, new SymbolSearch(_options.SymbolFolders), maps, Lines, _reader.Features.OsRelease);
        rows.Write(traceId, _stacks, _names, stop);
    }

    /// <summary>The method of a mapped assembly, by its code compiled ahead of time. Known when frames were written.</summary>
    /// <param name="process">Number of the process in the recording.</param>
    /// <param name="address">The address.</param>
    /// <returns>Null where the process has no assembly there, or its file does not name the method.</returns>
    public PlaceName? OfAssembly(uint process, ulong address) =>
        PlaceInAssembly(process, address) is var (image, place) && _names!.Assembly(image, place) is { Name: not null } named ? named : null;

    /// <summary>The source line of code that was compiled ahead of time. Known when frames were written.</summary>
    /// <param name="process">Number of the process in the recording.</param>
    /// <param name="address">The address.</param>
    /// <returns>Null where the process has no assembly there.</returns>
    public SourceLine? LineOfAssembly(uint process, ulong address)
    {
        if (PlaceInAssembly(process, address) is not var (image, place))
            return null;
        _names!.Assembly(image, place);
        return _names.AssemblyLine(image, place);
    }

    /// <inheritdoc/>
    public void Dispose() => _reader.Dispose();

    // Where the kernel lies is told before the first sample.
    private TraceMachine Own => _own ??= new TraceMachine(_reader.Features, _processes.KernelText, StartUnixNs);

    private (CodeImage Image, ulong Place)? PlaceInAssembly(uint process, ulong address) =>
        _names is not null && process > 0 && process <= _processes.All.Count && _processes.All[(int)process - 1].Space.TryFind(address, out CodeMapping mapping)
            && mapping.Image.Kind == CodeKind.Assembly ? (mapping.Image, mapping.PlaceOf(address)) : null;

    private string BuildIdOf(string path) => _reader.Features.BuildIds.FirstOrDefault(entry => entry.Path == path)?.BuildId ?? "";

    private void WriteProcesses(IRecordingSink sink, TraceNumbers? numbers)
    {
        RowBatch<ProcessRow> rows = new(sink);
        RecordedPrograms recorded = new(_processes.All, _options.Programs);
        foreach (TraceProcess process in _processes.All.Where(static process => !process.EndedBefore))
        {
            if (process.Pid != _options.LeftOutProcess)
                rows.Add(Row(process));
            numbers?.KnowProcess(process.Pid, process.Number, process.FromNs);
        }

        rows.Flush();
        foreach (TraceProcess process in _processes.All.Where(process => process.EndedBefore || process.Pid == _options.LeftOutProcess))
            _files.Forget(process.Number);

        ProcessRow Row(TraceProcess process) => new()
        {
            ProcessId = process.Number,
            Pid = process.Pid,
            Name = sink.Ids.Text(process.Name ?? "unknown"),
            RuntimeVersion = sink.Ids.Text(process.RuntimeVersion),
            ParentPid = process.ParentPid,
            IsRecorded = recorded.Has(process),
            HasRuntime = process.HasRuntime ? true : null,
        };
    }

    private void WriteTrace(IRecordingSink sink, uint traceId, long size)
    {
        TextId Text(string? text) => sink.Ids.Text(string.IsNullOrEmpty(text) ? null : text);
        TraceRow row = new(
            traceId,
            Text(PerfTraceExtractor.FormatName),
            Text(Path.GetFileName(_path)),
            size,
            Text(_reader.Features.HostName),
            Text(_reader.Features.OsRelease),
            Text(_reader.Features.Architecture),
            Text(Recorder(_reader.Features.PerfVersion)),
            Text(string.Join(' ', _reader.Features.CommandLine)),
            Text(IsMonotonic ? "monotonic" : "unknown"),
            StartNs ?? 0,
            _trace!.EndNs - (StartNs ?? 0),
            StartUnixNs,
            ScheduleEvents.IsWholeMachine(_reader),
            _reader.Totals.Samples,
            (long)Math.Max(_reader.Totals.LostRecords, _reader.Totals.LostSamples),
            _stacks.Truncated,
            Text(ScheduleEvents.WhyNoWaits(_reader.Events) ?? ScheduleEvents.WhyNoStates(_reader)));
        sink.Write(new ReadOnlySpan<TraceRow>(in row));
    }

    // perf tells its version only; other recorders say who they are.
    private static string? Recorder(string? version) => version is [>= '0' and <= '9', ..] ? $"perf {version}" : version;

    private long Size() => Directory.Exists(_path) ? new FileInfo(Path.Combine(_path, "data")).Length : new FileInfo(_path).Length;
}
