using System.Globalization;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Targets.Live;

namespace Fathom.Capture.Triggers;

/// <summary>The program has set a marker, as an event of <c>Fathom-Markers</c>.</summary>
internal sealed class MarkerMet : EventMet
{
    private readonly int _processId;
    private readonly IReadOnlyList<MarkerCondition> _wanted;
    private readonly Lock _gate = new();
    private readonly bool[] _isMet;
    private long _count;

    /// <summary>Waits for markers.</summary>
    public MarkerMet(int processId, IReadOnlyList<MarkerCondition> wanted)
    {
        _processId = processId;
        _wanted = wanted;
        _isMet = new bool[wanted.Count];
        Consumer = new MarkerConsumer(OnMarked);
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

    private void OnMarked(in EventOrigin origin, in ReadOnlySpan<char> text)
    {
        int first = -1;
        lock (_gate)
        {
            _count++;
            for (int i = 0; i < _isMet.Length; i++)
            {
                if (!_wanted[i].Matches(text))
                    continue;
                _isMet[i] = true;
                first = first < 0 ? i : first;
            }
        }

        if (first < 0)
            return;
        string told = $"{_wanted[first].Text} (\"{text}\", {NamespaceThreads.LabelOf(_processId, origin.ThreadId)})";
        Met(new TriggerCause(told, StopwatchTime.Of(origin.MonotonicNs)) { Moment = "the marker" });
    }

    private string UnmetOf(MarkerCondition condition) => string.Create(
        CultureInfo.InvariantCulture, $"'{condition.Text}' matched no marker of the program, which set {_count:#,##0} while it waited.");
}
