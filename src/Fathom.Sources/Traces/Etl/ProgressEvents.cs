using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Says now and then how far the reading has come, and counts stacks.</summary>
internal sealed class ProgressEvents(INetTraceSink inner, EtlTrace trace, StackShares shares, IProgress<Progress> progress) : INetTraceSink
{
    private const int Between = 1 << 16;
    private long _events;

    /// <inheritdoc/>
    public void OnMetadata(EventMetadata metadata) => inner.OnMetadata(metadata);

    /// <inheritdoc/>
    public void OnEvent(in NetTraceEvent at)
    {
        if ((++_events & (Between - 1)) == 0)
            progress.Report(new Progress("reading the trace", trace.Totals.Records, trace.Surveyed, $"{_events:N0} events"));
        shares.Add(in at);
        inner.OnEvent(in at);
    }
}
