using Fathom.Model;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Metrics;

namespace Fathom.Capture.Top;

/// <summary>An event session that starts in the background: a process that does not answer holds up no other one.</summary>
internal sealed class RateLink : IDisposable
{
    private const int BufferMebibytes = 1;

    // A counter comes each second; a runtime that misses three has stopped, or has no processor.
    private static readonly TimeSpan s_silence = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan s_startLimit = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan s_stopLimit = TimeSpan.FromSeconds(1);

    private readonly RuntimeRates _rates = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly Task<EventSession?> _session;

    public RateLink(int pid) => _session = StartAsync(pid);

    /// <summary>Why there are no figures; null where there are, or may still be.</summary>
    public string? Problem { get; private set; }

    /// <summary>Whether the start is over, and what counters tell has come once, or never will.</summary>
    public bool IsSettled => _session.IsCompleted && (Problem is not null || _rates.Latest is not null);

    /// <summary>The latest figures; null where the runtime has told none, or is silent.</summary>
    public RuntimeRate? Latest => _rates.Latest is { } latest && latest.Silent < s_silence ? latest.Rate : null;

    /// <inheritdoc/>
    public void Dispose()
    {
        _stop.Cancel();
        if (_session.GetAwaiter().GetResult() is { } session)
            session.DisposeAsync().AsTask().GetAwaiter().GetResult();
        _stop.Dispose();
    }

    private async Task<EventSession?> StartAsync(int pid)
    {
        await Task.Yield();
        try
        {
            EventSessionOptions options = new() { BufferMebibytes = BufferMebibytes, StartLimit = s_startLimit, StopLimit = s_stopLimit };
            return await EventSession.StartAsync(pid, [_rates], options, _stop.Token).ConfigureAwait(false);
        }
        catch (FathomException reason)
        {
            Problem = reason.Message;
            return null;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }
}
