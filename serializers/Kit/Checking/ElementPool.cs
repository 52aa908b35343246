namespace Fathom.Serializers.Kit.Checking;

/// <summary>Elements without order from which equal ones are taken: by hash for leaves, by comparing them one by one for others.</summary>
internal sealed class ElementPool
{
    private readonly Dictionary<object, (object? Value, int Count)> _leaves = new(ExactValues.Instance);
    private readonly List<(object? Key, object? Value)> _others = [];

    /// <summary>Elements that were not taken.</summary>
    public int Count { get; private set; }

    /// <summary>Adds one.</summary>
    public void Add(object? key, object? value)
    {
        Count++;
        if (key is not null && GraphShape.Of(key.GetType()).IsLeaf)
            _leaves[key] = (value, _leaves.TryGetValue(key, out (object? Value, int Count) before) ? before.Count + 1 : 1);
        else
            _others.Add((key, value));
    }

    /// <summary>Takes one whose key has the content of <paramref name="key"/>.</summary>
    public bool TryTake(object? key, out object? twin, out object? value)
    {
        twin = value = null;
        if (key is not null && GraphShape.Of(key.GetType()).IsLeaf)
        {
            if (!_leaves.TryGetValue(key, out (object? Value, int Count) found))
                return false;
            if (found.Count == 1)
                _leaves.Remove(key);
            else
                _leaves[key] = (found.Value, found.Count - 1);
            twin = key;
            value = found.Value;
        }
        else
        {
            int at = _others.FindIndex(candidate => DeepComparer.Compare(key, candidate.Key) is null);
            if (at < 0)
                return false;
            (twin, value) = _others[at];
            _others.RemoveAt(at);
        }

        Count--;
        return true;
    }
}
