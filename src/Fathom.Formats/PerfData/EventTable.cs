using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Features;
using Fathom.Formats.PerfData.Tracepoints;

namespace Fathom.Formats.PerfData;

/// <summary>The events of a recording, and which of them an id stands for.</summary>
/// <remarks>
/// <para>Each event has one id per processor or thread that it was opened on. A sample has the id at a place that depends on the event, so the place must be the same
/// for all: with <see cref="PerfSampleFields.Identifier"/> it is the first number of a sample and the last of any other record; without it perf gives all events the same
/// fields.</para>
/// <para>Records that perf made up have the id 0 and belong to the first event.</para>
/// </remarks>
internal sealed class EventTable
{
    private const int MostDense = 1 << 16;

    private readonly List<PerfEvent> _events = [];
    private readonly Dictionary<ulong, PerfEvent> _byId = [];
    private PerfEvent?[] _dense = [];
    private ulong _lowest;
    private bool _isLookedAt;

    public IReadOnlyList<PerfEvent> Events => _events;

    public int Count { get; private set; }

    /// <summary>The first event; null where there is none.</summary>
    public PerfEvent? First { get; private set; }

    public PerfEvent Add(PerfEventAttributes attributes, ReadOnlySpan<ulong> ids)
    {
        PerfEvent added = new(_events.Count, attributes);
        _events.Add(added);
        (First, Count) = (_events[0], _events.Count);
        AddIds(added, ids);
        return added;
    }

    public void AddIds(PerfEvent of, ReadOnlySpan<ulong> ids)
    {
        foreach (ulong id in ids)
            _byId.TryAdd(id, of);
        (_dense, _isLookedAt) = ([], false);
    }

    /// <summary>Gives names and missing ids to events.</summary>
    public void Describe(IReadOnlyList<EventDescription> descriptions)
    {
        for (int i = 0; i < descriptions.Count; i++)
        {
            EventDescription description = descriptions[i];
            PerfEvent? described = description.Ids.Length > 0 && _byId.TryGetValue(description.Ids[0], out PerfEvent? byId) ? byId
                : descriptions.Count == _events.Count ? _events[i]
                : null;
            if (described is null)
                continue;
            described.Rename(description.Name);
            AddIds(described, description.Ids);
        }
    }

    /// <summary>Binds tracepoints to their descriptions.</summary>
    public void Bind(TracingData tracing)
    {
        foreach (PerfEvent each in _events)
        {
            if (each.IsTracepoint)
                each.Format ??= tracing.Find(each.Attributes.Config);
        }
    }

    /// <summary>The event of an id; null where there is none.</summary>
    public PerfEvent? Find(ulong id)
    {
        if (id - _lowest < (ulong)_dense.Length)
            return _dense[id - _lowest];
        if (id == 0)
            return First;
        if (!_isLookedAt)
            Condense();
        return _byId.GetValueOrDefault(id);
    }

    /// <summary>One of the ids of an event; null where it has none.</summary>
    public ulong? IdOf(PerfEvent of)
    {
        foreach ((ulong id, PerfEvent each) in _byId)
        {
            if (each == of)
                return id;
        }

        return null;
    }

    // The kernel counts ids up, so they lie close to one another.
    private void Condense()
    {
        _isLookedAt = true;
        if (_byId.Count == 0)
            return;
        _lowest = _byId.Keys.Min();
        ulong highest = _byId.Keys.Max();
        if (_lowest == 0 || highest - _lowest >= MostDense)
            return;
        _dense = new PerfEvent?[highest - _lowest + 1];
        foreach ((ulong id, PerfEvent each) in _byId)
            _dense[id - _lowest] = each;
    }
}
