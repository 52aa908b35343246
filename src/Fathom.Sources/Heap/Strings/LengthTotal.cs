namespace Fathom.Sources.Heap.Strings;

/// <summary>Strings that were counted and not told apart.</summary>
internal struct LengthTotal
{
    public long Count;

    /// <summary>What they occupy.</summary>
    public long SizeBytes;
}
