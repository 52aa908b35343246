using Fathom.Model.Recording;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>Reads where all memory of a running process is. The process is stopped only where the options say so.</summary>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="options">How it is looked at.</param>
public sealed class LiveMemoryExtractor(int processId, MemoryExtractorOptions options) : IExtractor
{
    private readonly MemoryExtractorOptions _options = options.Begun();

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("reading the process", 0, 0));
        MemoryReading reading = new MemoryReader(processId, _options).Read(stop);
        foreach (string note in reading.Notes)
            _options.Noted?.Invoke(note);
        progress.Report(new Progress("writing the snapshot", 0, 0));
        new MemoryRows(sink, _options).Write(reading);
    }
}
