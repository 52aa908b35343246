namespace Fathom.Sources.Events.Sessions;

/// <summary>
/// Makes one request of what several consumers ask for: a runtime keeps only the first entry of a provider that a session names twice.
/// Keywords and lists of meters are joined, the widest level holds, the shortest interval too. So a consumer can get more than it asked for. What one leaves out
/// stays so unless another one asks at level verbose, which has it.
/// </summary>
internal static class ProviderMerge
{
    /// <summary>Name of the argument that says how often counters are reported, in seconds.</summary>
    public const string Interval = "EventCounterIntervalSec";

    /// <summary>Name of the argument that says how often meters are reported, in seconds.</summary>
    public const string RefreshInterval = "RefreshInterval";

    /// <summary>Name of the argument that lists meters.</summary>
    public const string Meters = "Metrics";

    /// <summary>Name of the argument that tells sessions on meters apart.</summary>
    public const string Client = "ClientId";

    /// <summary>One entry for each provider, in the order in which they were first named.</summary>
    /// <exception cref="ArgumentException">Two consumers give one provider contradicting arguments, or one asks for no keywords.</exception>
    public static IReadOnlyList<EventProvider> Merge(IEnumerable<EventProvider> wanted)
    {
        List<EventProvider> merged = [];
        foreach (EventProvider provider in wanted)
        {
            if (provider.Keywords == 0)
                throw new ArgumentException($"'{provider.Name}' is asked for no keywords.", nameof(wanted));
            int known = merged.FindIndex(other => other.Name.Equals(provider.Name, StringComparison.OrdinalIgnoreCase));
            if (known < 0)
                merged.Add(provider);
            else
                merged[known] = Join(merged[known], provider);
        }

        return merged;
    }

    private static EventProvider Join(EventProvider a, EventProvider b) => new(
        a.Name, a.Keywords | b.Keywords, a.Level > b.Level ? a.Level : b.Level, Join(a.Name, a.Arguments, b.Arguments))
    {
        LeftOut = a.Level < EventLevel.Verbose ? b.LeftOut : b.Level < EventLevel.Verbose ? a.LeftOut : [.. a.LeftOut.Intersect(b.LeftOut)],
    };

    private static IReadOnlyDictionary<string, string>? Join(string provider, IReadOnlyDictionary<string, string>? a, IReadOnlyDictionary<string, string>? b)
    {
        if (a is null || b is null)
            return a ?? b;
        SortedDictionary<string, string> joined = new(StringComparer.Ordinal);
        foreach ((string name, string value) in a.Concat(b))
            joined[name] = joined.TryGetValue(name, out string? other) ? Join(provider, name, other, value) : value;
        return joined;
    }

    private static string Join(string provider, string name, string a, string b) =>
        a == b ? a
        : name == Meters ? string.Join(',', a.Split(',').Union(b.Split(',')))
        : name == Client ? $"{a}+{b}"
        : name is Interval or RefreshInterval && double.TryParse(a, out double first) && double.TryParse(b, out double second) ? (first < second ? a : b)
        : throw new ArgumentException($"'{provider}' is given '{name}' twice: '{a}' and '{b}'.");
}
