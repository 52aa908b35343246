using System.Diagnostics.CodeAnalysis;
using Fathom.Formats.NetTrace;
using Fathom.Model;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.Events.Sessions;

/// <summary>
/// Runtime events of a running process, for several consumers at once: one session per target, whose requests are merged. The target is never
/// stopped. When this process ends in any way, the runtime sees its connection close and ends the session by itself. A port of somebody else is refused.
/// </summary>
public sealed class EventSession : IAsyncDisposable
{
    private readonly int _processId;
    private readonly RawEvents _session;
    private readonly EventSessionOptions _options;
    private readonly TaskCompletionSource<EventSessionResult> _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<bool> _isEnded = new();
    private readonly Lock _gate = new();
    private Task<EventSessionResult>? _stopping;
    private volatile bool _isAbandoned;

    private EventSession(int processId, RawEvents session, EventSessionOptions options)
    {
        _processId = processId;
        _session = session;
        _options = options;
    }

    /// <summary>Ends with the session: after <see cref="StopAsync()"/>, or when the target ends. It fails where a handler failed.</summary>
    public Task<EventSessionResult> Completion => _completion.Task;

    /// <summary>Starts a session. When this returns, events are on.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="consumers">Who wants events.</param>
    /// <param name="options">Limits; null for the usual ones.</param>
    /// <param name="stop">Gives up the start.</param>
    /// <exception cref="FathomException">The process gives no events.</exception>
    public static async Task<EventSession> StartAsync(
        int processId, IReadOnlyList<EventConsumer> consumers, EventSessionOptions? options = null, CancellationToken stop = default)
    {
        options ??= new EventSessionOptions();
        RawEventsOptions wanted = new()
        {
            Providers = [.. consumers.SelectMany(static consumer => consumer.Providers)],
            BufferMebibytes = options.BufferMebibytes,
            WithStacks = options.WithStacks,
            OlderMayTakeStacks = true,
            StartLimit = options.StartLimit,
        };
        if (!options.NamesMethods)
            wanted = wanted with { RundownKeywords = 0 };
        TargetCondition condition = TargetConditions.Of(processId);
        if (condition == TargetCondition.Gone)
            throw TargetErrors.NotThere(processId);
        if (condition == TargetCondition.Ended)
            throw EventErrors.Ended(processId);
        RawEvents session = await Task.Factory.StartNew(() => RawEvents.Open(processId, wanted, stop), stop, TaskCreationOptions.LongRunning, TaskScheduler.Default).ConfigureAwait(false);
        EventSession started = new(processId, session, options);
        new Thread(() => started.Read(consumers)) { IsBackground = true, Name = $"events of {processId}" }.Start();
        return started;
    }

    /// <summary>Asks the target to end the session, and waits until its last events have been handled. Not to be awaited within a handler.</summary>
    public Task<EventSessionResult> StopAsync() => StopAsync(_options.StopLimit);

    /// <summary>The same with another limit than that of the options.</summary>
    /// <param name="limit">How long the target may take. After it the connection is closed, and the target ends the session when it writes next.</param>
    public Task<EventSessionResult> StopAsync(TimeSpan limit)
    {
        lock (_gate)
            return _stopping ??= Task.Run(() => EndAsync(limit));
    }

    /// <summary>Stops where that has not been done. Whatever the session's handlers failed with is told by <see cref="Completion"/>.</summary>
    public async ValueTask DisposeAsync() =>
        await ((Task)StopAsync()).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    private async Task<EventSessionResult> EndAsync(TimeSpan stopLimit)
    {
        using CancellationTokenSource limit = new(stopLimit);
        try
        {
            if (!Completion.IsCompleted)
                await Task.Factory.StartNew(() => _session.Stop(stopLimit), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default).ConfigureAwait(false);
            _isEnded.TrySetResult(true);
            await ((Task)Completion).WaitAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.None);
        }
        catch (Exception failure) when (failure is OperationCanceledException or FathomException)
        {
            _isEnded.TrySetResult(false);
            // The target is gone, stopped or stuck. A stream that has ended tells how; else closing it ends the reading.
            await Task.WhenAny(Completion, Task.Delay(TimeSpan.FromMilliseconds(Directory.Exists($"/proc/{_processId}") ? 0 : 1000))).ConfigureAwait(false);
            _isAbandoned = !Completion.IsCompleted;
        }
        finally
        {
            _session.Dispose();
        }

        return await Completion.ConfigureAwait(false);
    }

    [SuppressMessage("Design", "CA1031", Justification = "what a handler throws is reported by Completion")]
    private void Read(IReadOnlyList<EventConsumer> consumers)
    {
        NetTraceTotals totals = new();
        try
        {
            using RawEventsStream stream = new(_session);
            NetTraceReader reader = new(stream, $"events of process {_processId}");
            totals = reader.Totals;
            reader.Read(new EventDispatch(consumers), CancellationToken.None);
            _completion.SetResult(Result(totals));
        }
        catch (Exception failure) when (failure is IOException or ObjectDisposedException or FathomException)
        {
            totals.Finish(NetTraceEnd.CutOff, failure.Message);
            _completion.SetResult(Result(totals));
        }
        catch (Exception failure)
        {
            _completion.SetException(failure);
        }
    }

    // A runtime that waits at its start has not begun to send when it is asked to stop; it says that it did.
    private bool WasEnded()
    {
        lock (_gate)
        {
            if (_stopping is null)
                return false;
        }

        return _isEnded.Task.GetAwaiter().GetResult();
    }

    private EventSessionResult Result(NetTraceTotals totals)
    {
        (EventSessionEnd end, string? problem) = totals.End switch
        {
            NetTraceEnd.Complete => (EventSessionEnd.Complete, null),
            _ when totals.Bytes == 0 && WasEnded() => (EventSessionEnd.Complete, null),
            NetTraceEnd.Damaged => (EventSessionEnd.Damaged, totals.EndReason),
            _ when _isAbandoned => (EventSessionEnd.Abandoned, EventErrors.Abandoned(_processId)),
            _ => (EventSessionEnd.TargetLost, $"Process {_processId} was lost while it sent events; its last events are missing ({totals.EndReason})."),
        };
        return new EventSessionResult(
            end, totals.Events, totals.DroppedEvents, totals.UnknownEvents + totals.DamagedBlocks + totals.DamagedKinds, totals.Bytes, problem);
    }
}
