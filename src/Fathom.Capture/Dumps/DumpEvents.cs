using Fathom.Model;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Capture.Dumps;

/// <summary>The one event session of a process that is to be dumped: for its counters, which lie beside each dump, and for what leads to a dump.</summary>
internal sealed class DumpEvents : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(1);
    private static readonly EventSessionOptions s_options = new()
    {
        WithStacks = false,
        StartLimit = TimeSpan.FromSeconds(3),
        StopLimit = TimeSpan.FromSeconds(3),
    };

    // A cancelled run needs no further events. After SIGTERM it must end within its deadline.
    private static readonly TimeSpan s_cancelledStopLimit = TimeSpan.FromMilliseconds(400);

    private readonly EventSession _session;
    private readonly CancellationToken _stop;

    private DumpEvents(RuntimeMetrics counters, EventSession session, CancellationToken stop)
    {
        Counters = counters;
        _session = session;
        _stop = stop;
    }

    /// <summary>The counters of the runtime.</summary>
    public RuntimeMetrics Counters { get; }

    /// <summary>Starts it.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="consumers">Who else wants events.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>; later it shortens the end of the session.</param>
    /// <exception cref="FathomException">The process gives no events.</exception>
    public static DumpEvents Start(int processId, IReadOnlyList<EventConsumer> consumers, CancellationToken stop)
    {
        RuntimeMetrics counters = new(s_interval);
        return new DumpEvents(
            counters,
            EventSession.StartAsync(processId, [.. consumers, counters], consumers.Count > 0 ? s_options : s_options with { BufferMebibytes = 1 }, stop).GetAwaiter().GetResult(),
            stop);
    }

    /// <summary>Starts it for the counters alone, which a dump can do without.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="noted">Told why there are none.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static DumpEvents? TryStart(int processId, Action<string> noted, CancellationToken stop)
    {
        try
        {
            return Start(processId, [], stop);
        }
        catch (FathomException e)
        {
            noted($"The counters of the runtime are missing next to the dump. {e.Message}");
            return null;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Task ended = _stop.IsCancellationRequested ? _session.StopAsync(s_cancelledStopLimit) : _session.StopAsync();
        ended.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing).GetAwaiter().GetResult();
    }
}
