namespace Fathom.Testing;

/// <summary>All live objects of this process by type, exactly, at the moment of a forced collection.</summary>
/// <remarks>
/// The runtime tells each live object as an event while it collects; a count takes 0.3 to 0.5 s per million objects, for up
/// to a fifth of which the process stands still. The events come through the process's own diagnostic port: an in-process listener gets them without their content.
/// What a local variable still holds is live: in a debug build that is to the end of the method.
/// </remarks>
public sealed class LiveInstances
{
    private readonly Dictionary<string, InstanceCount> _types;

    private readonly Dictionary<nint, long> _counts;

    internal LiveInstances(Dictionary<string, InstanceCount> types, Dictionary<nint, long> counts) => (_types, _counts) = (types, counts);

    /// <summary>All types, the one with most bytes first.</summary>
    public IReadOnlyList<InstanceCount> Types => [.. _types.Values.OrderByDescending(t => t.Bytes).ThenBy(t => t.Type, StringComparer.Ordinal)];

    /// <summary>Counts the live objects of all types.</summary>
    /// <exception cref="InvalidOperationException">The runtime does not tell; the message says why.</exception>
    public static LiveInstances Count() => HeapCount.Take();

    /// <summary>Counts the live objects of exactly this type.</summary>
    /// <typeparam name="T">A class or an array; derived types are not counted.</typeparam>
    /// <exception cref="InvalidOperationException">The runtime does not tell; the message says why.</exception>
    public static long Of<T>()
        where T : class => Count()[typeof(T)];

    /// <summary>Live objects of exactly this type.</summary>
    public long this[Type type]
    {
        get
        {
            ArgumentNullException.ThrowIfNull(type);
            return _counts.GetValueOrDefault(type.TypeHandle.Value);
        }
    }

    /// <summary>A table of the types with more live objects than before, the largest growth in bytes first.</summary>
    /// <param name="before">An earlier count.</param>
    /// <param name="iterations">Iterations between the two: types that grew in each of them come first.</param>
    internal string GrowthTable(LiveInstances before, int iterations)
    {
        // The results of the counts are objects too: each type has one, with a name.
        long ownNames = this[typeof(InstanceCount)] - before[typeof(InstanceCount)];
        TextTable table = new();
        table.Add("types that grow", "objects", "bytes");
        foreach ((string type, long count, long bytes) in _types.Values
            .Select(now => (now.Type, Count: now.Count - Before(now).Count, Bytes: now.Bytes - Before(now).Bytes))
            .Where(growth => growth.Bytes > 0 && !growth.Type.Contains("Fathom.Testing.", StringComparison.Ordinal))
            .Where(growth => growth.Type != "System.String" || growth.Count > ownNames)
            .OrderByDescending(growth => growth.Count >= iterations)
            .ThenByDescending(growth => growth.Bytes)
            .Take(10))
            table.Add($"  {type}", TextTable.Write($"+{count:#,0}"), $"+{TextTable.Bytes(bytes)}");
        table.Add(TextTable.Write($"(in {iterations:#,0} more iterations)"));
        return table.ToString();

        InstanceCount Before(InstanceCount now) => before._types.GetValueOrDefault(now.Type) ?? new InstanceCount(now.Type, 0, 0);
    }
}
