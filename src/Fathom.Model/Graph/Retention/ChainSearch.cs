using System.Runtime.InteropServices;

namespace Fathom.Model.Graph.Retention;

/// <summary>Looks through chains: how many objects of one type hang on each other below a suspect, and what they hold beside each other.</summary>
/// <param name="tree">The tree.</param>
/// <param name="children">Its links downwards.</param>
internal sealed class ChainSearch(DominatorTree tree, (uint[] First, uint[] Next) children)
{
    // Enough to meet the links of a chain whose start lies deep.
    private const int MostSteps = 256;
    private const int MostTests = 3;

    // Less of a suspect than this says nothing about it.
    private const double LeastShare = 0.5;

    // Less of what lies behind a chain than this says nothing about the program.
    private const double LeastProgramShare = 0.1;

    private enum Where : byte
    {
        Before,
        Chain,
        Behind,
    }

    private readonly ObjectGraph _graph = tree.Graph;
    private readonly List<Where> _above = [];
    private readonly Dictionary<uint, (long Count, long Bytes)> _first = [];
    private readonly Dictionary<uint, (long Count, long Bytes)> _program = [];
    private readonly List<uint> _waiting = [];
    private ChainLinks _links = null!;

    // Per object the number of the chain that it was met in, counted through all suspects.
    private uint[] _chainOf = [];
    private uint _chain;
    private uint _firstChain;
    private long _objects;
    private long _chains;
    private long _bytes;

    /// <summary>Finds the chain that a suspect consists of for the most part.</summary>
    /// <param name="place">The suspect; of a group the object that retains the most.</param>
    /// <param name="places">All places of the suspect.</param>
    /// <param name="retainedBytes">Bytes that they retain.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>The chain, and the place of its first link below <paramref name="place"/>; null where there is none.</returns>
    public (LeakChain Chain, uint FirstLink)? Of(uint place, IEnumerable<uint> places, long retainedBytes, CancellationToken stop)
    {
        if (Links(place, out uint firstLink) is not { } links)
            return null;
        (_links, _objects, _chains, _bytes) = (links, 0, 0, 0);
        _first.Clear();
        _program.Clear();
        if (_chainOf.Length == 0)
            _chainOf = _graph.Work.TakeCleared();
        _firstChain = _chain + 1;
        foreach (uint start in places)
            Walk(start, stop);
        if (_chains == 0 || _bytes < LeastShare * retainedBytes)
            return null;
        (uint? type, long count, long bytes) = Largest(_program);
        (uint? anyType, long anyCount, long anyBytes) = Largest(_first);
        long behind = _first.Values.Sum(static sum => sum.Bytes);
        if (type is null || bytes < LeastProgramShare * behind)
            (type, count, bytes) = (anyType, anyCount, anyBytes);
        return (new LeakChain(links.Link, _chains, _objects, type, count, bytes), firstLink);
    }

    /// <summary>Gives its memory back to the graph.</summary>
    public void Release()
    {
        _graph.Work.Give(_chainOf);
        _chainOf = [];
    }

    // Down to the largest object of the type that has the most, until something goes on and on.
    private ChainLinks? Links(uint place, out uint firstLink)
    {
        List<uint> way = [];
        Dictionary<uint, (uint First, int Tests)> met = [];
        firstLink = 0;
        for (int step = 0; step < MostSteps && place != 0; step++)
        {
            uint number = tree.ObjectAt(place), type = _graph.TypeOf(number);
            ref (uint First, int Tests) known = ref CollectionsMarshal.GetValueRefOrAddDefault(met, type, out bool isKnown);
            if (!isKnown)
                known.First = place;
            uint[]? between = ChainLinks.LeadsToItsKind(_graph, number) ? [] : isKnown ? Between(way, type) : null;
            if (between is not null && known.Tests++ < MostTests && new ChainLinks(_graph, type, between) is var links && links.GoOnFrom(number))
            {
                firstLink = known.First;
                return links;
            }

            way.Add(type);
            place = Heaviest(place);
        }

        return null;
    }

    // The types since the last object of a type; null where that is too long ago.
    private static uint[]? Between(List<uint> way, uint type)
    {
        int last = way.LastIndexOf(type);
        return way.Count - 1 - last > ChainLinks.MostBetween ? null : [.. way.Skip(last + 1).Distinct()];
    }

