using Fathom.Model.Recording;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Universal;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Turns a file of runtime events (nettrace, netperf) into tables: events with their fields, samples, exceptions, collections, stacks with names, and what was lost.</summary>
/// <param name="path">The file.</param>
public sealed class NetTraceExtractor(string path) : IFileExtractor
{
    /// <summary>What recordings call the format.</summary>
    public const string FormatName = "nettrace";

    private const uint TraceId = 1;

    /// <inheritdoc/>
    public string Source => FormatName;

    /// <inheritdoc/>
    public string? ProcessName => null;

    /// <inheritdoc/>
    public int Pid => 0;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        TracedFiles files = new();
        using NetTraceReading reading = new(path) { Files = files };
        EventStacks stacks = new();
        RuntimeWaits waits = new();
        reading.Read(sink, TraceId, stacks, new TraceNumbers(), reading.StartNs, new TracedTimes(CountsSamples: true, CountsSwitches: true), waits, progress, stop);
        // Switches tell all waits, and those of runtimes are among them.
        if (!reading.HasSwitches)
            waits.Write(sink, stop);
        sink.Flush();
        progress.Report(new Progress("naming the frames", 0, 0));
        new FrameRows(sink).Write(TraceId, stacks, stacks, stop);
        NetTraceLosses.Write(sink, stacks);
        files.Write(sink, reading.StartNs, stop);
    }
}
