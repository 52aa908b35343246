using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Targets.Live;

namespace Fathom.Capture.Triggers;

/// <summary>The program has thrown an exception that is waited for.</summary>
internal sealed class ExceptionThrownCondition : EventMet
{
    private readonly int _processId;
    private readonly IReadOnlyList<ExceptionCondition> _wanted;
    private readonly ExceptionsSeen _seen;

    /// <summary>Waits for exceptions.</summary>
    public ExceptionThrownCondition(int processId, IReadOnlyList<ExceptionCondition> wanted)
    {
        _processId = processId;
        _wanted = wanted;
        _seen = new ExceptionsSeen(wanted);
        Consumer = new ExceptionConsumer(OnThrown);
    }

    public override EventConsumer Consumer { get; }

    public override IReadOnlyList<string> Unmet => _seen.Unmet();

    private void OnThrown(in EventOrigin origin, in ExceptionThrown thrown)
    {
        _seen.Add(thrown.Type);
        foreach (ExceptionCondition wanted in _wanted)
        {
            if (!wanted.Matches(thrown.Type, thrown.Message))
                continue;
            string thread = NamespaceThreads.LabelOf(_processId, origin.ThreadId);
            string told = $"{wanted.Text} ({thrown.Type}: {thrown.Message}, {thread})";
            Met(new TriggerCause(told, StopwatchTime.Of(origin.MonotonicNs)) { Moment = "the throw" });
            return;
        }
    }
}
