using Fathom.Model.Recording;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Turns a recording of perf into tables: processes, threads and what they did, samples of processors, waits, stacks with names, and what was lost.</summary>
/// <param name="path">The file.</param>
/// <param name="options">How it is read; null for the usual way.</param>
public sealed class PerfTraceExtractor(string path, TraceOptions? options = null) : IFileExtractor
{
    /// <summary>What recordings call the format.</summary>
    public const string FormatName = "perf.data";

    internal const uint TraceId = 1;

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
        using PerfTraceReading reading = new(path, options ?? TraceOptions.Usual, files);
        reading.Read(sink, TraceId, numbers: null, new Dictionary<int, ReusedCode>(), log: null, progress, stop);
        // Files of symbols are read next.
        sink.Flush();
        progress.Report(new Progress("naming the frames", 0, 0));
        reading.WriteFrames(new FrameRows(sink), TraceId, runtime: null, stop);
        files.Write(sink, reading.StartNs ?? 0, stop);
    }
}
