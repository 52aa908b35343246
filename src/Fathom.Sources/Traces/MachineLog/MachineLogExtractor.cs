using Fathom.Model.Recording;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.MachineLog;

/// <summary>Reads a log of a machine alone, without traces of the same time.</summary>
/// <param name="path">The log.</param>
public sealed class MachineLogExtractor(string path) : IExtractor
{
    /// <summary>What recordings call such a file.</summary>
    public const string FormatName = "machine log";

    /// <summary>What a reader must know, known after <see cref="Run"/>.</summary>
    public IReadOnlyList<string> Notes { get; private set; } = [];

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("reading the state of the machine", 0, 0));
        MachineLogReading reading = new(sink, new TraceNumbers(), null);
        reading.Read(path, stop);
        Notes = reading.Notes;
    }
}
