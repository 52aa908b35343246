using System.Globalization;
using Fathom.Model.Catalog;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Traces.MachineLog;
using Fathom.Sources.Traces.Perf;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Universal;

namespace Fathom.Sources.Traces.Joined;

/// <summary>
/// Makes one recording of a recording of perf and of the events of .NET programs that ran meanwhile: on one clock, with one row for each process and thread, and with
/// the names that the runtimes told for the code that they compiled. Waits get the managed stacks that the runtimes tell of them.
/// </summary>
/// <param name="perf">The recording of perf; null for events only.</param>
/// <param name="events">Files of runtime events.</param>
/// <param name="options">How they are read; null for the usual way.</param>
/// <param name="marks">A file of moments that were marked meanwhile; null for none.</param>
public sealed class JoinedTraceExtractor(string? perf, IReadOnlyList<string> events, TraceOptions? options = null, string? marks = null) : IExtractor
{
    // The time of day is told in milliseconds, and may be set while both are recorded.
    private const long ClockErrorNs = 2_000_000_000;

    private readonly List<string> _notes = [];
    private readonly List<string> _remarks = [];

    /// <summary>The log of what the machine was like meanwhile; null for none.</summary>
    public string? MachineLog { get; init; }

    /// <summary>
    /// Whether one recorder made all files at the same time. Then they are of one machine whatever was made of the time of day meanwhile, and a file that cannot be
    /// read is a loss and not the end.
    /// </summary>
    public bool IsOfOneRecorder { get; init; }

    /// <summary>What a reader must know, a sentence each; known after <see cref="Run"/>.</summary>
    public IReadOnlyList<string> Notes => _notes;

    /// <summary>What a reader must know of the state of the machine, a sentence each; known after <see cref="Run"/>.</summary>
    public IReadOnlyList<string> Remarks => _remarks;

    /// <summary>Start of the recording on CLOCK_MONOTONIC; null before it was read.</summary>
    public long? StartNs { get; private set; }

    /// <inheritdoc/>
    /// <exception cref="FathomException">A file cannot be read, or their clocks do not fit.</exception>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        TraceNumbers numbers = new();
        MappedNumbers mapped = new(numbers);
        TracedFiles files = new();
        using PerfTraceReading? machine = perf is null ? null : new PerfTraceReading(perf, options ?? TraceOptions.Usual, files);
        IReadOnlyList<string> readable = IsOfOneRecorder ? [.. events.Where(path => IsReadable(path, sink))] : events;
        ToldCode? told = machine is null ? null : new ToldCode(readable, stop);
        WaitLog log = new();
        ManagedWaits waits = new();
        machine?.Read(sink, 1, numbers, told!.Reused, log, progress, stop);
        // Kernel switches are the source of waits wherever they were recorded, which is known now.
        RuntimeWaits? runtimeWaits = machine is { HasSwitches: true } ? null : new();
        EventStacks stacks = new((uint)(machine?.StackCount ?? 0), machine?.Lines ?? new ManagedLines(options?.SymbolFolders ?? [])) { IsOnOtherStacks = machine?.FramesOf() };
        Dictionary<int, TracedProcess> runtimes = [];
        (string Path, long StartNs, long? BootUnixNs)? first = machine is null ? null : (perf!, machine.StartNs ?? 0, Boot(perf!, machine));
        uint traceId = machine is null ? 0u : 1u;
        TracedTimes times = new(CountsSamples: machine is not { CountsTime: true }, CountsSwitches: machine is not { HasSwitches: true });
        bool hasSwitches = false;
        foreach (string path in readable)
        {
            // A second session names no methods, so its processes are those of the first; of most programs it has no event.
            string? methods = IsOfOneRecorder && StreamPair.FirstOf(path) is { } paired && readable.Contains(paired) ? paired : null;
            using NetTraceReading reading = new(path) { IsLeftOutIfEmpty = methods is not null, Files = files };
            long boot = reading.IsMonotonic ? reading.StartUnixNs - reading.StartNs : throw OtherClock(path, "its clock is not that of Linux");
            first ??= (path, reading.StartNs, boot);
            if (!IsOfOneRecorder && first is { BootUnixNs: { } other } && Math.Abs(other - boot) > ClockErrorNs)
                throw OtherClock(path, $"it is of another machine than '{first.Value.Path}', or that was rebooted in between");
            Dictionary<int, ProcessFit?> found = machine is null ? [] : told!.Find(methods ?? path, machine);
            mapped.Begin(found);
            reading.Read(
                sink, ++traceId, stacks, mapped, first.Value.StartNs, times, runtimeWaits is null ? waits : runtimeWaits, progress, stop);
            hasSwitches |= reading.HasSwitches;
            foreach (TracedProcess process in methods is null ? reading.Processes : [])
            {
                if (!found.TryGetValue(process.Pid, out ProcessFit? outer))
                    runtimes[process.Pid] = process;
                else if (outer is { } known)
                    runtimes[known.Pid] = process;
                else
                    sink.Lost(NoProcess(sink, process.Pid));
            }
        }

