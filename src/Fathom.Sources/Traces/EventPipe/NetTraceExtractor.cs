using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Turns a file of runtime events (nettrace, netperf) into tables: events with their fields, samples, exceptions, collections, stacks with names, and what was lost.</summary>
/// <param name="path">The file.</param>
public sealed class NetTraceExtractor(string path) : IFileExtractor
{
    /// <summary>What recordings call the format.</summary>
    public const string FormatName = "nettrace";

    private const uint TraceId = 1;
    private const int BufferBytes = 1 << 20;
    private const long Nanoseconds = 1_000_000_000;

    /// <inheritdoc/>
    public string Source => FormatName;

    /// <inheritdoc/>
    public string? ProcessName => null;

    /// <inheritdoc/>
    public int Pid => 0;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, BufferBytes, FileOptions.SequentialScan);
        NetTraceReader reader = new(file, $"'{path}'");
        EventStacks stacks = new();
        NetTraceSink trace = new(reader.Header, stacks, sink);
        NetTraceTotals totals = reader.ReadInOrder(new TellingSink(trace, reader, file.Length, progress), stop);
        trace.End();
        progress.Report(new Progress("naming the frames", 0, 0));
        new FrameRows(TraceId, stacks, stacks.NameOf, sink).Write(stop);
        new ProcessRows(sink, trace.EndNs).Write(trace.Processes);
        WriteTrace(sink, reader, trace, file.Length);
        foreach ((string name, EventCost cost) in trace.Costs)
        {
            if (cost.Count == 0)
                continue;
            TraceEventRow row = new(TraceId, sink.Ids.Text(name), cost.Count, cost.Addresses, cost.Addresses * reader.Header.PointerSize, cost.FieldBytes);
            sink.Write(new ReadOnlySpan<TraceEventRow>(in row));
        }

        NetTraceLosses.Write(sink, totals, trace, stacks);
    }

    private void WriteTrace(IRecordingSink sink, NetTraceReader reader, NetTraceSink trace, long size)
    {
        NetTraceHeader header = reader.Header;
        TraceRow row = new(
            TraceId,
            sink.Ids.Text(FormatName),
            sink.Ids.Text(Path.GetFileName(path)),
            size,
            TextId.None,
            TextId.None,
            TextId.None,
            sink.Ids.Text($"EventPipe, version {header.Version} of the format"),
            TextId.None,
            // On Linux the ticks are those of CLOCK_MONOTONIC, in nanoseconds.
            sink.Ids.Text(header.TicksPerSecond == Nanoseconds ? "monotonic" : "unknown"),
            header.Nanoseconds(header.StartTicks),
            trace.EndNs,
            (header.StartUtc - DateTime.UnixEpoch).Ticks * 100,
            false,
            trace.Count,
            reader.Totals.DroppedEvents,
            0,
            sink.Ids.Text("it has events of .NET programs, and not when their threads had a processor."));
        sink.Write(new ReadOnlySpan<TraceRow>(in row));
    }
}
