using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Records;
using Fathom.Model.Recording;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Says now and then how far the reading has come.</summary>
internal sealed class ProgressSink(IPerfDataSink inner, PerfDataReader reader, long sizeBytes, IProgress<Progress> progress) : IPerfDataSink
{
    private const int Between = 1 << 16;
    private long _events;

    /// <inheritdoc/>
    public void OnSample(in PerfSample sample)
    {
        if ((++_events & (Between - 1)) == 0)
            progress.Report(new Progress("reading the trace", reader.Totals.Bytes, sizeBytes, $"{_events:N0} events"));
        inner.OnSample(in sample);
    }

    /// <inheritdoc/>
    public void OnRecord(in PerfRecord record) => inner.OnRecord(in record);
}
