namespace Fathom.Sources.Heap.Options;

/// <summary>Which object is looked into, and how far.</summary>
/// <param name="Address">Address of the object.</param>
public sealed record ObjectDetailQuery(ulong Address)
{
    /// <summary>Elements that are read unless the user says another number.</summary>
    public const int DefaultMaxElements = 10_000;

    /// <summary>The most that can be asked for.</summary>
    public const int LargestMaxElements = 1_000_000;

    /// <summary>Elements of an array or collection to pass.</summary>
    public int Skip { get; init; }

    /// <summary>Most elements to read.</summary>
    public int MaxElements { get; init; } = DefaultMaxElements;
}