    private uint Heaviest(uint place)
    {
        Dictionary<uint, (long Bytes, uint Largest)> types = [];
        (long most, uint heaviest) = (0, 0);
        for (uint child = children.First[place]; child != 0; child = children.Next[child])
        {
            ref (long Bytes, uint Largest) sum = ref CollectionsMarshal.GetValueRefOrAddDefault(types, _graph.TypeOf(tree.ObjectAt(child)), out _);
            sum.Bytes += tree.RetainedBytes(child);
            if (sum.Largest == 0 || tree.RetainedBytes(child) > tree.RetainedBytes(sum.Largest))
                sum.Largest = child;
            if (sum.Bytes >= most)
                (most, heaviest) = (sum.Bytes, sum.Largest);
        }

        return heaviest;
    }

    // All that a place dominates, but for what lies behind the first object of the program behind a link.
    private void Walk(uint start, CancellationToken stop)
    {
        const uint CheckEvery = 1 << 18;
        _above.Clear();
        uint place = start;
        Where above = Where.Before;
        for (uint steps = 1; ; steps++)
        {
            if (steps % CheckEvery == 0)
                stop.ThrowIfCancellationRequested();
            bool goesOn = Enter(place, above, out Where here);
            if (goesOn && children.First[place] != 0)
            {
                _above.Add(above);
                above = here;
                place = children.First[place];
                continue;
            }

            while (place != start && children.Next[place] == 0)
            {
                place = tree.DominatorOf(place);
                above = _above[^1];
                _above.RemoveAt(_above.Count - 1);
            }

            if (place == start)
                return;
            place = children.Next[place];
        }
    }

    private bool Enter(uint place, Where above, out Where here)
    {
        uint number = tree.ObjectAt(place), type = _graph.TypeOf(number);
        long bytes = tree.RetainedBytes(place);
        if (type == _links.Link || (above == Where.Chain && _links.Has(type)))
        {
            here = Where.Chain;
            if (type == _links.Link)
            {
                _bytes += above == Where.Before ? bytes : 0;
                Count(number);
            }

            return true;
        }

        here = above == Where.Before ? Where.Before : Where.Behind;
        if (above == Where.Before)
            return true;
        if (above == Where.Chain)
            Add(_first, type, bytes);
        if (!ProgramTypes.IsOne(_graph.Types[(int)type]))
            return true;
        Add(_program, type, bytes);
        return false;
    }

    // One that leads into a chain that was met before belongs to it.
    private void Count(uint start)
    {
        uint[] chainOf = _chainOf;
        if (chainOf[start] >= _firstChain)
            return;
        chainOf[start] = ++_chain;
        (long links, bool joins) = (0, false);
        _waiting.Add(start);
        while (_waiting.Count > 0)
        {
            uint number = _waiting[^1];
            _waiting.RemoveAt(_waiting.Count - 1);
            links += _graph.TypeOf(number) == _links.Link ? 1 : 0;
            foreach (uint target in _graph.ReferencesOf(number))
            {
                if (!_links.Has(_graph.TypeOf(target)))
                    continue;
                joins |= chainOf[target] >= _firstChain && chainOf[target] != _chain;
                if (chainOf[target] >= _firstChain)
                    continue;
                chainOf[target] = _chain;
                _waiting.Add(target);
            }
        }

        if (joins || links >= ChainLinks.LeastLength)
            _objects += links;
        _chains += joins || links < ChainLinks.LeastLength ? 0 : 1;
    }

    private static void Add(Dictionary<uint, (long Count, long Bytes)> sums, uint type, long bytes)
    {
        ref (long Count, long Bytes) sum = ref CollectionsMarshal.GetValueRefOrAddDefault(sums, type, out _);
        sum = (sum.Count + 1, sum.Bytes + bytes);
    }

    private static (uint? Type, long Count, long Bytes) Largest(Dictionary<uint, (long Count, long Bytes)> sums)
    {
        (uint? type, long count, long bytes) = (null, 0, 0);
        foreach ((uint candidate, (long Count, long Bytes) sum) in sums)
        {
            if (type is null || (sum.Bytes, type.Value).CompareTo((bytes, candidate)) > 0)
                (type, count, bytes) = (candidate, sum.Count, sum.Bytes);
        }

        return (type, count, bytes);
    }
}
