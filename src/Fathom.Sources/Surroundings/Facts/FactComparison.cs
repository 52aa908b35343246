using System.Globalization;
using Fathom.Model.Machine;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>Compares the facts of two moments of one machine.</summary>
public static class FactComparison
{
    // A host always takes a little.
    private const int TakenShare = 100;
    private const string Taken = "steal_ns";

    /// <summary>What is different later, and worth to be told.</summary>
    /// <param name="before">The facts of the earlier moment.</param>
    /// <param name="after">The facts of the later one.</param>
    /// <param name="elapsedNs">Time between them.</param>
    public static IReadOnlyList<FactChange> Between(IReadOnlyList<MachineFact> before, IReadOnlyList<MachineFact> after, long elapsedNs)
    {
        Dictionary<(string, string?, string), MachineFact> earlier = ByKey(before), later = ByKey(after);
        List<FactChange> changes = [];
        foreach (MachineFact fact in after)
        {
            MachineFact? known = earlier.TryGetValue(fact.Key, out MachineFact found) ? found : null;
            if (fact.Kind == FactKind.Setting && fact.Value is { } value && value != known?.Value && (known is null ? CanAppear(fact, earlier) : known.Value.Value is not null))
                changes.Add(new FactChange(fact, known?.Value, value, null));
            else if (fact.Kind == FactKind.Counter && Number(fact) is { } high && known is { } low && Number(low) is { } number && high - number > Least(fact, later, elapsedNs))
                changes.Add(new FactChange(fact, low.Value, fact.Value, high - number));
        }

        foreach (MachineFact fact in before)
        {
            if (fact is { Kind: FactKind.Setting, Value: not null } && !later.ContainsKey(fact.Key) && CanAppear(fact, later))
                changes.Add(new FactChange(fact, fact.Value, null, null));
        }

        return changes;
    }

    private static Dictionary<(string, string?, string), MachineFact> ByKey(IReadOnlyList<MachineFact> facts)
    {
        Dictionary<(string, string?, string), MachineFact> all = [];
        foreach (MachineFact fact in facts)
            all.TryAdd(fact.Key, fact);
        return all;
    }

    // Groups come and go with the programs in them. And what could not be read at the other moment may have been there.
    private static bool CanAppear(in MachineFact fact, Dictionary<(string, string?, string), MachineFact> others) =>
        fact.Topic != FactTopics.Limits && fact.Item is not null && !(others.TryGetValue((fact.Topic, null, fact.Name), out MachineFact all) && all.NotRead is not null);

    private static long Least(in MachineFact fact, Dictionary<(string, string?, string), MachineFact> all, long elapsedNs) =>
        fact.Name != Taken ? 0 : elapsedNs / TakenShare * Math.Max(1, all.TryGetValue((FactTopics.Processor, null, "processors"), out MachineFact count) ? Number(count) ?? 1 : 1);

    private static long? Number(in MachineFact fact) => long.TryParse(fact.Value, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;
}
