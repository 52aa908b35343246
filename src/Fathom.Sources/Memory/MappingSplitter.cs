using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>
/// Divides mappings among their owners. What no claim covers belongs to the mapping's own category. The sums of smaps are kept: a claimed part gets the
/// resident bytes that the page map shows, the rest of the mapping gets what remains.
/// </summary>
/// <param name="claims">Who owns which addresses.</param>
/// <param name="pages">Bytes of a range that are resident and swapped.</param>
internal sealed class MappingSplitter(ClaimMap claims, Func<AddressRange, (long ResidentBytes, long SwappedBytes)> pages)
{
    /// <summary>The pieces of a mapping, in address order.</summary>
    /// <param name="mapping">The mapping.</param>
    /// <param name="category">Category of what nobody claims.</param>
    /// <param name="owner">Owner of what nobody claims, or null.</param>
    public List<MemoryPiece> Split(Mapping mapping, string category, string? owner)
    {
        AddressRange whole = new(mapping.Start, mapping.End);
        List<(AddressClaim Claim, long Resident, long Swapped)> parts = [];
        ulong at = whole.Start;
        foreach (AddressClaim claim in claims.Within(whole))
        {
            if (at < claim.Range.Start)
                parts.Add(Part(mapping, new AddressClaim(new AddressRange(at, claim.Range.Start), category, owner)));
            parts.Add(Part(mapping, claim));
            at = claim.Range.End;
        }

        if (parts.Count == 0)
            return [new MemoryPiece(mapping, whole, category, owner, mapping.RssBytes, mapping.PssBytes, mapping.PrivateBytes, mapping.SwapBytes)];
        if (at < whole.End)
            parts.Add(Part(mapping, new AddressClaim(new AddressRange(at, whole.End), category, owner)));

        // smaps was read at another moment than the page map, and does not count pages of zeros; so its sums are shared out in the page map's proportion.
        long[] resident = [.. parts.Select(part => part.Resident)];
        long[] rss = Share(mapping.RssBytes, resident);
        long[] pss = Share(mapping.PssBytes, resident);
        long[] own = Share(mapping.PrivateBytes, resident);
        long[] swap = Share(mapping.SwapBytes, [.. parts.Select(part => part.Swapped)]);
        return [.. parts.Select((part, i) => new MemoryPiece(
            mapping, part.Claim.Range, part.Claim.Category, part.Claim.Owner, rss[i], pss[i], own[i], swap[i]))];
    }

    // A mapping without resident and swapped pages needs no look at the page map: reserved address space can be terabytes.
    private (AddressClaim, long, long) Part(Mapping mapping, AddressClaim claim)
    {
        if (mapping.RssBytes == 0 && mapping.SwapBytes == 0)
            return (claim, 0, 0);
        (long resident, long swapped) = pages(claim.Range);
        return (claim, resident, swapped);
    }

    /// <summary>Divides a sum in the proportion of weights, so that the parts add up to it; all to the last part where the weights are zero.</summary>
    internal static long[] Share(long sum, long[] weights)
    {
        long[] parts = new long[weights.Length];
        Int128 total = 0, before = 0;
        foreach (long weight in weights)
            total += weight;
        if (total == 0)
        {
            parts[^1] = sum;
            return parts;
        }

        Int128 given = 0;
        for (int i = 0; i < weights.Length; i++)
        {
            before += weights[i];
            Int128 until = sum * before / total;
            parts[i] = (long)(until - given);
            given = until;
        }

        return parts;
    }
}
