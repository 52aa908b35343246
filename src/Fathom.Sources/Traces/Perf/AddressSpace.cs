namespace Fathom.Sources.Traces.Perf;

/// <summary>The code that a process has mapped at the moment up to which its trace was read.</summary>
/// <remarks>A later mapping takes the place of what it covers; nobody tells that something was unmapped.</remarks>
internal sealed class AddressSpace
{
    private List<CodeMapping> _mappings;
    private bool _isShared;

    public AddressSpace() => _mappings = [];

    private AddressSpace(List<CodeMapping> mappings) => (_mappings, _isShared) = (mappings, true);

    /// <summary>How often code took the place of other code; an address means the same within one such span.</summary>
    public int Epoch { get; private set; }

    /// <summary>How many mappings there are.</summary>
    public int Count => _mappings.Count;

    /// <summary>The same for a process that this one made.</summary>
    public AddressSpace Copy()
    {
        _isShared = true;
        return new AddressSpace(_mappings);
    }

    /// <summary>Forgets all: another program began.</summary>
    public void Clear()
    {
        (_mappings, _isShared) = ([], false);
        Epoch++;
    }

    /// <summary>Adds a mapping.</summary>
    public void Add(in CodeMapping mapping)
    {
        if (mapping.End <= mapping.Start)
            return;
        int first = FirstEndingBehind(mapping.Start), last = first;
        while (last < _mappings.Count && _mappings[last].Start < mapping.End)
            last++;
        if (last - first == 1 && _mappings[first] == mapping)
            return;
        if (_isShared)
            (_mappings, _isShared) = ([.. _mappings], false);
        if (last == first)
        {
            _mappings.Insert(first, mapping);
            return;
        }

        CodeMapping before = _mappings[first], behind = _mappings[last - 1];
        if (!MeansTheSame(mapping, first, last))
            Epoch++;
        _mappings.RemoveRange(first, last - first);
        if (behind.End > mapping.End)
            _mappings.Insert(first, behind with { Start = mapping.End, Offset = behind.Offset + (mapping.End - behind.Start) });
        _mappings.Insert(first, mapping);
        if (before.Start < mapping.Start)
            _mappings.Insert(first, before with { End = mapping.Start });
    }

    /// <summary>The mapping that covers an address; false where none does.</summary>
    public bool TryFind(ulong address, out CodeMapping mapping)
    {
        int at = FirstEndingBehind(address);
        mapping = at < _mappings.Count ? _mappings[at] : default;
        return at < _mappings.Count && mapping.Start <= address;
    }

    /// <summary>The share of addresses at which there is code; null where nothing is mapped, or none is asked for.</summary>
    public double? ShareOf(IReadOnlyList<ulong> addresses) => _mappings.Count == 0 || addresses.Count == 0
        ? null
        : (double)addresses.Count(address => TryFind(address, out _)) / addresses.Count;

    // A mapping that grows, or whose protection changes, is told anew.
    private bool MeansTheSame(in CodeMapping mapping, int first, int last)
    {
        for (int i = first; i < last; i++)
        {
            ulong address = Math.Max(mapping.Start, _mappings[i].Start);
            if (_mappings[i].Image != mapping.Image || _mappings[i].PlaceOf(address) != mapping.PlaceOf(address))
                return false;
        }

        return true;
    }

    private int FirstEndingBehind(ulong address)
    {
        int low = 0, high = _mappings.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_mappings[middle].End <= address)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }
}
