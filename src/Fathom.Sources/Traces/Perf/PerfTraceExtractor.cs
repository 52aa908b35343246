using Fathom.Formats.Kallsyms;
using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Features;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Turns a recording of perf into tables: processes, threads and what they did, samples of processors, waits, stacks with names, and what was lost.</summary>
/// <param name="path">The file.</param>
public sealed class PerfTraceExtractor(string path) : IFileExtractor
{
    /// <summary>What recordings call the format.</summary>
    public const string FormatName = "perf.data";

    internal const uint TraceId = 1;

    private const int MonotonicClock = 1;

    /// <inheritdoc/>
    public string Source => FormatName;

    /// <inheritdoc/>
    public string? ProcessName => null;

    /// <inheritdoc/>
    public int Pid => 0;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        using PerfDataReader reader = PerfDataReader.Open(path);
        CodeImages images = new();
        TraceProcesses processes = new(images);
        TraceStacks stacks = new(processes, images);
        PerfTraceSink trace = new(reader, processes, stacks, sink);
        long size = Size();
        PerfDataTotals totals = reader.Read(new ProgressSink(trace, reader, size, progress), stop);
        trace.End();
        progress.Report(new Progress("naming the frames", 0, 0));
        CodeNames names = Names(reader, images, processes, trace);
        new FrameRows(TraceId, stacks, frame => names.Of(stacks.PlaceOf(frame)), sink).Write(stop);
        WriteProcesses(sink, processes);
        WriteTrace(sink, reader, trace, stacks, size);
        foreach ((PerfEvent from, EventCost cost) in trace.Costs)
        {
            TraceEventRow row = new(TraceId, sink.Ids.Text(from.Name), cost.Count, cost.Addresses, cost.Addresses * sizeof(ulong), cost.FieldBytes);
            sink.Write(new ReadOnlySpan<TraceEventRow>(in row));
        }

        TraceLosses.Write(sink, totals, trace, stacks);
    }

    private static CodeNames Names(PerfDataReader reader, CodeImages images, TraceProcesses processes, PerfTraceSink trace)
    {
        Dictionary<string, string> buildIds = [];
        foreach (BuildIdEntry entry in reader.Features.BuildIds)
            buildIds.TryAdd(entry.Path, entry.BuildId);
        KernelSymbols? kernel = TraceMachine.KernelOf(reader.Features, processes.KernelText);
        // The map of a process that had the same number on another machine, or before this one was started, would name wrongly, and so would another assembly.
        long? start = kernel is not null && StartUnixNs(reader, trace) is { } known && known >= TraceMachine.StartUnixNs ? known : null;
        return new CodeNames(images, buildIds, kernel, pid => start is null ? null : TraceMachine.MapOf(pid), file => start is { } since ? AssemblyCode.TryRead(file, since) : null);
    }

    private static void WriteProcesses(IRecordingSink sink, TraceProcesses processes)
    {
        RowBatch<ProcessRow> rows = new(sink);
        foreach (TraceProcess process in processes.All)
            rows.Add(new ProcessRow { ProcessId = process.Number, Pid = process.Pid, Name = sink.Ids.Text(process.Name ?? "unknown") });
        rows.Flush();
    }

    private static long? StartUnixNs(PerfDataReader reader, PerfTraceSink trace) =>
        reader.Features.Clock is { } at && trace.StartNs is { } start ? (long)at.WallNs + (start - (long)at.ClockNs) : null;

    private void WriteTrace(IRecordingSink sink, PerfDataReader reader, PerfTraceSink trace, TraceStacks stacks, long size)
    {
        TextId Text(string? text) => sink.Ids.Text(string.IsNullOrEmpty(text) ? null : text);
        TraceRow row = new(
            TraceId,
            Text(FormatName),
            Text(Path.GetFileName(path)),
            size,
            Text(reader.Features.HostName),
            Text(reader.Features.OsRelease),
            Text(reader.Features.Architecture),
            Text(reader.Features.PerfVersion is { } version ? $"perf {version}" : null),
            Text(string.Join(' ', reader.Features.CommandLine)),
            Text(reader.Features.Clock?.ClockId == MonotonicClock ? "monotonic" : "unknown"),
            trace.StartNs ?? 0,
            trace.EndNs - (trace.StartNs ?? 0),
            StartUnixNs(reader, trace),
            ScheduleEvents.IsWholeMachine(reader),
            reader.Totals.Samples,
            (long)Math.Max(reader.Totals.LostRecords, reader.Totals.LostSamples),
            stacks.Truncated,
            Text(ScheduleEvents.WhyNoWaits(reader.Events) ?? ScheduleEvents.WhyNoStates(reader)));
        sink.Write(new ReadOnlySpan<TraceRow>(in row));
    }

    private long Size() => Directory.Exists(path) ? new FileInfo(Path.Combine(path, "data")).Length : new FileInfo(path).Length;
}
