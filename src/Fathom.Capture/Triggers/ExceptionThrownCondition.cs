using System.Diagnostics;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Targets.Live;

namespace Fathom.Capture.Triggers;

/// <summary>The runtime has told of an exception. That is some 0.1 s after the throw; the thread has gone on meanwhile.</summary>
internal sealed class ExceptionThrownCondition : ITriggerCondition
{
    private readonly int _processId;
    private readonly IReadOnlyList<ExceptionCondition> _wanted;
    private readonly ExceptionsSeen _seen;
    private readonly AutoResetEvent _signal = new(false);
    private TriggerCause? _cause;

    /// <summary>Waits for exceptions.</summary>
    public ExceptionThrownCondition(int processId, IReadOnlyList<ExceptionCondition> wanted)
    {
        _processId = processId;
        _wanted = wanted;
        _seen = new ExceptionsSeen(wanted);
        Consumer = new ExceptionConsumer(OnThrown);
    }

    public EventConsumer Consumer { get; }

    public TimeSpan Interval => TimeSpan.FromSeconds(1);

    public WaitHandle Signal => _signal;

    public IReadOnlyList<string> Unmet => _seen.Unmet();

    public void Reset() => Interlocked.Exchange(ref _cause, null);

    public TriggerCause? Look(long timestamp, CancellationToken stop) => Interlocked.Exchange(ref _cause, null);

    public void Dispose() => _signal.Dispose();

    private void OnThrown(in EventOrigin origin, in ExceptionThrown thrown)
    {
        _seen.Add(thrown.Type);
        foreach (ExceptionCondition wanted in _wanted)
        {
            if (!wanted.Matches(thrown.Type, thrown.Message))
                continue;
            long timestamp = (long)(origin.MonotonicNs * (Stopwatch.Frequency / 1e9));
            TriggerCause cause = new($"{wanted.Text} ({thrown.Type}: {thrown.Message}, {NamespaceThreads.LabelOf(_processId, origin.ThreadId)})", timestamp) { Moment = "the throw" };
            if (Interlocked.CompareExchange(ref _cause, cause, null) is null)
                _signal.Set();
            return;
        }
    }
}
