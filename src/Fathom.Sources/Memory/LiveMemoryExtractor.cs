using System.Diagnostics;
using Fathom.Model.Recording;

namespace Fathom.Sources.Memory;

/// <summary>Reads where all memory of a running process is. The process is stopped only where the options say so.</summary>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="options">How it is looked at.</param>
public sealed class LiveMemoryExtractor(int processId, MemoryExtractorOptions options) : IExtractor
{
    private readonly long _start = options.RecordingStart == 0 ? Stopwatch.GetTimestamp() : options.RecordingStart;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("looking at the process", 0, 0));
        MemoryReading reading = new MemoryReader(processId, options).Read(stop);
        foreach (string note in reading.Notes)
            options.Noted?.Invoke(note);
        progress.Report(new Progress("writing the look", 0, 0));
        new MemoryRows(sink, options.SnapshotId, options.ProcessId, _start).Write(reading);
    }
}
