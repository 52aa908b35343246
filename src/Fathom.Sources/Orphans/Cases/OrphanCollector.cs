namespace Fathom.Sources.Orphans.Cases;

/// <summary>Merges cases of one kind, owner and name, and lists the largest.</summary>
internal sealed class OrphanCollector
{
    private const int MostListed = 10_000;

    private readonly Dictionary<(string Kind, int? OwnerPid, string? Owner, string? Name), OrphanCase> _cases = [];

    /// <summary>Adds a case.</summary>
    public void Add(OrphanCase found) => Add(_cases, found);

    /// <summary>The cases, the largest first; those of a kind that are too many to be listed are one case.</summary>
    public IReadOnlyList<OrphanCase> All()
    {
        List<OrphanCase> sorted = Sorted(_cases.Values);
        if (sorted.Count <= MostListed)
            return sorted;
        Dictionary<(string, int?, string?, string?), OrphanCase> rest = [];
        foreach (OrphanCase found in sorted.Skip(MostListed))
            Add(rest, new OrphanCase(found.Kind, found.SizeBytes, "more than can be listed") { Count = found.Count, Name = "others" });
        return Sorted([.. sorted.Take(MostListed), .. rest.Values]);
    }

    private static void Add(Dictionary<(string, int?, string?, string?), OrphanCase> cases, OrphanCase found)
    {
        (string, int?, string?, string?) key = (found.Kind, found.OwnerPid, found.Owner, found.Name);
        cases[key] = cases.TryGetValue(key, out OrphanCase? known)
            ? known with { SizeBytes = known.SizeBytes + found.SizeBytes, Count = known.Count + found.Count }
            : found;
    }

    private static List<OrphanCase> Sorted(IEnumerable<OrphanCase> cases) =>
        [.. cases.OrderByDescending(found => found.SizeBytes).ThenBy(found => found.Kind, StringComparer.Ordinal).ThenBy(found => found.OwnerPid).ThenBy(found => found.Name, StringComparer.Ordinal)];
}
