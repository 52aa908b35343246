using Fathom.Model.Recording;
using Fathom.Sources.Traces.Joined;

namespace Fathom.Capture.Extraction;

/// <summary>Reads traces, and then what their recorder says beside them.</summary>
/// <param name="traces">The traces.</param>
/// <param name="parts">What the recorder says.</param>
internal sealed class RecordedExtractor(JoinedTraceExtractor traces, IRecordedParts parts) : IExtractor
{
    /// <summary>What a reader must know, a sentence each; known after <see cref="Run"/>.</summary>
    public IReadOnlyList<string> Warnings => [.. parts.Warnings, .. traces.Notes];

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        traces.Run(sink, progress, stop);
        parts.Write(sink, traces.StartNs ?? 0);
    }
}
