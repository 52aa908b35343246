using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Capture.Watching;

/// <summary>
/// What the runtime of a process tells of itself by counters and events: sizes of the generations after the last collection, handles, timers. Its threads run
/// on meanwhile.
/// </summary>
internal sealed class RuntimeFigures : IDisposable
{
    private const int BufferMebibytes = 1;
    private static readonly TimeSpan s_startLimit = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan s_stopLimit = TimeSpan.FromSeconds(2);

    private static readonly (RuntimeMetric From, int To)[] s_places =
        [.. MetricCatalog.All.Where(static metric => metric.Told is not null).Select(static metric => (metric.Told!, metric.Place))];

    private static readonly int[] s_generations =
    [
        MetricCatalog.Gen0Bytes.Place, MetricCatalog.Gen1Bytes.Place, MetricCatalog.Gen2Bytes.Place, MetricCatalog.LohBytes.Place, MetricCatalog.PohBytes.Place,
    ];

    private readonly RuntimeMetrics? _metrics;
    private readonly OwnFigures? _own;
    private readonly EventSession _session;
    private readonly double[] _values = new double[RuntimeMetric.All.Count];

    private RuntimeFigures(RuntimeMetrics? metrics, OwnFigures? own, EventSession session)
    {
        (_metrics, _own) = (metrics, own);
        _session = session;
    }

    /// <summary>Begins to listen; null when the process gives no events.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="interval">How often counters are wanted.</param>
    /// <param name="asked">What is asked for.</param>
    /// <param name="refused">Told why there are none.</param>
    public static RuntimeFigures? Begin(int processId, TimeSpan interval, AskedFigures asked, Action<string> refused)
    {
        RuntimeMetrics? metrics = asked.OfRuntime ? new(interval) : null;
        OwnFigures? own = asked.Own.Count > 0 ? new(interval, asked.Own) : null;
        EventSessionOptions options = new() { BufferMebibytes = BufferMebibytes, StartLimit = s_startLimit, StopLimit = s_stopLimit };
        try
        {
            EventConsumer[] consumers = [.. new EventConsumer?[] { metrics, own }.OfType<EventConsumer>()];
            return new RuntimeFigures(metrics, own, EventSession.StartAsync(processId, consumers, options).GetAwaiter().GetResult());
        }
        catch (FathomException reason)
        {
            refused(reason.Message);
            return null;
        }
    }

    /// <summary>Takes the new sentences about the program's own figures that a reader must know.</summary>
    public IReadOnlyList<string> TakeProblems() => _own?.TakeProblems() ?? [];

    /// <summary>Puts the newest figures to their places; "not a number" for what was not told yet.</summary>
    public void CopyTo(Span<double> values)
    {
        _own?.CopyTo(values);
        if (_metrics is null)
            return;
        _metrics.CopyTo(_values);
        foreach ((RuntimeMetric from, int to) in s_places)
            values[to] = _values[from.Place];
        // Its counters tell 0 for every generation until the first collection, after which something is always left.
        foreach (int generation in s_generations)
        {
            if (values[generation] != 0)
                return;
        }

        foreach (int generation in s_generations)
            values[generation] = double.NaN;
    }

    /// <inheritdoc/>
    public void Dispose() => _session.DisposeAsync().AsTask().GetAwaiter().GetResult();
}
