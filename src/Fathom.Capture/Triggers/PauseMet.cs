using System.Globalization;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Capture.Triggers;

/// <summary>All managed threads were stopped at once for as long as was asked for, most often for a garbage collection.</summary>
internal sealed class PauseMet : EventMet
{
    private const int MostKept = 16;

    private readonly int _processId;
    private readonly IReadOnlyList<PauseCondition> _wanted;
    private readonly Lock _gate = new();
    private readonly bool[] _isMet;
    private readonly Queue<(GcStarted Gc, long Ns)> _started = new(MostKept);
    private long _count;
    private long _longestNs;

    /// <summary>Waits for pauses.</summary>
    public PauseMet(int processId, IReadOnlyList<PauseCondition> wanted)
    {
        _processId = processId;
        _wanted = wanted;
        _isMet = new bool[wanted.Count];
        Consumer = new GcConsumer { OnStart = OnStart, OnPause = OnPause };
    }

    public override EventConsumer Consumer { get; }

    public override IReadOnlyList<string> Unmet
    {
        get
        {
            lock (_gate)
                return [.. _wanted.Where((_, i) => !_isMet[i]).Select(UnmetOf)];
        }
    }

    private void OnStart(in EventOrigin origin, in GcStarted started)
    {
        if (_started.Count == MostKept)
            _started.Dequeue();
        _started.Enqueue((started, origin.MonotonicNs));
    }

    private void OnPause(in EventOrigin origin, in GcPause pause)
    {
        int first = -1;
        lock (_gate)
        {
            _count++;
            _longestNs = Math.Max(_longestNs, pause.DurationNs);
            for (int i = 0; i < _isMet.Length; i++)
            {
                if (!_wanted[i].Holds(pause.DurationNs))
                    continue;
                _isMet[i] = true;
                first = first < 0 ? i : first;
            }
        }

        if (first < 0)
            return;
        string thread = NamespaceThreads.LabelOf(_processId, origin.ThreadId);
        string told = $"{_wanted[first].Text} (a pause of {Milliseconds(pause.DurationNs)}{For(origin.MonotonicNs, pause)}, {thread})";
        Met(new TriggerCause(told, StopwatchTime.Of(origin.MonotonicNs)) { Moment = "the end of the pause" });
    }

    // A collection begins within its pause; a background one has a second pause, in which none begins.
    private string For(long endNs, in GcPause pause)
    {
        if (pause.Reason is not (GcSuspendReason.Gc or GcSuspendReason.GcPreparation))
            return $" for: {GcWords.Of(pause.Reason)}";
        GcStarted? gc = null;
        foreach ((GcStarted started, long ns) in _started)
        {
            bool isWithin = ns >= endNs - pause.DurationNs && ns <= endNs;
            bool isAround = pause.Reason == GcSuspendReason.GcPreparation && started.Kind == GcKind.Background && ns <= endNs;
            if (isWithin || isAround)
                gc = started;
        }

        return gc is { } found
            ? string.Create(
                CultureInfo.InvariantCulture,
                $" in gc {found.Number}: generation {found.Generation}, {GcWords.Of(found.Kind)}, {GcWords.Of(found.Reason)}")
            : " for the garbage collector";
    }

    private string UnmetOf(PauseCondition condition)
    {
        string seen = _count == 0 ? "the runtime reported no pause while it waited"
            : string.Create(CultureInfo.InvariantCulture, $"the longest of {_count:#,##0} pauses was {Milliseconds(_longestNs)}");
        return $"'{condition.Text}' was not met: {seen}.";
    }
}
