using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>Claims without overlaps, in address order. What is claimed first stays; a later claim gets what is left of it.</summary>
internal sealed class ClaimMap
{
    private readonly List<AddressClaim> _claims = [];

    /// <summary>The claims in address order.</summary>
    public IReadOnlyList<AddressClaim> All => _claims;

    /// <summary>Adds what of a claim is still free.</summary>
    public void Add(AddressClaim claim)
    {
        ulong start = claim.Range.Start;
        int index = FirstEndingAfter(start);
        while (start < claim.Range.End)
        {
            ulong limit = index < _claims.Count ? Math.Min(_claims[index].Range.Start, claim.Range.End) : claim.Range.End;
            if (start < limit)
                _claims.Insert(index++, claim with { Range = new AddressRange(start, limit) });
            if (index == _claims.Count)
                return;
            start = _claims[index].Range.End;
            index++;
        }
    }

    /// <summary>The claims to parts of a range, cut to it.</summary>
    public IEnumerable<AddressClaim> Within(AddressRange range)
    {
        for (int i = FirstEndingAfter(range.Start); range.Start < range.End && i < _claims.Count && _claims[i].Range.Start < range.End; i++)
        {
            AddressRange claimed = _claims[i].Range;
            yield return _claims[i] with { Range = new AddressRange(Math.Max(claimed.Start, range.Start), Math.Min(claimed.End, range.End)) };
        }
    }

    private int FirstEndingAfter(ulong address)
    {
        int low = 0, high = _claims.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_claims[middle].Range.End <= address)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }
}
