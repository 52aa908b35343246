namespace Fathom.Sources.Orphans;

/// <summary>Merges cases of one kind, owner and name, and keeps their number bounded.</summary>
internal sealed class OrphanCollector
{
    private const int MostCases = 10_000;

    private readonly Dictionary<(string Kind, int? OwnerPid, string? Owner, string? Name), OrphanCase> _cases = [];

    /// <summary>The cases, the largest first.</summary>
    public IReadOnlyList<OrphanCase> All => [.. _cases.Values.OrderByDescending(found => found.SizeBytes).ThenBy(found => found.Kind, StringComparer.Ordinal).ThenBy(found => found.OwnerPid)];

    /// <summary>Adds a case.</summary>
    public void Add(OrphanCase found)
    {
        (string, int?, string?, string?) key = (found.Kind, found.OwnerPid, found.Owner, found.Name);
        if (!_cases.ContainsKey(key) && _cases.Count >= MostCases)
        {
            found = new OrphanCase(found.Kind, found.SizeBytes, "more than can be listed") { Count = found.Count, Name = "others" };
            key = (found.Kind, null, null, found.Name);
        }

        _cases[key] = _cases.TryGetValue(key, out OrphanCase? known)
            ? known with { SizeBytes = known.SizeBytes + found.SizeBytes, Count = known.Count + found.Count }
            : found;
    }
}
