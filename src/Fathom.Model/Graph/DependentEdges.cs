namespace Fathom.Model.Graph;

/// <summary>
/// The references of a graph that dependent handles make, as a ConditionalWeakTable does: the first object has no field that holds the second one.
/// </summary>
public sealed class DependentEdges
{
    private readonly ulong[] _pairs;

    /// <summary>Takes the pairs, each as often as there are handles.</summary>
    public DependentEdges(IEnumerable<(uint From, uint To)> pairs)
    {
        _pairs = [.. pairs.Select(static pair => Key(pair.From, pair.To))];
        Array.Sort(_pairs);
    }

    /// <summary>Of a graph without dependent handles.</summary>
    public static DependentEdges None { get; } = new([]);

    /// <summary>The pairs, in their order.</summary>
    public IEnumerable<(uint From, uint To)> Pairs => _pairs.Select(static pair => ((uint)(pair >> 32), (uint)pair));

    /// <summary>How many handles lead from one object to another one.</summary>
    public int Count(uint from, uint to)
    {
        if (_pairs.Length == 0)
            return 0;
        ulong key = Key(from, to);
        int first = FirstFrom(key);
        int end = key == ulong.MaxValue ? _pairs.Length : FirstFrom(key + 1);
        return end - first;
    }

    private int FirstFrom(ulong key)
    {
        int low = 0, high = _pairs.Length;
        while (low < high)
        {
            int middle = low + ((high - low) / 2);
            if (_pairs[middle] < key)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    private static ulong Key(uint from, uint to) => ((ulong)from << 32) | to;
}
