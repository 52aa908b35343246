namespace Fathom.Model.Heap;

/// <summary>One object that was looked into, for the lines above its fields.</summary>
public sealed record HeapObjectFacts
{
    private const string StringType = "System.String";

    /// <summary>Where it is.</summary>
    public required ulong Address { get; init; }

    /// <summary>Its type.</summary>
    public required string Type { get; init; }

    /// <summary>Where it lives: gen0, gen1, gen2, large, pinned or frozen.</summary>
    public required string Generation { get; init; }

    /// <summary>What it occupies.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>Elements of an array or collection, characters of a string; null for other objects.</summary>
    public long? ElementCount { get; init; }

    /// <summary>Elements that a collection has space for; null for other objects.</summary>
    public long? Capacity { get; init; }

    /// <summary>Whether it holds elements, which are shown instead of its fields.</summary>
    public bool HasElements => ElementCount is not null && Type != StringType;
}
