using System.Collections;
using System.Collections.Immutable;

namespace Fathom.Model.Generators;

/// <summary>A list that equals another one with the same values: the compiler makes a table anew only where its declaration changed.</summary>
/// <typeparam name="T">The value.</typeparam>
internal readonly struct Values<T>(ImmutableArray<T> items) : IEquatable<Values<T>>, IEnumerable<T>
    where T : IEquatable<T>
{
    private readonly ImmutableArray<T> _items = items;

    private ImmutableArray<T> Items => _items.IsDefault ? [] : _items;

    public int Count => Items.Length;

    public bool Equals(Values<T> other) => Items.SequenceEqual(other.Items);

    public override bool Equals(object? obj) => obj is Values<T> other && Equals(other);

    public override int GetHashCode() => Items.Aggregate(17, (hash, item) => unchecked((hash * 31) + item.GetHashCode()));

    public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)Items).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
