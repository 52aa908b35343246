using Fathom.Model.Recording;
using Fathom.Sources.Traces.Joined;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Extraction;

/// <summary>Reads traces, and then what their recorder says beside them.</summary>
/// <param name="traces">The traces.</param>
/// <param name="parts">What the recorder says.</param>
internal sealed class RecordedExtractor(JoinedTraceExtractor traces, IRecordedParts parts) : IExtractor
{
    /// <summary>Adds what a reader must know, when all is read.</summary>
    public Manifest Describe(Manifest manifest) => manifest with { Warnings = [.. manifest.Warnings.Union([.. parts.Warnings, .. traces.Notes])], Remarks = traces.Remarks };

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        traces.Run(sink, progress, stop);
        parts.Write(sink, traces.StartNs ?? 0);
    }
}
