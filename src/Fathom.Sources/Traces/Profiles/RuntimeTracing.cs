using Fathom.Model.Profiles;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Traces.Profiles;

/// <summary>
/// Collects what tells where the time of a thread goes: pauses and stack samples in one session, compilations in another. Their beginnings are told at a level at which
/// the session of the pauses would be told each hundredth kilobyte that is allocated too.
/// </summary>
public sealed class RuntimeTracing : IRuntimeTracing
{
    private readonly RuntimeTrace _trace;
    private readonly EventSession _stacks;
    private readonly EventSession _methods;

    private RuntimeTracing(RuntimeTrace trace, EventSession stacks, EventSession methods)
    {
        _trace = trace;
        _stacks = stacks;
        _methods = methods;
    }

    /// <summary>Starts it. When this returns, events are on.</summary>
    /// <param name="processId">The process.</param>
    /// <param name="stop">Gives up the start.</param>
    /// <exception cref="Fathom.Model.FathomException">The process gives no events.</exception>
    public static async Task<IRuntimeTracing> StartAsync(int processId, CancellationToken stop)
    {
        RuntimeTrace trace = new();
        TraceConsumers to = new(trace);
        EventSession methods = await EventSession.StartAsync(processId, [to.Compilations()], stop: stop).ConfigureAwait(false);
        try
        {
            EventSession stacks = await EventSession.StartAsync(
                processId, [to.Pauses(), to.Samples(), to.Names()], new EventSessionOptions { NamesMethods = true }, stop).ConfigureAwait(false);
            return new RuntimeTracing(trace, stacks, methods);
        }
        catch
        {
            await methods.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async Task<RuntimeTrace> StopAsync()
    {
        // One after the other: both name methods, the second one at its end.
        EventSessionResult methods = await _methods.StopAsync().ConfigureAwait(false);
        EventSessionResult stacks = await _stacks.StopAsync().ConfigureAwait(false);
        _trace.LostEvents = methods.DroppedEvents + methods.UnreadableEvents + stacks.DroppedEvents + stacks.UnreadableEvents;
        _trace.Problem = methods.Problem ?? stacks.Problem;
        return _trace;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _methods.DisposeAsync().ConfigureAwait(false);
        await _stacks.DisposeAsync().ConfigureAwait(false);
    }
}
