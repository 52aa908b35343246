using Fathom.Model.Graph;

namespace Fathom.Tests.Model.Graph;

/// <summary>What would be free without an object, found by taking it away and looking what roots still reach.</summary>
internal sealed class BruteForce
{
    private readonly ObjectGraph _graph;
    private readonly SortedSet<uint> _held;
    private readonly SortedSet<uint> _all;

    public BruteForce(ObjectGraph graph)
    {
        _graph = graph;
        _held = Reach(putOff: false, without: null, within: null);
        _all = Reach(putOff: true, without: null, within: null);
    }

    /// <summary>Per object alive the objects that go with it, itself included.</summary>
    public SortedDictionary<uint, SortedSet<uint>> Retained()
    {
        SortedDictionary<uint, SortedSet<uint>> retained = [];
        foreach (uint number in _all)
        {
            // An object that only waits for a finalizer does not hold what others hold.
            SortedSet<uint> before = _held.Contains(number) ? _held : [.. _all.Except(_held)];
            SortedSet<uint> after = _held.Contains(number) ? Reach(false, number, null) : Reach(true, number, before);
            retained[number] = [.. before.Except(after)];
        }

        return retained;
    }

    public IEnumerable<KeyValuePair<uint, long>> RetainedBytes() =>
        Retained().Select(one => KeyValuePair.Create(one.Key, one.Value.Sum(_graph.SizeOf)));

    public IEnumerable<KeyValuePair<uint, uint?>> ImmediateDominators()
    {
        SortedDictionary<uint, SortedSet<uint>> retained = Retained();
        foreach (uint number in _all)
        {
            // The nearest of those that take it along retains the least.
            uint? nearest = retained
                .Where(one => one.Key != number && one.Value.Contains(number))
                .OrderBy(one => one.Value.Count)
                .Select(one => (uint?)one.Key)
                .FirstOrDefault();
            yield return KeyValuePair.Create(number, nearest);
        }
    }

    public IEnumerable<long> RetainedPerType()
    {
        SortedDictionary<uint, SortedSet<uint>> retained = Retained();
        for (uint type = 0; type < _graph.Types.Count; type++)
        {
            uint[] members = [.. _all.Where(number => _graph.TypeOf(number) == type)];
            SortedSet<uint> together = [];
            foreach (uint member in members)
                together.UnionWith(retained[member]);
            yield return together.Sum(_graph.SizeOf);
        }
    }

    private SortedSet<uint> Reach(bool putOff, uint? without, SortedSet<uint>? within)
    {
        SortedSet<uint> reached = [];
        Stack<uint> waiting = new(_graph.Roots.Where(root => putOff || !root.Kind.PutsOff()).Select(root => root.Object));
        while (waiting.TryPop(out uint number))
        {
            if (number == without || within?.Contains(number) == false || !reached.Add(number))
                continue;
            foreach (uint target in _graph.ReferencesOf(number))
                waiting.Push(target);
        }

        return reached;
    }
}
