using System.Diagnostics;
using System.Globalization;
using Fathom.Model.Metrics;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Sources.Events;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// The counters that a runtime tells of itself, once. It is the last that is read before a dump, because the event session that they come by takes some memory
/// and a thread in the process.
/// </summary>
/// <param name="processId">Id of the process in the recording's process table.</param>
/// <param name="counters">The counters; the runtime has a moment to tell them.</param>
/// <param name="noted">Told when there are none.</param>
public sealed class CounterExtractor(uint processId, RuntimeMetrics counters, Action<string> noted) : IExtractor
{
    // Counters are told each second.
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(20);

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("waiting for the counters of the runtime", 0, 0));
        long start = Stopwatch.GetTimestamp();
        while (counters.SinceHeard is null && Stopwatch.GetElapsedTime(start) < s_limit)
        {
            stop.WaitHandle.WaitOne(s_look);
            stop.ThrowIfCancellationRequested();
        }

        if (counters.SinceHeard is null)
            noted("The counters of the runtime are missing next to the dump: it reported none.");
        List<ProcessFactRow> facts = [];
        foreach (RuntimeMetric metric in RuntimeMetric.All)
        {
            if (!double.IsNaN(counters[metric]))
                facts.Add(new ProcessFactRow(processId, sink.Ids.Text("counter"), sink.Ids.Text(metric.Name), sink.Ids.Text(counters[metric].ToString("R", CultureInfo.InvariantCulture))));
        }

        sink.Write<ProcessFactRow>(facts.ToArray());
    }
}
