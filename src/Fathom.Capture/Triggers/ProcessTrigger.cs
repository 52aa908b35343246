using Fathom.Model;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Capture.Triggers;

/// <summary>Waits for conditions in a process, with a session of events of its own where they need one.</summary>
internal sealed class ProcessTrigger : IDisposable
{
    private static readonly EventSessionOptions s_options = new()
    {
        WithStacks = false,
        StartLimit = TimeSpan.FromSeconds(3),
        StopLimit = TimeSpan.FromSeconds(1),
    };

    private readonly TriggerWatch _watch;
    private readonly EventSession? _session;

    private ProcessTrigger(TriggerWatch watch, EventSession? session) => (_watch, _session) = (watch, session);

    /// <inheritdoc cref="TriggerWatch.Interval"/>
    public TimeSpan Interval => _watch.Interval;

    /// <summary>What a reader must know where nothing happened.</summary>
    public IEnumerable<string> Unmet => _watch.Unmet;

    /// <summary>Begins to look and to listen.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="awaited">What is waited for.</param>
    /// <param name="stop">Cancels the beginning.</param>
    /// <exception cref="FathomException">There is no such process, or it does not tell what is asked for.</exception>
    public static ProcessTrigger Begin(int processId, AwaitedConditions awaited, CancellationToken stop)
    {
        TriggerWatch watch = new(processId, awaited, dac: null);
        try
        {
            EventSession? session = watch.Consumers is { Count: > 0 } consumers
                ? EventSession.StartAsync(processId, consumers, s_options, stop).GetAwaiter().GetResult()
                : null;
            return new ProcessTrigger(watch, session);
        }
        catch
        {
            watch.Dispose();
            throw;
        }
    }

    /// <inheritdoc cref="TriggerWatch.Wait"/>
    public TriggerCause? Wait(CancellationToken stop) => _watch.Wait(stop);

    public void Dispose()
    {
        Task ended = _session?.StopAsync() ?? Task.CompletedTask;
        ended.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing).GetAwaiter().GetResult();
        _watch.Dispose();
    }
}