        StartNs = first?.StartNs;
        ReadMachineLog(sink, numbers, first?.StartNs, progress, stop);
        if (marks is not null && first is { StartNs: var originNs })
            ReadMarks(sink, marks, numbers, originNs);
        WaitStackRows.Write(sink, log, waits, stop);
        if (!hasSwitches)
            runtimeWaits?.Write(sink, stop);
        sink.Flush();
        progress.Report(new Progress("naming the frames", 0, 0));
        StageMemory.GiveBack();
        FrameRows frames = new(sink);
        machine?.WriteFrames(frames, 1, new RuntimeNames(runtimes, told!.Reused, stacks.Lines), stop);
        stacks.OfFiles = machine is null ? null : machine.OfAssembly;
        stacks.LineOfFiles = machine is null ? null : machine.LineOfAssembly;
        frames.Write(machine is null ? 1u : 2u, stacks, stacks, stop);
        NetTraceLosses.Write(sink, stacks);
        files.Write(sink, first?.StartNs ?? 0, stop);
    }

    private bool IsReadable(string path, IRecordingSink sink)
    {
        try
        {
            using NetTraceReading reading = new(path);
            return reading.IsMonotonic ? true : throw OtherClock(path, "its clock is not that of Linux");
        }
        catch (FathomException e)
        {
            _notes.Add($"the runtime events of a file are missing: {e.Message}");
            sink.Lost(new LossRow(
                sink.Ids.Text(NetTraceExtractor.FormatName), sink.Ids.Text(Path.GetFileName(path)), 0, 0, 1, new FileInfo(path).Length, sink.Ids.Text("the file cannot be read"),
                sink.Ids.Text(LossTables.RuntimeEvents)));
            return false;
        }
    }

    private void ReadMarks(IRecordingSink sink, string path, TraceNumbers numbers, long originNs)
    {
        try
        {
            MarkRows.Write(sink, path, numbers, originNs);
        }
        catch (FathomException e) when (IsOfOneRecorder)
        {
            _notes.Add($"the marks are missing: {e.Message}");
            sink.Lost(new LossRow(sink.Ids.Text("marks"), TextId.None, 0, 0, 1, 0, sink.Ids.Text("their file cannot be read"), sink.Ids.Text(LossTables.Marks)));
        }
    }

    private void ReadMachineLog(IRecordingSink sink, TraceNumbers numbers, long? startNs, IProgress<Progress> progress, CancellationToken stop)
    {
        if (MachineLog is not { } path)
            return;
        progress.Report(new Progress("reading the state of the machine", 0, 0));
        MachineLogReading reading = new(sink, numbers, startNs, options?.LeftOutProcess);
        try
        {
            reading.Read(path, stop);
            _remarks.AddRange(reading.Notes);
        }
        catch (FathomException e)
        {
            // The traces are worth more.
            _remarks.Add($"the state of the machine is not known: {e.Message}");
            sink.Lost(new LossRow(sink.Ids.Text(MachineLogReading.Source), TextId.None, 0, 0, 1, 0, sink.Ids.Text("its log cannot be read"), sink.Ids.Text(LossTables.Surroundings)));
        }
    }

    private static LossRow NoProcess(IRecordingSink sink, int pid) => new(
        sink.Ids.Text(NetTraceExtractor.FormatName),
        sink.Ids.Text(string.Create(CultureInfo.InvariantCulture, $"process {pid}")),
        0,
        0,
        1,
        0,
        sink.Ids.Text("programs in a PID namespace that perf's processes could not be matched with; they have separate rows"));

    private static long? Boot(string path, PerfTraceReading machine)
    {
        if (!machine.IsMonotonic)
            throw OtherClock(path, "it does not say that its clock is CLOCK_MONOTONIC");
        return machine.StartUnixNs - machine.StartNs;
    }

    private static FathomException OtherClock(string path, string reason) =>
        FathomException.Target(
            $"'{path}' cannot be put on one clock with the others: {reason}.",
            "record with: perf record -k CLOCK_MONOTONIC …, and the events at the same time on the same machine");
}
