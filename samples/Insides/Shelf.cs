using System.Collections.Concurrent;
using System.Globalization;

namespace Insides;

/// <summary>One collection of each kind per field. Tests find this object and read its fields.</summary>
internal sealed class Shelf
{
    public readonly List<string> Names = new(8) { "anna", "bert", "carla" };
    public readonly List<int> Numbers = [.. Enumerable.Range(1, 100)];
    public readonly List<long> Empty = [];
    public readonly List<Point> Points = [new Point(1, 2), new Point(3, 4)];
    public readonly Catalogue Derived = [];
    public readonly Dictionary<string, int> Ages = new() { ["anna"] = 31, ["bert"] = 42, ["carla"] = 53 };
    public readonly Dictionary<int, Point> Places = [];
    public readonly Dictionary<long, string> Thinned = [];
    public readonly Dictionary<int, int> NeverFilled = [];
    public readonly HashSet<int> Primes = [2, 3, 5, 7, 11, 13];
    public readonly HashSet<string> Words = ["one", "two", "three", "four"];
    public readonly Queue<int> Waiting = new(4);
    public readonly Stack<string> Pile = new();
    public readonly ConcurrentDictionary<int, string> Shared = new(2, 10);
    public readonly ConcurrentDictionary<string, long> SharedLongs = new();
    public readonly SortedDictionary<int, string> Ordered = new() { [30] = "thirty", [10] = "ten", [20] = "twenty" };
    public readonly SortedSet<int> OrderedSet = [5, 1, 4, 2, 3];

    public Shelf()
    {
        Derived.AddRange([7, 8, 9]);
        for (int i = 0; i < 5; i++)
            Places.Add(i, new Point(i, -i));
        for (int i = 0; i < 50; i++)
            Thinned.Add(i, "v" + i.ToString(CultureInfo.InvariantCulture));
        for (int i = 0; i < 50; i += 3)
            Thinned.Remove(i);

        // Wraps around the end of its array.
        for (int i = 0; i < 4; i++)
            Waiting.Enqueue(i);
        for (int i = 4; i < 7; i++)
        {
            Waiting.Dequeue();
            Waiting.Enqueue(i);
        }

        Pile.Push("bottom");
        Pile.Push("middle");
        Pile.Push("top");
        for (int i = 0; i < 40; i++)
        {
            Shared[i] = "s" + i.ToString(CultureInfo.InvariantCulture);
            SharedLongs["k" + i.ToString(CultureInfo.InvariantCulture)] = i * 1_000_000_000_000L;
        }
    }

    /// <summary>By field: kind, count, capacity (0 where the kind has none) and the contents in order of enumeration; a Stack's and Queue's from the first one out.</summary>
    public Dictionary<string, object> Describe() => new()
    {
        [nameof(Names)] = Of("list", Names.Capacity, Names.Select(static item => (null as string, item))),
        [nameof(Numbers)] = Of("list", Numbers.Capacity, Values(Numbers)),
        [nameof(Empty)] = Of("list", 0, Values(Empty)),
        [nameof(Points)] = Of("list", Points.Capacity, Values(Points)),
        [nameof(Derived)] = Of("list", Derived.Capacity, Values(Derived)),
        [nameof(Ages)] = Of("dictionary", Ages.EnsureCapacity(0), Pairs(Ages)),
        [nameof(Places)] = Of("dictionary", Places.EnsureCapacity(0), Pairs(Places)),
        [nameof(Thinned)] = Of("dictionary", Thinned.EnsureCapacity(0), Pairs(Thinned)),
        [nameof(NeverFilled)] = Of("dictionary", 0, Pairs(NeverFilled)),
        [nameof(Primes)] = Of("hash_set", Primes.EnsureCapacity(0), Values(Primes)),
        [nameof(Words)] = Of("hash_set", Words.EnsureCapacity(0), Values(Words)),
        [nameof(Waiting)] = Of("queue", Waiting.EnsureCapacity(0), Values(Waiting)),
        [nameof(Pile)] = Of("stack", Pile.EnsureCapacity(0), Values(Pile)),
        [nameof(Shared)] = Of("concurrent_dictionary", null, Pairs(Shared)),
        [nameof(SharedLongs)] = Of("concurrent_dictionary", null, Pairs(SharedLongs)),
        [nameof(Ordered)] = Of("sorted_dictionary", 0, Pairs(Ordered)),
        [nameof(OrderedSet)] = Of("sorted_set", 0, Values(OrderedSet)),
    };

    private static IEnumerable<(string?, string)> Values<T>(IEnumerable<T> items) => items.Select(static item => (null as string, Text(item)));

    private static IEnumerable<(string?, string)> Pairs<TKey, TValue>(IEnumerable<KeyValuePair<TKey, TValue>> items) =>
        items.Select(static pair => ((string?)Text(pair.Key), Text(pair.Value)));

    private static string Text<T>(T value) => Convert.ToString(value, CultureInfo.InvariantCulture)!;

    private static Dictionary<string, object?> Of(string kind, int? capacity, IEnumerable<(string? Key, string Value)> items)
    {
        (string? Key, string Value)[] all = [.. items];
        return new Dictionary<string, object?>
        {
            ["kind"] = kind,
            ["count"] = all.Length,
            ["capacity"] = capacity,
            ["keys"] = all.Select(static item => item.Key).ToArray(),
            ["values"] = all.Select(static item => item.Value).ToArray(),
        };
    }
}
