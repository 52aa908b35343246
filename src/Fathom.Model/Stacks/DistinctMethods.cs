using System.Runtime.InteropServices;

namespace Fathom.Model.Stacks;

/// <summary>Collects the methods of one stack after the other, each once, from its frames. Nothing is allocated for a stack.</summary>
public sealed class DistinctMethods
{
    private readonly Dictionary<uint, int> _places = [];
    private readonly List<StackMethodRow> _rows = [];

    /// <summary>The methods of the last stack, in the order of their innermost frames.</summary>
    public ReadOnlySpan<StackMethodRow> Rows => CollectionsMarshal.AsSpan(_rows);

    /// <summary>Begins with the next stack.</summary>
    public void Clear()
    {
        _places.Clear();
        _rows.Clear();
    }

    /// <summary>Adds a frame.</summary>
    /// <param name="stack">The stack.</param>
    /// <param name="method">Its method.</param>
    /// <param name="isExact">Whether the frame's caller is certain; null where that is not known.</param>
    public void Add(uint stack, uint method, bool? isExact)
    {
        if (_places.TryAdd(method, _rows.Count))
            _rows.Add(new StackMethodRow(stack, method, isExact));
        else if (isExact == false)
            CollectionsMarshal.AsSpan(_rows)[_places[method]] = new StackMethodRow(stack, method, false);
    }
}
