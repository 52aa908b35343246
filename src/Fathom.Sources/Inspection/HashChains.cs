namespace Fathom.Sources.Inspection;

/// <summary>
/// Checks the chains of a Dictionary or HashSet. A bucket holds the index of its first entry plus 1, or 0; an entry the index of the next one, or -1.
/// Entries on the free list have links below -1 and belong to no chain.
/// </summary>
/// <remarks>
/// In a sound table no two links lead to one entry. That is checked first, in the order of memory. Only where it fails are the chains themselves walked,
/// and each entry once, so that a cycle ends the walk and does not hold it. A table that a thread is just changing may have two links to one entry for
/// a moment, but never a cycle: the runtime sets a new entry's link before it hangs the entry into its chain.
/// </remarks>
internal static class HashChains
{
    private const int EndOfChain = -1;

    /// <summary>Checks a table; null where it is sound.</summary>
    /// <param name="buckets">The buckets.</param>
    /// <param name="links">The links of the entries that were ever used.</param>
    /// <param name="marks">One for each entry, all 0; 0 again afterwards only if the table is sound.</param>
    public static ChainFault? Check(ReadOnlySpan<int> buckets, ReadOnlySpan<int> links, Span<int> marks) =>
        IsSound(buckets, links, marks) ? null : Walk(buckets, links, marks);

    private static bool IsSound(ReadOnlySpan<int> buckets, ReadOnlySpan<int> links, Span<int> marks)
    {
        foreach (int bucket in buckets)
        {
            if (bucket != 0 && !IsFirst(bucket - 1, marks))
                return false;
        }

        foreach (int link in links)
        {
            if (link >= 0 && !IsFirst(link, marks))
                return false;
        }

        // A link to an entry of the free list; the free entries themselves may have none to them.
        for (int i = 0; i < links.Length; i++)
        {
            if (links[i] < EndOfChain && marks[i] != 0)
                return false;
        }

        marks.Clear();
        return true;
    }

    private static bool IsFirst(int entry, Span<int> marks) => (uint)entry < (uint)marks.Length && marks[entry]++ == 0;

    // Marks every entry with the number of the first bucket, from 1, whose chain reached it.
    private static ChainFault? Walk(ReadOnlySpan<int> buckets, ReadOnlySpan<int> links, Span<int> marks)
    {
        marks.Clear();
        for (int bucket = 0; bucket < buckets.Length; bucket++)
        {
            int from = EndOfChain;
            int entry = buckets[bucket] - 1;
            while (entry != EndOfChain)
            {
                if ((uint)entry >= (uint)links.Length || links[entry] < EndOfChain)
                    return new ChainFault(ChainFault.OutOfRange, bucket, from);
                if (marks[entry] == bucket + 1)
                    return new ChainFault(ChainFault.Cycle, bucket, from);
                if (marks[entry] != 0)
                    break;
                marks[entry] = bucket + 1;
                from = entry;
                entry = links[entry];
            }
        }

        marks.Clear();
        return null;
    }
}
